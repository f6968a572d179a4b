"""The clock, and the written order of what happens between bounds."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.events import Bound, Zoned, event_text
from skirmish.core.figures import Arrival
from skirmish.core.state import Objective
from skirmish.rulesets.opposed_d6.kinds import Kind
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import CANNON, GAS, MORTAR, RABBLE, scene

APART = "a>. . . . . . . . . . R"


def verbs(game: Position) -> list[str]:
    """What the last order told, verb by verb."""
    return [told.event.verb for told in game.told]


def clock(game: Position) -> tuple[int, int, str, str]:
    """Turn, step, phase, side."""
    now = game.state.clock
    return now.turn, now.step, now.phase, now.side


def test_a_turn_has_four_bounds() -> None:
    """BAY-F1, BAY-12, BAY-22, BAY-A10: A moves, B shoots, B moves, A shoots."""
    game = scene(APART, phase="move")
    seen = [clock(game)]
    for _ in range(4):
        game = game.order("end")
        seen.append(clock(game))

    assert seen == [
        (1, 1, "move", "blue"),
        (1, 2, "fire", "red"),
        (1, 3, "move", "red"),
        (1, 4, "fire", "blue"),
        (2, 1, "move", "blue"),
    ]


def test_a_shooting_in_which_nobody_can_shoot_passes_by_itself() -> None:
    """What a side cannot do it is not asked for; close combat is fought all the same."""
    walled = scene("a>. # . R", phase="move").order("end")
    fighting = scene("a>R<. . .\n. . . . V", phase="move").order("end", (4, 4))

    assert clock(walled) == (1, 3, "move", "red")
    assert clock(fighting) == (1, 3, "move", "red")
    assert fighting.news("struck")[0].startswith("struck a locked source=r how=melee")


def test_an_unseen_target_does_not_keep_a_bound_open() -> None:
    """It is judged on the view: a hidden enemy in the arc is nobody to shoot at."""
    game = scene(APART, counters={"a": {"hidden": 1}}, phase="move")

    assert clock(game.order("end")) == (1, 3, "move", "red")


def test_the_suppressed_recover_when_their_own_sides_movement_ends() -> None:
    """BAY-F7: they lose the shot before it, creep, and are steady until they move again."""
    game = scene(
        "a>b>. . . . . . . R", counters={"a": {"suppressed": 1}}, phase="fire", side="blue"
    )
    assert game.rule("fire a R") == "BAY-12"

    moving = scene("a>b>. . . . . . . R", counters={"a": {"suppressed": 1}}, phase="move")
    recovered = moving.order("end")

    assert recovered.news("counted") == ("counted a suppressed 0", "counted a recovered 1")
    later = recovered.order("end").order("end")
    assert later.figure("a").count("recovered") == 1
    assert later.order("end").figure("a").count("recovered") == 0


def test_going_to_ground_lasts_until_its_side_moves_again() -> None:
    """House rule go_to_ground: +2 against being Suppressed, shown in the breakdown."""
    game = scene(
        APART,
        counters={"a": {"suppressed": 1}},
        phase="move",
        rules={"go_to_ground": True},
    ).order("end")

    lines = {m.name: m.value for m in game.odds("fire R a").modifiers}

    assert lines["harder to suppress again"] == 2


def test_enemies_of_the_suppressed_do_not_recover_with_them() -> None:
    """Each side at the end of its own movement."""
    game = scene("a>b>. . . . . . R Q", counters={"R": {"suppressed": 1}}, phase="move")

    assert game.order("end").figure("R").count("suppressed") == 1


def test_the_boundary_after_shooting_keeps_its_order() -> None:
    """BAY-F1: fights; objectives; clouds of the next side, gas, rally and flight, arrivals."""
    game = scene(
        field_of(30, 6),
        at={"a": (1, 1, ">"), "R": (2, 1, "<"), "Q": (25, 2), "V": (12, 5), "X": (20, 3)},
        kinds={"V": RABBLE},
        counters={"V": {"fleeing": 1, "fled_from": 1}},
        weapons={"a": (GAS,)},
        phase="fire",
        side="red",
        objectives=(Objective("mark", "blue", "reach", 3, (0, 0, 5, 5)),),
    )
    game = with_cloud(game, "gas", "blue", "a", (25, 2), 999)
    game = with_cloud(game, "smoke", "red", "r", (8, 0), 102)
    game = coming(game, "x", "E")

    after = game.order("end", (4, 4, 1, 6, 5))

    assert verbs(after) == [
        *("struck", "struck", "scored", "bound", "unzoned"),
        *("struck", "tested", "counted", "counted", "counted", "placed"),
    ]


def with_cloud(
    game: Position, kind: str, side: str, owner: str, at: tuple[int, int], until: int
) -> Position:
    """The battle with a cloud of one tile."""
    numbers = {"factor": 4, "skill": 0, "x": at[0], "y": at[1]}
    zone = Zoned(f"{kind}_{side}", kind, side, (at,), owner=owner, numbers=numbers, until=until)
    return game.after(zone)


def coming(game: Position, name: str, edge: str) -> Position:
    """The battle with a figure still to come this turn."""
    figure = game.figure(name)
    who = evolve(figure.who, arrival=Arrival(1, edge))
    figures = {**game.state.figures, name: evolve(figure, who=who, at=None)}
    return evolve(game, state=evolve(game.state, figures=figures))


def test_a_cloud_is_counted_down_when_the_side_that_fired_begins_a_bound() -> None:
    """BAY-20, BAY-F12: not at the enemy's bounds."""
    game = with_cloud(scene(APART, phase="move"), "smoke", "blue", "a", (5, 0), 201)
    left = []
    for _ in range(4):
        game = game.order("end")
        left.append((clock(game)[:3], len(game.state.zones)))

    assert left == [
        ((1, 3, "move"), 1),
        ((2, 1, "move"), 0),
        ((2, 2, "fire"), 0),
        ((2, 3, "move"), 0),
    ]


