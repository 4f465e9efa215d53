"""The file of settings, games and statistics: shared, damaged, from elsewhere, of another age."""

import json
import logging
import os
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridwise.core.errors import ParameterError
from gridwise.core.interaction import Mode
from gridwise.games import database as _database
from gridwise.games import store
from gridwise.games.rows import SavedGame, packed, unpacked
from gridwise.games.store import GameStatistics, Store, StoreError

posix = pytest.mark.skipif(os.name != "posix", reason="file modes")


def new(owner: str = "ann", size: str = "3") -> SavedGame:
    now = time.time()
    return SavedGame(
        key=0,
        game_id=secrets.token_urlsafe(16),
        owner=owner,
        puzzle="latin",
        size=size,
        mode=Mode.PLAY,
        seed="7",
        options="{}",
        origin="latin:3:1../.../..2",
        created=now,
        updated=now,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "gridwise.sqlite3"


@pytest.fixture
def kept(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def raw(path: Path, *statements: str) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        rows = [connection.execute(statement).fetchall() for statement in statements]
        connection.commit()
    finally:
        connection.close()
    return rows[-1]


def moved(row: SavedGame, number: int, **more: Any) -> SavedGame:
    return replace(row, step=number, steps=number, version=row.version + 1, **more)


@posix
def test_only_the_user_may_read_it(path: Path) -> None:
    with Store(path) as opened:
        opened.set("ann", "x", 1)
        modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in path.parent.iterdir()}
        assert set(modes.values()) == {0o600}, modes
        assert f"{path.name}-wal" in modes
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_settings_belong_to_their_owner(kept: Store) -> None:
    for value in ("en", 5, True, {"a": [1, None]}, "\u2028 <b>数独</b> \ud800"):
        kept.set("ann", "x", value)
        assert kept.settings("ann") == {"x": value}
    assert kept.settings("bob") == {}
    kept.set("ann", "y", 2)
    kept.set("ann", "x", None)
    assert kept.settings("ann") == {"y": 2}
    kept.set("\ud800", "\ud800", 1)
    assert kept.settings("?") == kept.settings("\ud800") == {"?": 1}


def test_settings_cannot_grow(kept: Store) -> None:
    with pytest.raises(ParameterError, match="longer than"):
        kept.set("ann", "x", "x" * store.MOST_SETTING_BYTES)
    with pytest.raises(ParameterError, match="1 to 64"):
        kept.set("ann", "x" * 65, 1)
    with pytest.raises(ParameterError, match="no JSON"):
        kept.set("ann", "x", float("nan"))
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ParameterError, match="no JSON"):
        kept.set("ann", "x", deep)
    part = "x" * (store.MOST_SETTING_BYTES - 100)
    with pytest.raises(ParameterError, match="All settings together"):
        for number in range(10):
            kept.set("ann", f"n{number}", part)
    assert len(json.dumps(kept.settings("ann"))) < store.MOST_SETTINGS_BYTES
    kept.set("ann", "n0", part)  # as long as before is no more
    kept.set("bob", "n0", part)


def test_a_game_is_found_with_its_owner_alone(kept: Store) -> None:
    row = kept.begin(new(), {"a": 1})
    assert kept.game("ann", row.game_id) == row
    assert kept.game("bob", row.game_id) is None
    assert kept.game("ann", "' OR 1=1 --") is None
    assert not kept.delete("bob", row.game_id)
    assert kept.delete("ann", row.game_id)
    assert not kept.delete("ann", row.game_id)
    assert kept.state(row, 0) is None
    assert not kept.write(moved(row, 1), step=({}, {})), "it has gone"


def test_a_new_step_drops_the_later_ones(kept: Store) -> None:
    row = kept.begin(new(), {"n": 0})
    for number in (1, 2, 3):
        row = moved(row, number)
        assert kept.write(row, step=({"act": number}, {"n": number}))
    kept.mark(row, 3, "three")
    kept.mark(row, 1, "one")
    again = moved(row, 2)
    assert kept.write(again, step=({}, {"n": "other"}))
    assert [kept.state(row, n) for n in range(4)] == [{"n": 0}, {"n": 1}, {"n": "other"}, None]
    assert kept.marks(row) == ((1, "one"),)
    assert not kept.write(moved(row, 3), step=({}, {})), "by somebody with an old view"
    assert kept.state(row, 3) is None


