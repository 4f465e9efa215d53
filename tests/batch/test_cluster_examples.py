"""The files of `examples/cluster` and the `Containerfile`: schemas, options, names that agree."""

import copy
import json
import re
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gridwise.cli.main import run

pytestmark = pytest.mark.skipif(
    find_spec("yaml") is None or find_spec("distributed") is None,
    reason="the cluster is an extra of its own",
)
ROOT = Path(__file__).parents[2]
KUBERNETES = ROOT / "examples" / "cluster" / "kubernetes"
PODS = ("scheduler", "worker", "batch")


@cache
def documents() -> dict[str, Any]:
    """Return the documents by kind."""
    import yaml

    found = [
        one for path in KUBERNETES.glob("*.yaml") for one in yaml.safe_load_all(path.read_text())
    ]
    return {document["kind"]: document for document in found}


def pod(name: str) -> Any:
    if name == "batch":
        return documents()["Job"]["spec"]["template"]["spec"]
    return documents()["DaskCluster"]["spec"][name]["spec"]


def _errors(document: Any) -> list[str]:
    import jsonschema

    schemas = json.loads((ROOT / "tests/golden/kubernetes/schemas.json").read_text())
    schema = jsonschema.Draft202012Validator(schemas[document["kind"]])
    return [error.message for error in schema.iter_errors(document)]


def test_every_document_has_the_form_that_kubernetes_takes() -> None:
    assert [error for one in documents().values() for error in _errors(one)] == []


def test_the_schemas_see_mistakes() -> None:
    cluster = copy.deepcopy(documents()["DaskCluster"])
    cluster["spec"]["worker"]["replicas"] = "eight"
    cluster["spec"]["scheduler"]["spec"]["containers"][0]["arguments"] = []
    del cluster["spec"]["scheduler"]["service"]
    assert len(_errors(cluster)) == 3
    job = copy.deepcopy(documents()["Job"])
    del job["spec"]["template"]["spec"]["containers"][0]["name"]
    job["spec"]["template"]["spec"]["volumes"][0]["name"] = 7
    assert len(_errors(job)) == 2


@pytest.mark.parametrize("name", PODS)
def test_a_pod_mounts_what_it_names(name: str) -> None:
    (container,) = pod(name)["containers"]
    assert {volume["name"] for volume in pod(name)["volumes"]} == {
        mount["name"] for mount in container["volumeMounts"]
    }
    places = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    (config,) = container["env"]
    assert config == {"name": "DASK_CONFIG", "value": places["certificates"] + "/dask.yaml"}
    assert "runAsUser" not in json.dumps(pod(name))  # the image has its own user


def test_names_agree_across_the_documents() -> None:
    images = {pod(name)["containers"][0]["image"] for name in PODS}
    secrets = {
        volume["secret"]["secretName"]
        for name in PODS
        for volume in pod(name)["volumes"]
        if "secret" in volume
    }
    assert (len(images), secrets) == (1, {"gridwise-certificates"})
    cluster = documents()["DaskCluster"]
    name = cluster["metadata"]["name"]
    address = (
        f"tls://{name}-scheduler:{cluster['spec']['scheduler']['service']['ports'][0]['port']}"
    )
    assert address in pod("worker")["containers"][0]["args"]
    assert address == pod("batch")["containers"][0]["args"][-1]
    (claim,) = (v for v in pod("batch")["volumes"] if "persistentVolumeClaim" in v)
    claimed = claim["persistentVolumeClaim"]["claimName"]
    assert claimed == documents()["PersistentVolumeClaim"]["metadata"]["name"]
    # What the operator puts on pods, and what the network policy and the service go by.
    labels = {"dask.org/cluster-name": name}
    policy = documents()["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == labels
    assert policy["ingress"][0]["from"][0]["podSelector"]["matchLabels"] == labels
    assert documents()["Job"]["spec"]["template"]["metadata"]["labels"].items() >= labels.items()
    selector = cluster["spec"]["scheduler"]["service"]["selector"]
    assert selector == {**labels, "dask.org/component": "scheduler"}


def test_the_commands_of_the_pods_take_their_options() -> None:
    from distributed.cli import dask_scheduler, dask_worker

    for name, command in (("scheduler", dask_scheduler.main), ("worker", dask_worker.main)):
        args = pod(name)["containers"][0]["args"]
        assert args[:2] == ["dask", name]
        known = {
            word for option in command.params for word in (*option.opts, *option.secondary_opts)
        }
        assert {word for word in args if word.startswith("--")} <= known


def test_the_command_of_the_job_is_a_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, *args = pod("batch")["containers"][0]["args"]
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
