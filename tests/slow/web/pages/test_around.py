"""What pages around the board show and do: statistics, saved games, comparisons, settings."""

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from comparing.planned import InProcess
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import quick_choice
from gridwise.core import registry
from gridwise.core.interaction import Action
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.policy import GameStatus
from gridwise.core.result import Stop
from gridwise.games.session import GameSession
from gridwise.jobs.stored import JobPhase
from gridwise.process.supervisor import Task, TaskOutcome
from gridwise.web.server.comparisons import FILES, Comparisons
from gridwise.web.server.context import Config, ServerContext
from gridwise.web.widgets import preferences
from web.pages._user import elements, tagged, texts, until

if TYPE_CHECKING:
    from nicegui.testing import User


HOSTILE = '<img src=x onerror="window.canary=1">'


def test_a_path_that_is_none_says_so_and_leads_back(visit: Any) -> None:
    async def look(user: "User") -> None:
        client = await user.open("/")
        with client:
            await client.sub_pages_router._handle_open("/nowhere/at/all")
        (heading,) = tagged(user, "h1")
        assert heading.text == "There is no such page"
        assert (await user.http_client.get("/nowhere")).status_code == 404

    visit(look)


def test_every_setting_is_kept(visit: Any) -> None:
    async def choose(user: "User") -> None:
        for name, choice in preferences.preferences().items():
            wanted = list(choice.values)[-1]
            await user.open("/settings")
            user.find(marker=f"{name}={wanted}").trigger("change")
            assert visit.kept[name] == choice.kept(wanted)
            await user.open("/settings")
            ticked = [e.props["value"] for e in tagged(user, "input")
                      if e.props.get("name") == f"gw-{name}" and e.props["checked"]]  # fmt: skip
            assert ticked == [wanted]

    visit(choose)


def test_the_live_region_says_the_same_twice(visit: Any) -> None:
    from gridwise.web.pages.shell import announce

    async def say(user: "User") -> None:
        client = await user.open("/")
        (region,) = [e for e in elements(user) if "gw-live" in e.classes]
        assert region.props["aria-live"] == "polite"
        heard = []
        with client:
            for _ in range(3):
                announce("solved")
                heard.append(region.text)
        assert [one.strip("\u00a0") for one in heard] == ["solved"] * 3
        assert heard[0] != heard[1] != heard[2]

    visit(say)


def test_about_names_the_data_folder_only_on_this_machine(
    visit: Any, server: ServerContext, tmp_path: Path
) -> None:
    async def look(user: "User") -> None:
        await user.open("/about")
        assert str(tmp_path) in texts(user)
        server.config = Config(tmp_path, token="t" * 20)
        await user.open("/about")
        assert not [text for text in texts(user) if str(tmp_path) in text]

    visit(look)


SQUARE = "sudoku:2x2:.234341221434321"


def played(server: ServerContext, *, won: bool, owner: str = "me", level: str = "") -> str:
    """Play a game on a board with one empty cell; return its id."""
    position = registry.puzzle("sudoku").parse(SQUARE)
    session = GameSession.begin(server.store, owner, "sudoku", position, level=level)
    digit = session.interaction.pad_buttons(session.state)[0].action
    session.apply(Action(digit.name, cell=0, value="1" if won else "2"))
    session.pause()
    return session.game_id


def test_without_games_the_statistics_say_so(visit: Any) -> None:
    async def look(user: "User") -> None:
        await user.open("/statistics")
        assert "No finished games yet." in texts(user)
        assert not tagged(user, "table")

    visit(look)


def test_statistics_show_what_was_played(visit: Any, server: ServerContext) -> None:
    played(server, won=True)
    played(server, won=True)
    played(server, won=True, owner="you")

    async def look(user: "User") -> None:
        await user.open("/statistics")
        (table,) = tagged(user, "table")
        cells = [
            e.text  # type: ignore[attr-defined]
            for e in table.descendants()
            if e.tag == "td" and hasattr(e, "text")
        ]
        assert cells[:3] == ["2", "2", "2"]
        assert cells[5:] == ["2", "2"]

    visit(look)