def test_long_states_are_packed() -> None:
    small, large = {"a": 1}, {"a": ["x\u2028"] * 1000}
    assert isinstance(packed(small), str)
    assert len(packed(large)) < 200
    assert unpacked(packed(small)) == small
    assert unpacked(packed(large)) == large


def test_old_games_go(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("KEPT_ENDED", 3), ("KEPT_OPEN", 4), ("KEPT_UNTOUCHED", 2)):
        monkeypatch.setattr(store, name, most)
    other = kept.begin(new("bob"), {})
    untouched, going, over = [], [], []
    for number in range(6):
        untouched.append(kept.begin(new(), {}).game_id)
        for ids, ended in ((going, None), (over, 5.0)):
            row = kept.begin(new(), {})
            row = moved(row, 1, ended=ended, updated=row.updated + number)
            assert kept.write(row, step=({}, {}))
            ids.append(row.game_id)
    kept.begin(new(), {})
    there = {row.game_id for row in kept.games("ann")}
    assert [n for n, game in enumerate(over) if game in there] == [4, 5]
    assert [n for n, game in enumerate(going) if game in there] == [3, 4, 5]
    assert [n for n, game in enumerate(untouched) if game in there] == [5]
    assert kept.game("bob", other.game_id) is not None


def test_statistics(kept: Store) -> None:
    def play(won: bool, elapsed: float, helped: bool = False, size: str = "3") -> None:
        row = kept.begin(new(size=size), {})
        row = moved(row, 1, elapsed_s=elapsed, helped=helped, counted=True)
        assert kept.write(row, step=({}, {}), result=won)

    assert kept.statistics("ann", "latin") == {}
    play(False, 9)
    assert kept.statistics("ann", "latin") == {"3": GameStatistics(1, 0, 0, None, None, 0, 0)}
    play(True, 30)
    play(True, 5, helped=True)
    play(True, 20)
    assert kept.statistics("ann", "latin") == {"3": GameStatistics(4, 3, 2, 20, 25, 2, 2)}
    play(False, 1)
    play(True, 40)
    play(True, 60, size="4")
    assert kept.statistics("ann", "latin") == {
        "3": GameStatistics(6, 4, 3, 20, 30, 1, 2),
        "4": GameStatistics(1, 1, 1, 60, 60, 1, 1),
    }
    assert kept.statistics("bob", "latin") == kept.statistics("ann", "queens") == {}
    for row in kept.games("ann"):
        kept.delete("ann", row.game_id)
    assert kept.statistics("ann", "latin")["3"].played == 6, "pruned games still count"
    kept.forget_statistics("ann", "latin")
    assert kept.statistics("ann", "latin") == {}


def test_a_newer_file_is_refused_and_left(path: Path) -> None:
    Store(path).close()
    newer = len(store.MIGRATIONS) + 1
    raw(path, f"PRAGMA user_version = {newer}", "CREATE TABLE more(x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"newer Gridwise .schema {newer}, this one knows"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_refused_and_left(path: Path) -> None:
    path.parent.mkdir()
    raw(path, "CREATE TABLE theirs(x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_an_older_file_is_taken_forward(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as opened:
        opened.set("ann", "x", 1)
    more = ("ALTER TABLE settings ADD COLUMN colour TEXT", "UPDATE settings SET colour = 'red'")
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, more))
    with Store(path) as opened:
        assert opened.settings("ann") == {"x": 1}
        assert raw(path, "SELECT colour FROM settings") == [("red",)]
        assert raw(path, "PRAGMA user_version") == [(len(store.MIGRATIONS),)]
    bad = ("CREATE TABLE fine(x)", "CREATE TABLE settings(x)")
    before = raw(path, "PRAGMA user_version")
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, bad))
    with pytest.raises(StoreError, match="already exists"):
        Store(path)
    assert raw(path, "PRAGMA user_version") == before, "all of it or nothing"
    assert raw(path, "SELECT name FROM sqlite_master WHERE name = 'fine'") == []


