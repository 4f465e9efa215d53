"""What sliding puzzles add to certificates: paths, the parity, and the account of a search."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.capabilities.certificates import Certificates, Claim
from gridwise.core.result import Result, Status


def _more(result: Result[Any]) -> Iterator[Claim]:
    if result.status is Status.UNSATISFIABLE:
        yield Claim({"kind": "unsolvable"}, ())
    elif result.answer is not None:
        tiles = [move.tile for move in result.answer.items[0].moves]
        path = {"moves": tiles}
        if not result.optimal:
            yield Claim({"kind": "solved"}, (path,))
            return
        tables = {name: [dict(row) for row in rows] for name, rows in result.tables.items()}
        account = {"method": result.method, **result.statistics.counters, **tables}
        yield Claim({"kind": "shortest", "number": len(tiles)}, (path, {"search": account}))


CERTIFICATES = Certificates(more=_more)
