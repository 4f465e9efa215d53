"""Writes the refutations of a certificate as files that other checkers read."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from gridwise.core.files import make_folder, write_whole
from gridwise.verifier import CheckedRefutation, Verdict


def export(path: str | PathLike[str], found: Verdict, folder: Path) -> tuple[Path, ...]:
    """Write a DIMACS and a DRAT file for each refutation of a certificate that was accepted.

    Parameters
    ----------
    path, found
        The certificate, and its verdict.
    folder
        The folder, made if missing. The files are named like the certificate: `0001-solutions.cnf`
        and `.drat`; for one forced cell among others `0001-forced-r1c2-safe.cnf`.

    Returns
    -------
    tuple of Path
        The files; none if no refutation shows the claim.

    Raises
    ------
    InputError
        The folder cannot be written to.
    """
    stem = stem_of(path)
    written: list[Path] = []
    for refutation in found.refutations:
        make_folder(folder)
        name = f"{stem}-{refutation.about}" if refutation.about else stem
        for ending, lines in (("cnf", _dimacs(found, refutation)), ("drat", refutation.drat())):
            file = folder / f"{name}.{ending}"
            write_whole(file, (f"{line}\n" for line in lines))
            written.append(file)
    return tuple(written)


def stem_of(path: str | PathLike[str]) -> str:
    """Return the stem of the names of a certificate's refutations."""
    return Path(path).name.removesuffix(".gz").removesuffix(".jsonl")


def _dimacs(found: Verdict, one: CheckedRefutation) -> Iterator[str]:
    yield f"c board: {found.board}"
    yield f"c claim: {found.text}"
    if one.about:
        yield f"c contrary of: {one.about}"
    yield from one.dimacs()
