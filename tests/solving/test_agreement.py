"""Which answers to one question exclude each other."""

from typing import Any

from every import every
from gridwise.solving.agreement import claims_of, disagreements


def said(**claims: Any) -> dict[str, Any]:
    return {"status": "SOLVED", "stop": "COMPLETED", "question": "solution", **claims}


def path(length: int, **claims: Any) -> dict[str, Any]:
    return said(board="goal", moves=["right"] * length, **claims)


NO = said(status="UNSATISFIABLE", count=0, exact=True)
GAVE_UP = said(status="UNKNOWN", stop="TIME_LIMIT")
P = said(board="p", unique=True)
MANY = said(board="q", unique=False)


@every(
    "records, says",
    [
        ([P, P, GAVE_UP], None),
        ([P, NO], "one found a solution, the other found that there is none"),
        ([NO, GAVE_UP], None),
        ([P, said(board="q", unique=True)], "their answers differ"),
        ([P, MANY], "one says unique, the other not"),
        ([MANY, said(board="r", unique=False)], None),
        (
            [said(count=3, exact=True), said(count=4, exact=True)],
            "3 solutions in all, and at least 4",
        ),
        (
            [said(count=3, exact=True), said(count=4, exact=False, stop="TIME_LIMIT")],
            "3 solutions in all, and at least 4",
        ),
        ([said(count=5, exact=True), said(count=4, exact=False, stop="TIME_LIMIT")], None),
        (
            [said(board="p", question="forced"), said(board="q", question="forced")],
            "their answers differ",
        ),
        (
            [
                said(board="p", solutions=["p"], question="all", count=1, exact=True),
                said(board="p", solutions=["p"], question="all", count=1, stop="TIME_LIMIT"),
            ],
            None,
        ),
        (
            [path(26, optimal=True), path(28, optimal=True)],
            "a shortest solution of 28 moves, and one of 26",
        ),
        ([path(26, optimal=True), path(26, optimal=True)], None),
        ([path(26, optimal=True), path(28)], None),
        ([path(26, optimal=True), path(28, optimal=False)], None),
        (
            [path(26, optimal=True), path(26, optimal=False)],
            "one says that 26 moves are the fewest, the other that they are not",
        ),
        (
            [path(26, optimal=True), path(24, optimal=False)],
            "a shortest solution of 26 moves, and one of 24",
        ),
        (
            [path(30, bound=1.1), path(26)],
            "30 moves, claimed to be at most 1.1 times the least, and 26 moves",
        ),
        ([path(30, bound=1.2), path(26)], None),
    ],
)
def test_what_is_a_disagreement(records: list[dict[str, Any]], says: str | None) -> None:
    for order in (records, records[::-1]):
        claims = [(str(at), claims_of(one)) for at, one in enumerate(order)]
        found = [str(text) for _, _, text in disagreements(claims)]
        assert found == ([] if says is None else [says])
