"""Several ways to do one thing: rows for what is said differently, and what is always said."""

from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.tui import pick as picks
from skirmish.tui.desk import Desk
from skirmish.tui.keys import Mode
from skirmish.tui.side import side_of
from tests.position import position
from tests.tui.drill import drilled

KEYS = st.lists(
    st.sampled_from(["up", "down", "left", "right", "more", "less", "tab"]), max_size=25
)


def aiming() -> Desk:
    """A shot before it is fired."""
    game = drilled()
    desk = Desk(game.ruleset, game.view("blue"))
    desk.choose("b1")
    desk.verb("fire")
    return desk


def rows(desk: Desk) -> list[tuple[str, str]]:
    """The details as they stand."""
    return [(row.label, row.value) for row in picks.details(desk.offers, desk.pick)]


def test_weapon_and_mode_are_rows_of_their_own() -> None:
    """What families always say is no list of families; what is not said is what is meant."""
    assert rows(aiming()) == [("weapon", "rifle"), ("mode", "single")]


def test_another_weapon_keeps_the_mode() -> None:
    """Each row changes one thing, and the order says what its family always says."""
    desk = aiming()
    desk.options()
    desk.step(Facing.S)
    desk.step(Facing.E)
    assert desk.pick.order == Order.of("fire", "b1", "r1", mode="burst")
    desk.step(Facing.N)
    desk.step(Facing.E)

    assert desk.pick.order == Order.of("fire", "b1", "r1", mode="burst", weapon="hand_gun")
    assert "hand gun" in "\n".join(line.plain for line in side_of(desk, (30, 30)).lines)


def test_one_key_goes_through_the_ways_before_details_are_open() -> None:
    """The next target is shot at in the same way."""
    desk = aiming()
    desk.share(1)
    assert desk.mode is Mode.TARGET
    desk.next(1)

    assert desk.pick.order == Order.of("fire", "b1", "r2", mode="burst")


def test_a_number_goes_on_in_larger_steps() -> None:
    """A long list is gone through by a few values at a time."""
    desk = aiming()
    desk.share(1)
    desk.options()
    desk.next(-1)
    for _ in range(3):
        desk.share(1)

    assert desk.pick.order.number("rounds") == 16


@given(KEYS)
def test_whatever_is_pressed_the_order_is_one_of_a_family(keys: list[str]) -> None:
    """Fields that a way does not offer are gone with it, those that it says are there."""
    desk = aiming()
    desk.options()
    facings = {"up": Facing.N, "down": Facing.S, "left": Facing.W, "right": Facing.E}
    for key in keys:
        if key in facings:
            desk.step(facings[key])
        elif key == "tab":
            desk.next(1)
        else:
            desk.share(1 if key == "more" else -1)
    family = picks.family_of(desk.offers, desk.pick)
    assert family is not None
    said = dict(desk.pick.order.fields)

    assert {name: said.get(name) for name, _ in family.fixed} == dict(family.fixed)
    assert said.keys() <= {name for name, _ in (*family.fields, *family.fixed)}


def test_a_way_that_is_chosen_for_a_detail_says_it() -> None:
    """A burst at two is at two, and dice to be spread are spread, as soon as that is chosen."""
    drawing = "a>. . . . R<\n. . . . . Q<"
    said: dict[tuple[str, str], str] = {}
    for rules, kind in (("d100", "trooper"), ("trait_die", "trooper")):
        battle = position(drawing, ruleset=rules, kind=kind)
        desk = Desk(battle.ruleset, battle.view("blue"))
        desk.choose("a")
        desk.verb("fire")
        for _ in range(4):
            said |= {(rules, name): text for name, text in desk.pick.order.fields}
            assert desk.offers.refusal(desk.pick.order) is None
            desk.share(1)

    assert said["d100", "also"] in ("q", "r")
    assert sorted(said["trait_die", "split"].replace("+", ":").split(":"))[-2:] == ["q", "r"]
    assert ("d100", "bonus") not in said