def test_statistics_show_levels_and_the_times_of_wins(visit: Any, server: ServerContext) -> None:
    for _ in range(2):
        played(server, won=True, level="easy")
    played(server, won=True, level="hard")
    played(server, won=False)  # goes on: it has no time yet
    GameSession.begin(server.store, "me", "queens", registry.puzzle("queens").parse("6"))

    from nicegui import ui

    async def look(user: "User") -> None:
        await user.open("/statistics")
        by_size, by_level = tagged(user, "table")
        rows = [e.text for e in by_level.descendants() if getattr(e, "tag", "") == "th"]
        assert rows[:1] == ["Level"] and rows[-2:] == ["Easy", "Hard"]
        sizes = [e.text for e in by_size.descendants() if getattr(e, "tag", "") == "th"]
        assert sizes[-1] == "4 by 4, for a start", "sizes have the names of the new game"
        (chart,) = (e for e in elements(user) if isinstance(e, ui.echart))
        (line,) = chart.options["series"]  # of one puzzle each level has its own, from two games on
        assert [x for x, _ in line["data"]] == [1, 2]
        assert "Easy: the first took" in chart.props["aria-label"]
        assert not any("puzzle" in e._markers for e in elements(user)), "one puzzle: no filter"

    visit(look)


def test_statistics_are_filtered_by_puzzle(visit: Any, server: ServerContext) -> None:
    played(server, won=True)
    puzzle = registry.puzzle("queens")
    game = GameSession.begin(server.store, "me", "queens", puzzle.parse("queens:1:"))
    assert game.apply(Action("queen", cell=0))
    assert game.verdict is GameStatus.WON
    game.pause()

    async def look(user: "User") -> None:
        await user.open("/statistics")
        assert len(tagged(user, "table")) == 2
        user.find(marker="puzzle").elements.pop().on_change("queens")  # type: ignore[attr-defined]
        await until(lambda: len(tagged(user, "table")) == 1)
        saved = [text for text in texts(user) if "last played on" in text]
        assert saved and all("Sudoku" not in text for text in saved)

    visit(look)


def test_a_saved_game_is_opened_as_the_last_one(visit: Any, server: ServerContext) -> None:
    first, second = (played(server, won=False) for _ in range(2))
    latest = GameSession.latest(server.store, "me", "sudoku")
    assert latest is not None
    assert latest.game_id == second

    async def press(user: "User") -> None:
        await user.open("/statistics")
        user.find(marker=f"open={first}").click()
        await until(lambda: user.back_history[-1] == "/sudoku")

    visit(press)
    latest = GameSession.latest(server.store, "me", "sudoku")
    assert latest is not None
    assert latest.game_id == first


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_a_game_is_asked_about(visit: Any, server: ServerContext, sure: bool) -> None:
    game = played(server, won=False)

    async def press(user: "User") -> None:
        await user.open("/statistics")
        user.find(marker=f"delete={game}").click()
        wanted = "sure" if sure else "keep"
        await until(lambda: any(wanted in e._markers for e in elements(user)))
        user.find(marker=wanted).click()
        await until(lambda: not any("keep" in e._markers for e in elements(user)))

    visit(press)
    assert (GameSession.resume(server.store, "me", game) is None) is sure


def test_clearing_takes_the_numbers_and_the_games_of_that_puzzle(
    visit: Any, server: ServerContext
) -> None:
    played(server, won=True)
    kept = played(server, won=True, owner="you")

    async def press(user: "User") -> None:
        await user.open("/statistics")
        user.find(marker="clear=sudoku").click()
        await until(lambda: any("sure" in e._markers for e in elements(user)))
        user.find(marker="sure").click()
        await until(lambda: not tagged(user, "table"))

    visit(press)
    assert server.store.games("me", touched=True) == ()
    assert [one.game_id for one in server.store.games("you", touched=True)] == [kept]


