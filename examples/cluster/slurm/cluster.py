"""A Dask scheduler on this machine, with workers in jobs of SLURM; it runs until Ctrl-C.

    sh certificates.sh ~/gridwise-certificates
    export DASK_CONFIG=~/gridwise-certificates/dask.yaml
    python cluster.py 64 --account mine --queue short &
    gridwise batch puzzles.txt -o solved.csv --cluster tls://$(hostname -f):8786

It needs `pip install "gridwise[cluster]" dask-jobqueue`, in a folder that all nodes share.
"""

import argparse
import os
import signal

from dask.distributed import Security
from dask_jobqueue.slurm import SLURMCluster


def main() -> None:
    """Start the scheduler and ask SLURM for workers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("workers", type=int, help="jobs of one core each")
    parser.add_argument("--account", help="whom SLURM bills")
    parser.add_argument("--queue", help="SLURM's partition")
    parser.add_argument("--walltime", default="04:00:00", help="after which a job ends")
    parser.add_argument("--memory", default="2GB", help="of one worker")
    parser.add_argument("--port", type=int, default=8786, help="of the scheduler")
    said = parser.parse_args()
    cluster = SLURMCluster(
        account=said.account,
        queue=said.queue,
        walltime=said.walltime,
        cores=1,
        processes=1,
        memory=said.memory,
        protocol="tls://",
        security=Security(),  # what DASK_CONFIG names
        scheduler_options={"port": said.port, "dashboard": False, "dashboard_address": ":0"},
        job_script_prologue=[f"export DASK_CONFIG={os.environ['DASK_CONFIG']}"],
        # A worker leaves in good time before its job ends, and another job takes its place.
        worker_extra_args=["--lifetime", "225m", "--lifetime-stagger", "10m"],
    )
    # `adapt` starts a job again that has ended; `scale` would not.
    cluster.adapt(minimum_jobs=said.workers, maximum_jobs=said.workers)
    print(cluster.scheduler_address, flush=True)
    print(cluster.job_script(), flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    cluster.close()


if __name__ == "__main__":
    main()
