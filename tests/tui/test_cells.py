"""The frame: what a view knows is drawn, and nothing else."""

from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve

from skirmish.core.board import TERRAIN
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.setup import Area, Objective
from skirmish.core.state import Clock, State
from skirmish.core.view import view
from skirmish.presentation.figure_status import lasting_states
from skirmish.presentation.visibility import WatchedGround
from skirmish.rulesets.registry import RULESETS
from skirmish.session import cursor_input, order_input
from skirmish.session.controller import Controller
from skirmish.tui.keys import KeyTable
from skirmish.tui.map.cells import BLOCKED, FALLEN, Cells, Composer, Overlay, label_places
from skirmish.tui.map.glyphs import (
    ASCII,
    BLOCKS,
    STATES,
    UNICODE,
    Glyphs,
    fall_step,
    fitting,
    mark_of,
    number,
)
from skirmish.tui.map.order_overlay import overlay_of
from skirmish.tui.map.paint import INK_MASK, OVER, SOIL, UNSEEN, Ink, Over, Soil
from tests.position import position
from tests.toy_ruleset import toy

SIDES = ("blue", "red")


def state_of(text: str, **places: Tile | None) -> State:
    """A battle in its first turn, with some figures elsewhere."""
    state = toy(text).state
    figures = {
        name: evolve(figure, at=places.get(name, figure.at))
        for name, figure in state.figures.items()
    }
    return with_updated_sight(
        evolve(state, figures=figures, clock=Clock(1, 1, "act", "blue")), SIDES
    )


def rows(cells: Cells) -> list[str]:
    """A frame as text."""
    (across, down), cells = cells.size, cells.finished()
    return [cells.row(y, 0, across)[0].tobytes().decode("utf-32-le") for y in range(down)]


def drawn(state: State, side: str = "blue", overlay: Overlay | None = None) -> Cells:
    """The frame of a side."""
    return Composer(UNICODE).compose(view(state, side), overlay or Overlay())


FIELD = "title t\nturns 3\nmap\n.....\n..#..\n.....\nfigures\nb1 blue 0,1\nr1 red 3,0\nr2 red 4,1\n"


def test_a_tile_is_two_columns_with_letter_and_facing() -> None:
    """The first side is in capitals, the other in small letters; walls fill their tile."""
    assert rows(drawn(state_of(FIELD))) == [". . . m→. ", "M→. ##. . ", ". . . . . "]


def test_a_count_replaces_the_facing_of_a_figure() -> None:
    """Such as how often fire fell on its tile."""
    counted = Overlay(spots=(((0, 1), "3"), ((1, 1), "2")))
    assert rows(drawn(state_of(FIELD), overlay=counted))[1] == "M3.2##. . "


def test_terminals_without_arrows_get_ascii() -> None:
    """Every character of the fallback is ASCII."""
    frame = Composer(ASCII).compose(view(state_of(FIELD), "blue"), Overlay())

    assert rows(frame)[1] == "M>. ##. . "


def test_a_state_that_lasts_is_seen_on_the_map() -> None:
    """Its mark stands where the facing would, unless that is asked for or the figure is chosen."""
    state = state_of(FIELD)
    shaken = evolve(state.figures["b1"], counters={"shaken": 1})
    state = evolve(state, figures={**state.figures, "b1": shaken})

    assert rows(drawn(state))[1][:2] == f"M{mark_of('shaken', UNICODE)}"
    for shown in (Overlay(facings=True), Overlay(chosen=shaken.at)):
        assert rows(drawn(state, overlay=shown))[1][:2] == "M→"
    assert rows(drawn(state, overlay=Overlay(chosen=(0, 0))))[1][:2] != "M→"


@pytest.mark.parametrize(
    ("side", "area", "row", "shown"),
    [
        ("blue", (0, 1, 4, 2), 1, "M→. ▲12:0 "),
        ("red", (0, 1, 4, 2), 1, "M→. ▲0:12 "),
        ("blue", (0, 0, 1, 0), 0, "$12:0 m→. "),
    ],
)
def test_an_objective_shows_its_flag_and_points(
    side: str, area: Area, row: int, shown: str
) -> None:
    """Where no figure hides them; first what they pay the viewing side."""
    goal = Objective("ford", side, "hold", 12, area)
    state = state_of(FIELD)
    state = evolve(state, setup=evolve(state.setup, objectives=(goal,)))

    assert rows(drawn(state))[row] == shown
    told = rows(drawn(state, overlay=Overlay(told=True)))
    assert not any("12" in line for line in told)


GROUND = (
    "title t\nturns 3\nmap\n........\n........\n........\n........\n"
    "figures\nb1 blue 2,1\nb2 blue 3,1\nr1 red 0,3\n"
)


