"""What a side cannot see changes nothing on its screen: neither panel nor hint nor refusal."""

from attrs import evolve

from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Facing
from skirmish.core.knowledge import refreshed
from skirmish.core.state import Clock, State
from skirmish.core.view import view
from skirmish.tui.desk import Desk
from skirmish.tui.keys import Mode
from skirmish.tui.prompts import hint_words, status_words
from skirmish.tui.side import side_of
from tests.toy_ruleset import LANE, toy
from tests.tui.table import PLAYED

SIDES = ("blue", "red")
WIDE = (36, 38)


def lane(lurker: Figure | None) -> State:
    """The lane in its first turn, with r2 as given, or without it."""
    state = toy(LANE).state
    figures = dict(state.figures)
    figures["r2"] = evolve(figures["r2"], at=None) if lurker is None else lurker
    figures["r2"] = evolve(figures["r2"], counters={HIDDEN: 1})
    return refreshed(evolve(state, figures=figures, clock=Clock(1, 1, "act", "blue")), SIDES)


def shown(desk: Desk) -> list[str]:
    """Every word on the screen beside the map."""
    lines = [line.plain for line in side_of(desk, WIDE).lines]
    return [*lines, hint_words(desk, desk.mode, "").plain, status_words(desk.offers, "").plain]


def everything(state: State) -> list[list[str]]:
    """All that a player can bring up with the cursor, in look mode and while he aims."""
    found = []
    for verb in ("", "shoot", "step"):
        desk = Desk(PLAYED, view(state, "blue"))
        desk.look = not verb
        desk.choose("b1")
        for y in range(3):
            for x in range(9):
                desk.touched()
                if verb:
                    desk.verb(verb)
                desk.cursor = (x, y)
                desk.point((x, y))
                desk.confirm()
                found.append(shown(desk))
                desk.look, desk.pick = not verb, evolve(desk.pick, mode=Mode.SELECT)
    return found


def test_a_hidden_figure_cannot_be_found_by_pointing() -> None:
    """Panel, hints and refusals are the same wherever a hidden figure is, and without it."""
    lurker = toy(LANE).state.figures["r2"]
    places = [None, lurker, evolve(lurker, at=(3, 0), facing=Facing.S), evolve(lurker, at=(2, 1))]
    first, *others = [everything(lane(place)) for place in places]

    assert len(first) == 3 * 27
    assert all(other == first for other in others)