def test_gas_strikes_whoever_begins_its_own_bound_in_it() -> None:
    """BAY-20, BAY-29: friend and foe, with the ABC factor, at the start of their own bounds."""
    game = scene("a>. . . . # . . . . R", phase="move", weapons={"a": (GAS,)})
    game = with_cloud(game, "gas", "blue", "a", (10, 0), 999)

    reds = game.order("end", (3, 3))

    assert clock(reds) == (1, 3, "move", "red")
    assert reds.news("struck") == ("struck r suppressed how=gas sums=attack:7+guard:4",)
    assert reds.figure("R").count("suppressed") == 1


def test_whom_gas_puts_to_flight_does_not_roll_at_once() -> None:
    """It has just run; it rolls in its next bound."""
    game = scene("a>. . . . # . . . . R . . . . . . . . . . .", kinds={"R": RABBLE}, phase="move")

    after = with_cloud(game, "gas", "blue", "a", (10, 0), 999).order("end", (3, 3))

    assert after.news("tested") == ()
    assert after.figure("R").count("fleeing") == 1


def test_a_figure_that_ends_the_enemys_shooting_in_an_area_is_paid() -> None:
    """Objectives are judged when a bound with all its shooting and fighting is over."""
    area = Objective("ford", "blue", "reach", 3, (2, 0, 4, 0))
    game = scene(APART, phase="move", objectives=(area,)).order("move a 3,0").order("end")

    assert game.news("scored") == ()
    assert game.order("end").news("scored") == ("scored blue 3 ford",)


def test_a_battle_ends_with_its_last_turn_or_with_a_side() -> None:
    """No new bound is begun then."""
    last = scene(APART, phase="move", turns=1)
    for _ in range(4):
        last = last.order("end")
    downed = scene("a>R>. .", phase="fire", side="red").order("end", (6, 1))

    assert last.news() == ("ended score",)
    assert downed.news("left", "ended", "bound") == ("left r downed", "ended destroyed winner=blue")


def test_a_battle_opens_with_the_first_sides_movement() -> None:
    """And with who arrives in turn 1, facing as it was listed."""
    game = coming(scene("a>b>. . . . . . R", phase="deploy", side="red"), "b", "N")
    game = evolve(game, state=evolve(game.state, clock=evolve(game.state.clock, turn=0, step=1)))

    opened = game.order("ready")

    assert opened.news() == ("bound 1 1 move blue", "placed b 4,0 E")


GUNNER = Kind("gunner", "gunner", glyph="g", points=9, physical=2, crew=True)


def test_a_whole_turn_by_the_book() -> None:
    """Both halves of the rules together: move, fire, fight, on scripted faces."""
    game = scene(
        field_of(24, 7),
        at={"a": (2, 3, ">"), "b": (2, 5, ">"), "R": (10, 3, "<"), "Q": (20, 5, "<")},
        kinds={"Q": GUNNER},
        weapons={"Q": (CANNON,), "b": (MORTAR,)},
        phase="move",
    )

    game = game.order("move a 8,3")
    assert game.figure("a").at == (8, 3)
    game = game.order("end")
    assert clock(game) == (1, 2, "fire", "red")

    game = game.order("fire R a", (4, 3))
    assert game.news("struck", "counted", "turned") == (
        "counted r shot 1",
        "struck a suppressed source=r sums=attack:8+guard:5",
        "counted a suppressed 1",
        "turned a W",
    )
    game = game.order("fire Q b", (1, 6))
    assert game.figure("Q").count("loading") == 402
    game = game.order("end")
    assert clock(game) == (1, 3, "move", "red")

    game = game.order("move R 9,3").order("end", ())
    assert clock(game) == (1, 4, "fire", "blue")
    assert game.rule("fire a R") == "BAY-12"

    game = game.order("bombard b 20,5", (4, 5))
    assert game.figure("Q").fate == "fled"
    game = game.order("end", (3, 1))

    assert [event_text(t.event) for t in game.told if isinstance(t.event, Bound)] == [
        "bound 2 1 move blue"
    ]
    assert game.news("struck") == (
        "struck r nothing source=a how=melee sums=die:3+factor:2+total:5",
        "struck a downed source=r how=melee sums=die:1+factor:1+total:2",
    )