def test_a_file_of_the_first_schema_keeps_its_games_and_statistics(path: Path) -> None:
    path.parent.mkdir()
    raw(
        path,
        *store.MIGRATIONS[0],
        """INSERT INTO games VALUES(1, 'id', 'ann', 'latin', '3', 'play', '7', '{}',
            'latin:3:1../.../..2', 1, 2, 0, 0, 5, 0, 'open', NULL, 0, 1)""",
        "INSERT INTO tallies VALUES('ann', 'latin', '3', 4, 3, 2, 20, 50, 2, 2)",
        f"PRAGMA application_id = {store._APPLICATION}",
        "PRAGMA user_version = 1",
    )
    with Store(path) as opened:
        (game,) = opened.games("ann")
        assert (game.level, game.daily, game.board, game.elapsed_s) == ("", "", 0, 5)
        assert opened.statistics("ann", "latin") == {"3": GameStatistics(4, 3, 2, 20, 25, 2, 2)}
        assert opened.statistics_by_level("ann", "latin") == {}
        game = moved(game, 1)
        assert opened.write(game, step=({}, {"n": 1}), result=True)
        assert opened.statistics("ann", "latin")["3"].played == 5


def test_a_game_of_a_level_counts_for_its_size_and_its_level(kept: Store) -> None:
    for level, owner in (("easy", "ann"), ("hard", "ann"), ("easy", "bob")):
        row = kept.begin(replace(new(owner), level=level), {"n": 0})
        assert kept.game(owner, row.game_id).level == level  # type: ignore[union-attr]
        kept.write(replace(moved(row, 1), elapsed_s=10.0), step=({}, {"n": 1}), result=True)
    plain = kept.begin(new(), {"n": 0})
    kept.write(replace(moved(plain, 1), elapsed_s=4.0), step=({}, {"n": 1}), result=True)
    assert kept.statistics("ann", "latin") == {"3": GameStatistics(3, 3, 3, 4, 8, 3, 3)}
    one = GameStatistics(1, 1, 1, 10, 10, 1, 1)
    assert kept.statistics_by_level("ann", "latin") == {"easy": one, "hard": one}
    kept.forget_statistics("ann", "latin")
    assert kept.statistics_by_level("ann", "latin") == {}


def test_the_games_of_a_day(kept: Store) -> None:
    first = kept.begin(replace(new(), daily="2026-11-23"), {"n": 0})
    kept.begin(replace(new(), daily="2026-11-22"), {"n": 0})
    kept.begin(replace(new("bob"), daily="2026-11-23"), {"n": 0})
    assert [game.game_id for game in kept.daily_games("ann", "2026-11-23")] == [first.game_id]


@pytest.mark.parametrize("how", ["text", "cut", "torn", "emptied"])
def test_a_damaged_file_is_put_aside(
    path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Store(path) as opened:
        for number in range(40):
            opened.set(f"owner {number}", "x", "x" * 5000)
    whole = path.read_bytes()
    assert len(whole) > 100_000
    if how == "text":
        path.write_bytes(b"this is no database at all" * 200)
    elif how == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif how == "torn":
        path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    else:
        raw(path, "DROP TABLE steps")
    with caplog.at_level(logging.WARNING, "gridwise"), Store(path) as opened:
        assert "damaged" in str(opened.notice)
        assert "damaged" in caplog.text
        assert opened.settings("owner 1") == {}
        opened.set("ann", "x", 1)
    aside = [f for f in path.parent.iterdir() if ".damaged-" in f.name]
    assert sum(not f.name.endswith(("-wal", "-shm")) for f in aside) == 1
    with Store(path) as opened:
        assert opened.notice is None, "once, and no more"
        assert opened.settings("ann") == {"x": 1}


def test_a_file_that_another_process_made_anew_is_left(path: Path) -> None:
    with Store(path) as opened:
        opened.set("ann", "x", 1)
        opened._database._put_aside("as it was a moment ago")
        assert opened.notice is None
        assert opened.settings("ann") == {"x": 1}
    with Store(path) as opened:
        assert opened.settings("ann") == {"x": 1}


def test_a_change_is_not_waited_for_to_reach_the_disk(kept: Store) -> None:
    def asked(name: str) -> object:
        return kept._database.run(lambda db: db.execute(f"PRAGMA {name}").fetchone()[0])

    assert asked("journal_mode") == "wal"
    assert asked("synchronous") == 1  # NORMAL: no fsync at a commit, and the file stays whole
    assert asked("foreign_keys") == 1


def test_damage_that_shows_later_ends_nothing(path: Path) -> None:
    with Store(path) as opened:
        for number in range(40):
            opened.set(f"owner {number}", "x", "x" * 5000)
        row = opened.begin(new(), {})
        raw(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (size - 4096))
        # Another connection writes a little, so that the pages held in memory are looked at anew.
        other = sqlite3.connect(path)
        other.execute("PRAGMA user_version = 1")
        other.commit()
        other.close()
        opened.set("ann", "x", 1)
        assert opened.settings("ann") == {"x": 1}
        assert opened.game("ann", row.game_id) is None
        assert opened.notice is not None


def test_what_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "in" / "it", tmp_path):
        with pytest.raises(StoreError, match="cannot be opened"):
            Store(path)


