"""Many changed certificates; `tests/verifier/test_mutations.py` tries a few."""

from pathlib import Path

from samples import seeds
from verifier.mutations import BOARDS, certificates, tried


def test_what_is_said_of_many_changed_certificates_is_true(tmp_path: Path) -> None:
    made, number = certificates(tmp_path), seeds(500, 5000)
    for kind in BOARDS:
        counted = tried(kind, made, tmp_path, number)
        assert counted.total() == len(number)
        print(f"{kind}: {dict(counted)}")  # pytest -s shows what was accepted
