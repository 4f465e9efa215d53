"""The files of `examples/cluster` and the `Containerfile`: schemas, options, names that agree."""

import copy
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from batch.dask_processes import free_port
from gridwise.cli.main import run

yaml = pytest.importorskip("yaml")
jsonschema = pytest.importorskip("jsonschema")
pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "cluster"
SCHEMAS = json.loads((ROOT / "tests/golden/kubernetes/schemas.json").read_text())


def _documents() -> Iterator[Any]:
    for path in sorted((EXAMPLES / "kubernetes").glob("*.yaml")):
        yield from yaml.safe_load_all(path.read_text())


DOCUMENTS = {document["kind"]: document for document in _documents()}
PODS = {
    "scheduler": DOCUMENTS["DaskCluster"]["spec"]["scheduler"]["spec"],
    "worker": DOCUMENTS["DaskCluster"]["spec"]["worker"]["spec"],
    "batch": DOCUMENTS["Job"]["spec"]["template"]["spec"],
}


def _errors(document: Any) -> list[str]:
    schema = jsonschema.Draft202012Validator(SCHEMAS[document["kind"]])
    return [error.message for error in schema.iter_errors(document)]


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_has_the_form_that_kubernetes_takes(kind: str) -> None:
    assert _errors(DOCUMENTS[kind]) == []


def test_the_schemas_see_mistakes() -> None:
    cluster = copy.deepcopy(DOCUMENTS["DaskCluster"])
    cluster["spec"]["worker"]["replicas"] = "eight"
    cluster["spec"]["scheduler"]["spec"]["containers"][0]["arguments"] = []
    del cluster["spec"]["scheduler"]["service"]
    assert len(_errors(cluster)) == 3
    job = copy.deepcopy(DOCUMENTS["Job"])
    del job["spec"]["template"]["spec"]["containers"][0]["name"]
    job["spec"]["template"]["spec"]["volumes"][0]["name"] = 7
    assert len(_errors(job)) == 2


@pytest.mark.parametrize("name", PODS)
def test_a_pod_mounts_what_it_names(name: str) -> None:
    (container,) = PODS[name]["containers"]
    assert {volume["name"] for volume in PODS[name]["volumes"]} == {
        mount["name"] for mount in container["volumeMounts"]
    }
    places = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    (config,) = container["env"]
    assert config == {"name": "DASK_CONFIG", "value": places["certificates"] + "/dask.yaml"}
    assert "runAsUser" not in json.dumps(PODS[name])  # the image has its own user


def test_names_agree_across_the_documents() -> None:
    images = {pod["containers"][0]["image"] for pod in PODS.values()}
    secrets = {
        volume["secret"]["secretName"]
        for pod in PODS.values()
        for volume in pod["volumes"]
        if "secret" in volume
    }
    assert (len(images), secrets) == (1, {"gridwise-certificates"})
    cluster = DOCUMENTS["DaskCluster"]
    name = cluster["metadata"]["name"]
    address = (
        f"tls://{name}-scheduler:{cluster['spec']['scheduler']['service']['ports'][0]['port']}"
    )
    assert address in PODS["worker"]["containers"][0]["args"]
    assert address == PODS["batch"]["containers"][0]["args"][-1]
    (claim,) = (v for v in PODS["batch"]["volumes"] if "persistentVolumeClaim" in v)
    claimed = claim["persistentVolumeClaim"]["claimName"]
    assert claimed == DOCUMENTS["PersistentVolumeClaim"]["metadata"]["name"]
    # What the operator puts on pods, and what the network policy and the service go by.
    labels = {"dask.org/cluster-name": name}
    policy = DOCUMENTS["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == labels
    assert policy["ingress"][0]["from"][0]["podSelector"]["matchLabels"] == labels
    assert DOCUMENTS["Job"]["spec"]["template"]["metadata"]["labels"].items() >= labels.items()
    selector = cluster["spec"]["scheduler"]["service"]["selector"]
    assert selector == {**labels, "dask.org/component": "scheduler"}


def test_the_commands_of_the_pods_take_their_options() -> None:
    from distributed.cli import dask_scheduler, dask_worker

    for name, command in (("scheduler", dask_scheduler.main), ("worker", dask_worker.main)):
        args = PODS[name]["containers"][0]["args"]
        assert args[:2] == ["dask", name]
        known = {
            word for option in command.params for word in (*option.opts, *option.secondary_opts)
        }
        assert {word for word in args if word.startswith("--")} <= known


def test_the_command_of_the_job_is_a_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, *args = PODS["batch"]["containers"][0]["args"]
    assert program == "gridwise"
    (tmp_path / "puzzles.txt").write_text("queens:6:\n")
    here = [word.replace("/data", str(tmp_path)) for word in args]
    # Everything is understood; only the certificates are not here.
    assert run(here) == 2
    assert "needs certificates" in capsys.readouterr().err


def test_the_container_file_names_what_exists() -> None:
    text = (ROOT / "Containerfile").read_text()
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    found = [line.split(maxsplit=1) for line in lines if line]
    assert {word for word, _ in found} <= {
        *("FROM", "WORKDIR", "COPY", "ARG", "RUN", "USER", "ENV", "CMD")
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for word, rest in found:
        if word == "COPY" and "--from" not in rest:
            *sources, _ = rest.split()
            assert all((ROOT / source).exists() for source in sources)
        if word == "RUN":
            for extra in re.findall(r'"\.\[(\w+)\]"', rest):
                assert extra in project["optional-dependencies"]
    assert project["requires-python"] == ">=3.11,<3.14"
    assert set(re.findall(r"python:(3\.\d+)", text)) == {"3.12"}
    # What `pip install .` reads is copied.
    build = next(rest for word, rest in found if word == "COPY")
    assert {project["readme"], *project["license-files"], "hatch_build.py"} <= set(build.split())


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


@pytest.mark.slow
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