def test_after_closing_it_says_so(path: Path) -> None:
    opened = Store(path)
    opened.close()
    opened.close()
    with pytest.raises(StoreError, match="closed"):
        opened.settings("ann")


def test_another_who_writes_for_long(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_database, "BUSY_S", 0.05)
    with Store(path) as opened:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            opened.set("ann", "x", 1)
        assert opened.settings("ann") == {}, "reading does not wait"
        other.execute("ROLLBACK")
        other.close()
        opened.set("ann", "x", 1)
        assert opened.settings("ann") == {"x": 1}


def test_many_threads(kept: Store) -> None:
    row = kept.begin(new(), {})
    wins: list[int] = []

    def work(who: int) -> None:
        mine = kept.begin(new(f"owner {who}"), {"n": 0})
        for number in range(1, 30):
            mine = moved(mine, number)
            assert kept.write(mine, step=({}, {"n": number}))
            kept.set("all", f"n{who}", number)
        assert [kept.state(mine, n) for n in range(30)] == [{"n": n} for n in range(30)]
        if kept.write(moved(row, 1), step=({}, {})):
            wins.append(who)

    threads = [threading.Thread(target=work, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wins) == 1, "one of those with the same view of a game"
    assert kept.settings("all") == {f"n{who}": 29 for who in range(8)}


HOSTILE = ("NULL", "'x'", "-5", "1e999", "x'ff00ff'", "9223372036854775807", "'" + "[" * 9999 + "'")


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_rows(kept: Store, path: Path, value: str) -> None:
    row = kept.begin(new(), {"n": 0})
    kept.set("ann", "x", 1)
    kept.mark(row, 0, "here")
    assert kept.write(moved(row, 1, counted=True), step=({}, {"n": 1}), result=True)
    columns = {
        "games": ("created", "updated", "cursor", "steps", "elapsed", "helped", "options"),
        "steps": ("state", "act"),
        "marks": ("name",),
        "tallies": ("played", "won", "unaided", "best", "total", "streak", "best_streak"),
        "settings": ("json",),
        "collections": ("name", "created"),
        "boards": ("number", "title", "progress"),
    }
    kept.collections.add("ann", "mine", [("one", "latin:3:1../.../..2")])
    for table, names in columns.items():
        for name in names:
            raw(path, f"UPDATE OR IGNORE {table} SET {name} = {value}")
            found = kept.games("ann")[0]
            assert found.elapsed_s >= 0
            assert found.step >= 0
            kept.state(found, 0)
            kept.marks(found)
            kept.settings("ann")
            kept.statistics("ann", "latin")
            for one in kept.collections.every("ann"):
                kept.collections.boards("ann", one.key)


def test_a_packed_bomb_is_not_unpacked() -> None:
    import zlib

    assert unpacked(zlib.compress(b'"' + b"x" * 50_000_000 + b'"')) is None


def test_a_file_that_is_busy_is_tried_again(tmp_path: Path) -> None:
    one, other = (
        sqlite3.connect(tmp_path / "x", timeout=0, isolation_level=None) for _ in range(2)
    )
    one.execute("BEGIN EXCLUSIVE")
    tried: list[int] = []

    def work() -> str:
        tried.append(len(tried))
        if len(tried) == 2:
            one.execute("COMMIT")
        other.execute("BEGIN EXCLUSIVE")
        return "done"

    assert _database._wait_for(work) == "done"
    assert tried == [0, 1]
    with pytest.raises(sqlite3.OperationalError, match="no such table"):  # not a busy file
        _database._wait_for(lambda: other.execute("SELECT 1 FROM missing"))
    one.close()
    other.close()
