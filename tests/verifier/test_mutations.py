"""Whatever is accepted of certificates that were changed at random is true of its board."""

from pathlib import Path

from verifier.mutations import BOARDS, certificates, tried


def test_what_is_said_of_changed_certificates_is_true(tmp_path: Path) -> None:
    made = certificates(tmp_path)
    for kind in BOARDS:
        counted = tried(kind, made, tmp_path, range(60))
        accepted = counted.total() - counted["refused"] - counted["not proved"]
        assert min(accepted, counted["refused"], counted["not proved"]) > 0, (kind, counted)
