"""What presses and releases of the buttons do on a board."""

from every import every
from gridwise.core.policy import GameStatus
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import EventKind, RunningBoard

# 0 1 *    A mine in r1c3 and r3c1: r1c1 is 0, r2c2 is 2.
# 1 2 1
# * 1 0
MINES = frozenset({2, 6})
CASES = {
    "l1 L1": "open 1",
    "l0 L0": "open 0",  # and its neighbours, which no event says
    "l1 L2 l2": "open 2",  # where it is released; that is a mine, and nothing follows
    "l1 L- l1 L1": "open 1",
    "r2 R2": "flag 2",
    "r2 R2 r2 R2": "flag 2, unflag 2",
    "r2 R2 l2 L2": "flag 2",  # a flag is not opened
    "l1 L1 r1 R1 l1 L1": "open 1",
    "l4 L4 r2 R2 r6 R6 l4 r4 L4 R4": "open 4, flag 2, flag 6, chord 4",
    "l4 L4 r2 R2 r6 R6 r4 l4 R4 L4": "open 4, flag 2, flag 6, chord 4",
    "l4 L4 r2 R2 r6 R6 m4 M4": "open 4, flag 2, flag 6, chord 4",
    "l4 L4 r2 R2 r6 R6 l4 m4 L4 M4": "open 4, flag 2, flag 6, chord 4",
    "l4 L4 r2 R2 m4 M4": "open 4, flag 2",  # too few flags
    "l4 L4 r2 l4 L4": "open 4, flag 2",
    "l4 L4 r6 R6 r2 l4 L4 R4": "open 4, flag 6, flag 2, chord 4",  # a slide from flag to chord
    "l1 L1 l0 r0 R1 L3": "open 1",  # the left button does nothing after a chord
    "l1 L1 l0 r0 L1 R3": "open 1",
    "l1 L1 l0 r0 R1 L3 l3 L3": "open 1, open 3",
    "l1 L1 r- R- l3 L3": "open 1, open 3",
    "M4": "",
    "L4": "",
    "R4": "",
}


@every("script, events", CASES.items)
def test_a_script_of_buttons_has_these_effects(script: str, events: str) -> None:
    mouse = Mouse(3, 3, MINES)
    for at, step in enumerate(script.split()):
        cell = -1 if step[1] == "-" else int(step[1])
        mouse.move(cell % 3 * 16 + 5, cell // 3 * 16 + 15 if cell >= 0 else -1, at)
        button = {"l": mouse.left, "r": mouse.right, "m": mouse.middle}[step[0].lower()]
        button(step[0].islower())
    done = mouse.recorded.events
    assert ", ".join(f"{event.kind.value} {event.cell}" for event in done) == events


def test_the_press_before_the_first_release_may_be_missing() -> None:
    mouse = Mouse(3, 3, MINES, left=True)
    mouse.move(0, 0, 120)
    mouse.left(False)
    (event,) = mouse.recorded.events
    assert (event.kind, event.cell, event.time_s) == (EventKind.OPEN, 0, 0.12)


def test_buttons_can_be_toggled_and_pressed_together() -> None:
    mouse = Mouse(3, 3, MINES)
    for cell, buttons in ((4, "left left"), (2, "right right"), (6, "right right")):
        mouse.move(cell % 3 * 16, cell // 3 * 16, 0)
        for button in buttons.split():
            mouse.toggle(button)
    mouse.move(16, 16, 0)
    mouse.both()
    mouse.left(False)
    kinds = [event.kind.value for event in mouse.recorded.events]
    assert kinds == ["open", "flag", "flag", "chord"]


def test_a_game_is_won_with_its_last_safe_cell_and_lost_on_a_mine() -> None:
    table = RunningBoard(3, 3, MINES)
    for cell in (0, 8):  # both open their corner
        assert table.take(EventKind.OPEN, cell)
    assert table.status is GameStatus.WON
    assert not table.take(EventKind.FLAG, 2)
    table = RunningBoard(3, 3, MINES)
    assert table.take(EventKind.FLAG, 0) and table.take(EventKind.OPEN, 8)
    assert table.shown[0] == 10 and table.status is GameStatus.OPEN
    assert table.take(EventKind.OPEN, 2) and table.status is GameStatus.LOST