def test_home_offers_the_last_game_that_is_open(visit: Any, server: ServerContext) -> None:
    async def look(user: "User") -> None:
        await user.open("/")
        assert "Go on where you were" not in texts(user)
        played(server, won=True)
        await user.open("/")
        assert "Go on where you were" not in texts(user)
        played(server, won=False)
        await user.open("/")
        assert "Continue Sudoku" in texts(user)

    visit(look)


def test_help_names_the_keys_of_every_interaction(visit: Any) -> None:
    async def look(user: "User") -> None:
        for kind, interaction in registry.interactions().items():
            await user.open(f"/help/{kind}")
            seen = texts(user)
            state = interaction.begin(interaction.empty(next(iter(interaction.sizes))))
            for one in interaction.pad_buttons(state):
                if one.keys and not one.pen:
                    assert str(one.label) in seen, (kind, one)

    visit(look)


def begun(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> list[Any]:
    asked: list[Any] = []

    def start(self: Comparisons, inputs: Any, **more: Any) -> str:
        asked.append((list(inputs), more))
        if error is not None:
            raise error
        return "0" * 24

    monkeypatch.setattr(Comparisons, "start", start)
    return asked


def test_a_ready_made_comparison_begins(visit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = begun(monkeypatch)

    async def press(user: "User") -> None:
        await user.open("/compare")
        user.find(marker="suite=sudoku").click()
        await until(lambda: bool(asked))

    visit(press)
    ((inputs, more),) = asked
    assert inputs == ["sudoku"]
    assert more["methods"] is more["repeats"] is more["time_s"] is None
    assert more["owner"] == "me"


def test_an_own_choice_offers_what_fits_and_begins(
    visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = begun(monkeypatch)

    async def press(user: "User") -> None:
        await user.open("/compare")
        user.find(marker="boards").trigger("change", " queens:6:\n\nqueens:5:")
        fitting = {m.name for m in registry.methods_for(registry.puzzle("queens").parse("6"), None)}
        boxes = partial(tagged, user, "input")
        await until(lambda: {e.props["value"] for e in boxes() if "value" in e.props} == fitting)
        for name in quick_choice().methods:
            user.find(marker=f"method={name}").trigger("change", False)
        user.find(marker="method=bfs").trigger("change", True)
        user.find(marker="own").click()
        await until(lambda: bool(asked))

    visit(press)
    ((inputs, more),) = asked
    assert inputs == ["queens:6:", "queens:5:"]
    assert more["methods"] == ["bfs"] and more["total_s"] == 60.0


def test_the_limit_that_ends_a_choice_within_a_minute_is_told(
    visit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = begun(monkeypatch)
    quick = quick_choice()
    plan = plan_comparison(quick.boards, methods=quick.methods, repeats=5, total_s=60.0)
    assert sum(plan.heap_s if one.kind == "heap" else plan.time_s for one in plan.runs()) < 60.0

    async def press(user: "User") -> None:
        await user.open("/compare")
        await user.should_see(f"A run is stopped after {plan.time_s:g} s")
        user.find(marker=f"method={quick.methods[0]}").trigger("change", False)
        await until(lambda: not any(f"after {plan.time_s:g} s" in text for text in texts(user)))
        user.find(marker="whole").trigger("change", False)
        await user.should_see("Each run has the time limit above")
        user.find(marker="own").click()
        await until(lambda: bool(asked))

    visit(press)
    ((_, more),) = asked
    assert more["total_s"] is None and more["time_s"] == quick.time_s


def test_what_a_visitor_wrote_is_shown_as_text_alone(visit: Any) -> None:
    from nicegui import ui

    async def write(user: "User") -> None:
        await user.open("/compare")
        user.find(marker="boards").trigger("change", "queens:4:")
        user.find(marker="options").trigger("change", HOSTILE)
        user.find(marker="own").click()
        await until(lambda: any("canary" in text for text in texts(user)))
        for element in elements(user):
            assert not isinstance(element, ui.html) or "canary" not in element.content
            for name, value in element.props.items():
                assert "canary" not in str(value) or not name.startswith(":")

    visit(write)


def test_a_comparison_of_another_is_not_there(
    visit: Any, server: ServerContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Comparisons(tmp_path, lambda *_, **__: None)
    monkeypatch.setattr(server, "_comparisons", made)
    ident = made.start(["queens:4:"], owner="you", methods=["sat"], repeats=1)

    async def look(user: "User") -> None:
        await user.open(f"/compare/{ident}")
        assert "There is no such comparison" in texts(user)
        assert not any("queens" in text for text in texts(user))

    visit(look)
    assert server.comparisons.of("me") == ()


class Instant(InProcess):
    """Makes runs that take no time; those of one method end at the time limit."""

    def run(self, task: Task, limits: Limits) -> TaskOutcome:
        if task.args["method"] == "backtracking":
            return TaskOutcome("time_limit", None, 2.0, 2.0, 0.0, 100, None)
        value = {"question": "solution", "status": "SOLVED", "stop": "COMPLETED", "unique": None,
                 "optimal": None, "bound": None, "count": None, "exact": None, "board": "q",
                 "moves": [], "statistics": {"decisions": 3}}  # fmt: skip
        return TaskOutcome("answered", value, 0.5, 0.25, 0.0, 100, 10)


@pytest.mark.usefixtures("no_git")
def test_a_comparison_that_is_done_shows_what_limits_ended_and_its_files(
    visit: Any, server: ServerContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nicegui import ui

    made = Comparisons(tmp_path, partial(run_plan, executor=Instant()))
    monkeypatch.setattr(server, "_comparisons", made)
    ident = made.start(
        ["queens:4:", "queens:5:"], owner="me", methods=["sat", "backtracking"], repeats=1, time_s=2
    )

    async def look(user: "User") -> None:
        await until(lambda: made.find(ident).phase is JobPhase.DONE)
        await user.open(f"/compare/{ident}")
        seen = texts(user)
        assert "Done, runs: 6 of 6" in seen
        assert "> 2 s (time)" in seen
        assert "250 ms" in seen
        charts = [e for e in elements(user) if isinstance(e, ui.echart)]
        assert charts
        assert all(chart.props["aria-label"] for chart in charts)
        for name in FILES:
            user.find(marker=f"file={name}").click()
            assert (await user.download.next()).content == made.find(ident).file(name)

    visit(look)
    made.close()


def test_a_comparison_is_stopped_and_gone_on_with(
    visit: Any, server: ServerContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    def run(plan: Any, folder: Path, *, cancel: Any, progress: Any) -> Any:
        while not go.wait(0.01):
            if cancel.is_set():
                raise Interrupted(Stop.CANCELLED)
        (folder / "table.csv").write_text("x\n")

    made = Comparisons(tmp_path, run)
    monkeypatch.setattr(server, "_comparisons", made)
    ident = made.start(["queens:4:"], owner="me", methods=["sat"], repeats=1)

    async def press(user: "User") -> None:
        await until(lambda: made.find(ident).phase is JobPhase.RUNNING)
        second = made.start(["queens:5:"], owner="me", methods=["sat"], repeats=1)
        await user.open(f"/compare/{second}")
        assert "Waiting for 1 before it to end" in texts(user)
        user.find(marker="stop").click()
        await until(lambda: made.find(second).phase is JobPhase.STOPPED)
        await user.open(f"/compare/{ident}")
        user.find(marker="stop").click()
        await until(lambda: any("resume" in e._markers for e in elements(user)))
        go.set()
        user.find(marker="resume").click()
        await until(lambda: made.find(ident).phase is JobPhase.DONE)
        await until(lambda: not any("stop" in e._markers for e in elements(user)))

    visit(press)
    made.close()