@pytest.mark.parametrize(
    ("area", "part", "shown"),
    [
        ((4, 1, 6, 2), (0, 0, 8, 4), ("12:0", 2)),
        ((4, 1, 6, 2), (0, 0, 6, 4), ("12:0", 0)),  # cut at the right: elsewhere
        ((4, 1, 6, 2), (5, 1, 3, 3), ("12:0", 3)),
        ((4, 1, 6, 2), (6, 1, 2, 1), None),  # no room for all of it
        ((2, 1, 3, 1), (0, 0, 8, 4), ("12:0", 0)),  # figures all over it: beside it
        ((2, 1, 3, 1), (2, 1, 2, 1), None),
    ],
)
def test_points_of_an_objective_are_whole_or_not_there(
    area: Area, part: tuple[int, int, int, int], shown: tuple[str, int] | None
) -> None:
    """Neither a figure nor the edge of the window cuts `12:0` to another number."""
    goal = Objective("ford", "blue", "hold", 12, area)
    state = state_of(GROUND)
    known = view(evolve(state, setup=evolve(state.setup, objectives=(goal,))), "blue")
    left, top, across, down = part
    cells = Composer(UNICODE).compose(known, Overlay()).finished(part)
    window = [cells.row(y, left, across)[0].tobytes() for y in range(top, top + down)]
    lines = [row.decode("utf-32-le") for row in window]
    found = [(y, row) for y, row in enumerate(lines, top) if "1" in row or ":" in row]
    if shown is None:
        assert not found
    else:
        assert [(y, shown[0].strip() in row) for y, row in found] == [(shown[1], True)]
    assert sum(row.count(letter) for row in lines for letter in "MG") == sum(
        left <= x < left + across and top <= y < top + down for x, y in ((2, 1), (3, 1))
    )


def test_reach_is_shown_by_where_it_begins_and_ends() -> None:
    """Also on watched ground and round figures; a way and walls stay whole."""
    known = view(state_of(FIELD), "blue")
    board = known.state.board
    reach = board.mask_of([(1, 0), (2, 0), (4, 0), (1, 1), (3, 1), (1, 2), (2, 2), (3, 2)])
    watched = (WatchedGround("red", False, board.mask_of([(0, 2), (2, 2)])),)
    cells = Composer(UNICODE).compose(known, Overlay(ground=reach, watched=watched))
    assert rows(cells) == [".├. . m→.┤", "M→.┤##.┤. ", ".├. .z.┤. "]
    part = cells.finished((2, 0, 2, 3))
    shown = [part.row(y, 2, 2)[0].tobytes().decode("utf-32-le") for y in range(3)]
    assert shown == [".─m→", "##.┤", ".─.┤"]
    path = Overlay(ground=reach, path=((1, 2), (2, 2), (3, 2)))
    assert rows(Composer(UNICODE).compose(known, path))[2] == ".├.•.•.•. "


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_watched_ground_is_marked_for_each_side(glyphs: Glyphs) -> None:
    """Watch and suppressive fire, one's own and the enemy's: four marks."""
    known = view(state_of(FIELD), "blue")
    bits = known.state.board.bit((1, 2)), known.state.board.bit((2, 2))
    watched = tuple(
        WatchedGround(side, fire, bit)
        for side, (fire, bit) in product(SIDES, zip((False, True), bits, strict=True))
    )
    marks = ""
    for pair in (watched[:2], watched[2:]):
        cells = Composer(glyphs).compose(known, Overlay(watched=pair))
        marks += rows(cells)[2][3:6:2]
    assert marks == "xXzZ"


def test_watched_ground_is_marked_at_its_ends_in_each_row() -> None:
    """Not all over: the map stays readable. Where it is cut off it ends at the edge."""
    known = view(state_of(FIELD), "blue")
    mask = known.state.board.mask_of([(x, 2) for x in range(5)])
    cells = Composer(UNICODE).compose(known, Overlay(watched=(WatchedGround("red", False, mask),)))

    assert rows(cells)[2] == ".z. . . .z"
    part = cells.finished((1, 0, 3, 3)).row(2, 1, 3)[0].tobytes().decode("utf-32-le")
    assert part == ".z. .z"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, BLOCKS])
def test_nothing_over_the_ground_looks_like_ground(glyphs: Glyphs) -> None:
    """Without colours only the sign tells a fence from ground that the enemy watches."""
    over = {
        *(
            *glyphs.fence,
            *glyphs.other_fence,
            glyphs.trail,
            glyphs.arc,
            glyphs.path,
            glyphs.goal,
            glyphs.lost,
            glyphs.threat,
        ),
        *(glyphs.field, glyphs.area, *glyphs.falls, *glyphs.own_watches, *glyphs.watches),
        *(*glyphs.flags, BLOCKED, FALLEN),
    }
    assert over.isdisjoint(glyphs.ground(kind) for kind in TERRAIN.values())


