"""What a proposed move passes, enters and leaves, as far as its side knows."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import parse_path
from skirmish.core.orders import Order
from skirmish.core.state import Contact, Objective, Step, Track, Zone
from skirmish.core.view import View
from skirmish.presentation.objective_status import changed_by_move
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import way_rows
from skirmish.presentation.visibility import last_seen_on
from skirmish.rulesets.common.moves import way
from tests.position import position


def remembered(drawing: str) -> View:
    """A view of blue that has seen the enemy before, and does not see it now."""
    battle = position(drawing, ruleset="d100", kind="trooper")
    view = battle.view()
    enemy = battle.state.figures["r"]
    contacts = {"r": Contact(enemy, 0)}
    figures = {"a": view.state.figures["a"]}
    known = {"blue": evolve(view.state.known["blue"], seen=0, visible=())}
    return evolve(view, contacts=contacts, state=evolve(view.state, figures=figures, known=known))


def passed(view: View, goal: tuple[int, int]) -> tuple[str, ...]:
    """The enemies last seen on the way that is proposed to a tile."""
    legal = LegalOrders(position("a", ruleset="d100").ruleset, view)
    target = legal.target_at("a", "run", goal)
    assert target
    return last_seen_on(view, way((0, 1), parse_path(target)))


def test_a_way_leads_past_where_an_enemy_was_last_seen_unless_that_costs_much() -> None:
    """Round it over open ground; through a lane there is no other way, and it is said."""
    assert passed(remembered(". . . . .\na>. R<. .\n. . . . ."), (4, 1)) == ()
    assert passed(remembered("# # # # #\na>. R<. .\n# # # # #"), (4, 1)) == ("r",)


def test_a_way_beside_where_an_enemy_was_last_seen_names_it() -> None:
    """It may still be there, in smoke, and fight; farther away it is not named."""
    for drawing, said in (
        ("a>. .\n. . R<", ["passes beside where r was last seen"]),
        ("a>. . R<", []),
    ):
        view = remembered(drawing)
        legal = LegalOrders(position("a", ruleset="d100").ruleset, view)
        rows = way_rows(legal, Order.of("run", "a", ((1, 0),)), None).rows
        assert [row.label for row in rows if "last seen" in row.label] == said


def test_an_enemy_that_walked_out_of_sight_is_named_though_its_last_tile_is_empty() -> None:
    """It left in this bound, so it is near."""
    view = remembered("a>. R<")
    assert last_seen_on(evolve(view, contacts={}), ((1, 0), (2, 0))) == ()
    walker = evolve(view.contacts["r"].figure, at=None)
    figures, known = {**view.state.figures, "r": walker}, view.state.known["blue"]
    state = evolve(
        view.state,
        figures=figures,
        tracks={"r": Track("r", (Step((2, 0), 0),))},
        known={"blue": evolve(known, seen=view.state.board.mask_of([(2, 0)]))},
    )
    view = evolve(view, state=state)
    assert "r" not in view.last_seen
    assert last_seen_on(view, ((1, 0), (2, 0))) == ("r",)


def test_of_ways_that_cost_the_same_one_without_overwatch_is_proposed() -> None:
    """A longer one is not; the goal itself may be watched."""

    def proposed(drawing: str, *watched: tuple[int, int]) -> set[tuple[int, int]]:
        battle = position(drawing, ruleset="d20")
        seen = battle.view()
        zone = Zone("overwatch_red_1", "overwatch", "red", "", watched)
        seen = evolve(seen, state=evolve(seen.state, zones={zone.id: zone}))
        goal = seen.state.board.width - 1
        target = LegalOrders(battle.ruleset, seen).target_at("a", "move", (goal, 1))
        return set(way((0, 1), parse_path(target))) & set(watched)

    wide = ". . . . .\na>. . . .\n. . . . ."
    usual = [*((x, 1) for x in range(1, 4))]
    bent = ". . . . .\na># . . .\n. . . . ."
    for one in ((1, 0), (2, 0), (1, 2), (2, 2)):
        assert proposed(bent, one) == set()
    assert proposed(wide, *usual) == set(usual)
    assert proposed(bent, (4, 1)) == {(4, 1)}


def test_a_move_says_which_objectives_it_enters_and_leaves() -> None:
    """Not while another figure of the side holds the ground."""
    goal = Objective("yard", "blue", "hold", 2, area=(0, 0, 1, 0), text="the yard")
    battle = position("a>. . . R<", ruleset="d100", kind="trooper")
    view = battle.view()
    view = evolve(
        view, state=evolve(view.state, setup=evolve(view.state.setup, objectives=(goal,)))
    )
    a = view.state.figures["a"]
    away = evolve(a, at=(3, 0))

    assert changed_by_move(view, a, (3, 0)) == ["leaves: the yard (2 points a turn)"]
    assert changed_by_move(view, a, (1, 0)) == []
    figures = {**view.state.figures, "a": away}
    outside = evolve(view, state=evolve(view.state, figures=figures))
    assert changed_by_move(outside, away, (1, 0)) == ["enters: the yard (2 points a turn)"]
    other = evolve(a, who=evolve(a.who, id="b"))
    both = evolve(view, state=evolve(view.state, figures={**view.state.figures, "b": other}))
    assert changed_by_move(both, a, (3, 0)) == []


def test_a_move_into_the_lee_of_smoke_names_the_enemy_that_it_hides() -> None:
    """Else the figure has no shot there, and nothing on the way says why."""
    rows = "a>. . . . . . .\n\n\n. . . . . . . . #\n. . . . . . . . R<"
    battle = position(rows, weapons={"a": ("rifle", "smoke_grenade")}).order("bombard a 4,4")
    legal = LegalOrders(battle.ruleset, battle.bound("move", "blue").view())

    assert legal.smoke_words("a", (0, 4)) == "smoke at 3,4 blocks the view of r"
    told = way_rows(legal, Order.of("move", "a", ((0, 4),)), None).rows
    assert "smoke at 3,4 blocks the view of r" in [row.label for row in told]
    assert not legal.smoke_words("a", (8, 0)), "the wall hides it"
