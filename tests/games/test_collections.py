"""Collections in the store: progress that never goes back, bounds, owners."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import Action
from gridwise.games import collections
from gridwise.games.collections import BoardProgress, CollectionRow
from gridwise.games.session import GameSession
from gridwise.games.store import Store

NEARLY = ("queens:4:r1c2,r2c4,r3c1", "queens:4:r1c3,r2c1,r3c4", "queens:6:")


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite3") as opened:
        yield opened


def add(kept: Store, owner: str = "ann") -> int:
    return kept.collections.add(owner, "some", [(f"the {n}", n) for n in NEARLY])


def begun(kept: Store, key: int, owner: str = "ann") -> GameSession:
    board = next(b for one in kept.collections.every("ann") for b in
                 kept.collections.boards("ann", one.key) if b.key == key)  # fmt: skip
    position = registry.puzzle("queens").parse(board.notation)
    return GameSession.begin(kept, owner, "queens", position, board=key)


def progress(kept: Store, key: int) -> list[BoardProgress]:
    return [board.progress for board in kept.collections.boards("ann", key)]


def test_a_board_is_begun_then_solved_and_stays_so(kept: Store) -> None:
    key = add(kept)
    first, second, third = kept.collections.boards("ann", key)
    assert [first.number, second.number, third.title] == [1, 2, "the queens:6:"]
    assert progress(kept, key) == [BoardProgress.UNTOUCHED] * 3
    session = begun(kept, first.key)
    assert progress(kept, key)[0] is BoardProgress.UNTOUCHED, "it was only looked at"
    session.apply(Action("put", value="r4c4"))
    assert progress(kept, key)[0] is BoardProgress.BEGUN
    session.undo()
    session.apply(Action("put", value="r4c3"))
    assert progress(kept, key) == [BoardProgress.SOLVED, *[BoardProgress.UNTOUCHED] * 2]
    session.undo()
    session.apply(Action("put", value="r4c4"))
    assert progress(kept, key)[0] is BoardProgress.SOLVED, "it never goes back"
    assert kept.collections.named("ann", key) == CollectionRow(key, "some", 3, 0, 1)
    found = kept.game_on("ann", first.key)
    assert found is not None
    assert found.game_id == session.game_id
    assert kept.collections.of_board("ann", first.key) == key


def test_the_next_unsolved_board_comes_after_this_one_and_then_from_the_start(kept: Store) -> None:
    key = add(kept)
    boards = kept.collections.boards("ann", key)
    begun(kept, boards[1].key).apply(Action("put", value="r4c2"))
    number = [kept.collections.next_unsolved("ann", key, after=n) for n in (0, 1, 3)]
    assert [one.number for one in number if one is not None] == [1, 3, 1]
    begun(kept, boards[0].key).apply(Action("put", value="r4c3"))
    session = begun(kept, boards[2].key)
    for move in ("r1c2", "r2c4", "r3c6", "r4c1", "r5c3", "r6c5"):
        session.apply(Action("put", value=move))
    assert kept.collections.next_unsolved("ann", key) is None


def test_nobody_finds_or_changes_what_is_another_owners(kept: Store) -> None:
    key = add(kept)
    first = kept.collections.boards("ann", key)[0]
    begun(kept, first.key, owner="bob").apply(Action("put", value="r4c3"))
    assert progress(kept, key)[0] is BoardProgress.UNTOUCHED
    assert kept.collections.boards("bob", key) == kept.collections.every("bob") == ()
    assert kept.collections.of_board("bob", first.key) is None
    kept.collections.delete("bob", key)
    assert len(kept.collections.every("ann")) == 1
    kept.collections.delete("ann", key)
    assert kept.collections.every("ann") == kept.collections.boards("ann", key) == ()


def test_it_is_bounded(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    one = ("a", NEARLY[0])
    for boards in ([], [one] * (collections.MOST_BOARDS + 1)):
        with pytest.raises(ParameterError, match="A collection has 1 to 500 boards"):
            kept.collections.add("ann", "x", boards)
    with pytest.raises(ParameterError, match="too large"):
        kept.collections.add("ann", "x", [("a", "1" * 2_000_000)])
    monkeypatch.setattr(collections, "MOST_COLLECTIONS", 2)
    add(kept)
    add(kept)
    with pytest.raises(ParameterError, match="You have 2 collections: delete one first"):
        add(kept)
    assert add(kept, "bob")