def test_a_finished_battle_in_letters_has_its_last_moves_and_its_moments() -> None:
    """A mark stands beside a figure, and is not lost where the map is scaled down."""
    known = view(state_of(FIELD), "blue")
    overlay = Overlay(
        trails=((((1, 2), (2, 2), (3, 2)), "blue"),),
        labels=(((1, 2), " M1 ", "red"), ((4, 2), "58%", "good")),
    )
    lines = rows(Composer(UNICODE).compose(known, overlay))
    assert lines[2][4:8].count(UNICODE.trail) == 2
    (place, words, _), *others = label_places(known, overlay)
    assert (words, others) == ("M1", [])
    assert lines[place[1]][2 * place[0] :].startswith("M1")


ALIKE = "title t\nturns 3\nmap\n......\nfigures\nb1 blue 0,0\nr2 red 3,0\nr11 red 4,0\n"


def test_numbers_stand_where_the_facing_would() -> None:
    """Every figure shows that of its id; from ten on it is a letter."""
    shown = drawn(state_of(ALIKE), overlay=Overlay(numbers=True))

    assert rows(shown) == ["M1. . m2mb. "]


@pytest.mark.parametrize(
    ("targets", "row"),
    [(((3, 0), (4, 0)), "M→. . m2mb. "), (((4, 0),), "M→. . m→mb. "), (((0, 0),), "M→. . m→m→. ")],
)
def test_targets_that_look_alike_show_their_numbers(targets: tuple[Tile, ...], row: str) -> None:
    """Who is alone of its kind is known by its letter, and keeps its facing."""
    assert rows(drawn(state_of(ALIKE), overlay=Overlay(targets=targets))) == [row]


@pytest.mark.parametrize(
    ("name", "sign"),
    [("b3", "3"), ("r10", "a"), ("b0", "0"), ("x99", "+"), ("captain", "n"), ("u07", "7")],
)
def test_a_number_is_one_sign(name: str, sign: str) -> None:
    """Whatever the id, one column is all there is for it."""
    assert number(name) == sign


def test_what_stands_on_ground_does_not_hide_it() -> None:
    """A figure's tile is the ground that it is; a table stands on the floor of its room."""
    text = "title t\nturns 3\nmap\nT,-.-\nfigures\nb1 blue 0,0\nr1 red 1,0\n"
    _, paints = drawn(state_of(text)).row(0, 0, 5)

    assert [Soil(paint >> SOIL) for paint in paints[::2].tolist()] == [
        *(Soil.GROWTH, Soil.FLOOR, Soil.FLOOR),
        *(Soil.BARE, Soil.BARE),
    ]


def test_what_the_enemy_covers_is_marked() -> None:
    """By a sign, not by a tint alone."""
    state = state_of(FIELD)
    mask = state.board.mask_of([(1, 0), (1, 1)])

    assert rows(drawn(state, overlay=Overlay(threat=mask)))[:2] == ['. .". m→. ', 'M→."##. . ']


@pytest.mark.parametrize(
    ("environ", "marks"),
    [
        ({}, UNICODE),
        ({"LANG": "de_DE.UTF-8"}, UNICODE),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, ASCII),
        ({"LANG": "de_DE.ISO-8859-1"}, ASCII),
        ({"LANG": "en_GB.utf8", "SKIRMISH_ASCII": "1"}, ASCII),
        ({"LANG": "de_DE.UTF-8", "TERM": "linux"}, ASCII),
        ({"LANG": "C", "SKIRMISH_ASCII": "0"}, UNICODE),
    ],
)
def test_the_locale_chooses_the_marks(environ: dict[str, str], marks: Glyphs) -> None:
    """Without UTF-8, and on a console, there is ASCII; the player has the last word."""
    assert fitting(environ) == marks


def test_ground_out_of_sight_is_marked() -> None:
    """What no own figure sees is painted as such, what one sees is not."""
    frame = drawn(state_of(FIELD))
    _, paints = frame.row(1, 0, 5)

    assert [bool(paint & UNSEEN) for paint in paints[::2].tolist()] == [
        *(False, False, False),
        *(True, True),
    ]


