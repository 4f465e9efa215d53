"""A batch on workers that a stand-in for SLURM starts."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from batch.dask_processes import free_port

EXAMPLES = Path(__file__).parents[3] / "examples" / "cluster"

SBATCH = """#!/bin/sh
# Stands for SLURM: runs the script at once, in a session of its own.
for script; do :; done
setsid sh "$script" > "$FAKE_SLURM/log" 2>&1 &
echo $! >> "$FAKE_SLURM/jobs"
echo "Submitted batch job $!"
"""


SCANCEL = """#!/bin/sh
kill -- -"$1" 2>/dev/null || true
"""


def test_a_batch_on_workers_of_slurm(tmp_path: Path) -> None:
    pytest.importorskip("dask_jobqueue")
    if shutil.which("openssl") is None or shutil.which("setsid") is None:
        pytest.skip("openssl makes the certificates, setsid stands for a job")
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    keys = tmp_path / "keys"
    subprocess.run(["sh", EXAMPLES / "certificates.sh", keys], check=True)
    port = free_port()
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "FAKE_SLURM": str(tmp_path),
        "DASK_CONFIG": str(keys / "dask.yaml"),
    }
    program = [sys.executable, EXAMPLES / "slurm" / "cluster.py", "2", "--port", str(port)]
    source, target = tmp_path / "boards.txt", tmp_path / "solved.csv"
    source.write_text("queens:6:\n" * 10)
    with subprocess.Popen(
        program, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as cluster:
        try:
            assert cluster.stdout is not None
            address = cluster.stdout.readline().strip()
            assert re.fullmatch(rf"tls://.*:{port}", address)
            command = ["-m", "gridwise", "batch", source, "-o", target, "--cluster", address]
            subprocess.run([sys.executable, *command], env=environment, check=True, timeout=300)
            assert target.read_text().count("SOLVED") == 10
        finally:
            cluster.send_signal(signal.SIGINT)
            cluster.stdout.read()
            if (tmp_path / "jobs").exists():
                for job in (tmp_path / "jobs").read_text().split():
                    subprocess.run([tmp_path / "scancel", job], check=True)