def test_what_is_not_seen_does_not_matter() -> None:
    """Wherever a figure out of sight stands, the frame is the same."""
    there, elsewhere = state_of(FIELD), state_of(FIELD, r2=(4, 1))
    hidden = evolve(there.figures["r1"], counters={HIDDEN: 1})
    lurking = with_updated_sight(evolve(there, figures={**there.figures, "r1": hidden}), SIDES)
    gone = state_of(FIELD, r1=(4, 1), r2=None)

    assert rows(drawn(there)) == rows(drawn(elsewhere))
    assert not list(
        drawn(with_updated_sight(evolve(lurking, known={}), SIDES)).changed_from(drawn(gone))
    )


def test_who_was_seen_before_is_a_question_mark() -> None:
    """A contact is drawn where it was last seen, until that tile is seen without it: for good."""
    seen = state_of(FIELD)
    away = evolve(seen.figures["r1"], at=(4, 1))
    lost = with_updated_sight(evolve(seen, figures={**seen.figures, "r1": away, "r2": away}), SIDES)
    blind = evolve(seen.figures["b1"], at=None)
    dark = with_updated_sight(evolve(lost, figures={**lost.figures, "b1": blind}), SIDES)

    unwatched = with_updated_sight(evolve(seen, figures={**seen.figures, "b1": blind}), SIDES)

    assert rows(drawn(unwatched))[0] == ". . . m?. "
    assert rows(drawn(lost))[0] == rows(drawn(dark))[0] == ". . . . . "


def test_only_what_changed_is_reported() -> None:
    """Two frames differ where something differs: rows, with first and last tile."""
    before = drawn(state_of(FIELD))
    after = drawn(state_of(FIELD), overlay=Overlay(path=((1, 2), (2, 2))))

    assert list(after.changed_from(before)) == [(2, 1, 2)]


def test_where_a_shell_may_fall_is_graded_and_leaves_the_map_readable() -> None:
    """No figure's sign among the marks, nothing below 1%, and of what it reaches only the rim."""
    rows_of_ground = "\n".join([". " * 44] * 12)
    battle = position(f"a>{rows_of_ground[2:]}", ruleset="d100", kind="trooper")
    controller = Controller(battle.ruleset, battle.view(), KeyTable())
    controller.choose("a")
    order_input.verb(controller, "bombard")
    controller.cursor = (5, 4)
    cursor_input.step(controller, Facing.E)
    overlay = overlay_of(controller)
    odds = controller.legal.odds(controller.draft.order)
    assert odds is not None

    falls = dict(overlay.falls)
    assert {tile: odds.landing[tile] for tile in falls} == falls
    assert sum(chance for chance in falls.values() if chance) == 1 - odds.landing.get(None, 0)
    assert [fall_step(Fraction(n, 1000)) for n in (9, 10, 49, 50, 150, 350)] == [
        None,
        0,
        0,
        1,
        2,
        3,
    ]
    shown = Composer(UNICODE).compose(battle.view(), overlay)
    overs = (shown.paints[:, :, 1] >> OVER & 15).ravel().tolist()
    assert 0 < overs.count(Over.AREA) < overlay.area.bit_count() / 2
    chances = (Fraction(2, 5), Fraction(1, 50), Fraction(1, 200), None)
    tiles: list[Tile] = [(2, 2), (3, 2), (4, 2), (5, 2)]
    few = Overlay(falls=tuple(zip(tiles, chances, strict=True)))
    cells = Composer(UNICODE).compose(battle.view(), few)
    assert rows(cells)[2][4:12] == ".█.░. .░"
    assert [int(cells.paints[2, x, 1]) >> OVER & 15 for x in (2, 3)] == [Over.FALL_4, Over.FALL_1]


def test_the_fallen_have_the_colour_of_their_side() -> None:
    """Each side's in its ink, in letters too."""
    state = state_of(FIELD, b1=None, r1=None, r2=None)
    lying = (((0, 0), state.figures["b1"]), ((1, 0), state.figures["r1"]))
    cells = Composer(UNICODE).compose(view(state, "blue"), Overlay(fallen=lying))
    inks = [int(paint) & INK_MASK for paint in cells.paints[0, :2, 0]]
    assert inks == [Ink.BLUE, Ink.RED]


@pytest.mark.parametrize("glyphs", [UNICODE, BLOCKS, ASCII])
def test_every_state_has_a_mark_of_its_own(glyphs: Glyphs) -> None:
    """No two states of any ruleset share one, nor does a state look like a facing."""
    lasting = [lasting_states(ruleset.handbook.declared) for ruleset in RULESETS.values()]
    names = list(dict.fromkeys(name for states in lasting for name in states))
    marks = [mark_of(name, glyphs) for name in names]
    assert len(dict.fromkeys(marks)) == len(names)
    assert set(names) == set(STATES)
    assert not {*marks, mark_of("unknown", glyphs)} & {*glyphs.arrows, *glyphs.low}
