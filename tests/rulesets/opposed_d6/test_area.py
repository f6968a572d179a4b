"""Fire at tiles: areas, indirect fire, grenades, gas and smoke."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest
from attrs import evolve

from skirmish.core.events import Struck
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Tile
from skirmish.core.view import UNSEEN, news_of
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.opposed_d6.dice import Guard
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import (
    FLAMER,
    GAS,
    GRENADE,
    GUN,
    MORTAR,
    SHIELDED,
    SMOKE,
    scene,
)

WALLED = """
    . . . . . # . . . .
    a>. . . . # . . R .
    . . . . . # . . . .
""".replace("R ", "R<")
"""a sees nothing of R, nor of the tiles round it."""


def attack_of(game: Position, text: str, side: str = "") -> Attack:
    """The attack of an order that does not scatter."""
    attack = game.ruleset.attack(game.view(side).state, game.line(text))
    assert isinstance(attack, Attack)
    return attack


def victims(game: Position, text: str) -> dict[str, tuple[int, int]]:
    """What is rolled with for and against each victim: attack factor, guard factor."""
    attack = attack_of(game, text)
    pairs = cast("tuple[tuple[int, Guard], ...]", attack.args[0])
    numbers = [(factor, guard.factor) for factor, guard in pairs]
    return dict(zip(attack.subjects, numbers, strict=True))


def factors(game: Position, text: str) -> dict[str, int]:
    """The attack factor against each victim."""
    return {name: factor for name, (factor, _) in victims(game, text).items()}


def landing(game: Position, text: str) -> tuple[Tile | None, ...]:
    """Where a round comes down for each face of the d10."""
    aim = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(aim, Aim)
    (tiles,) = aim.args
    assert isinstance(tiles, tuple)
    return tiles


def test_everybody_near_the_aim_point_is_struck() -> None:
    """BAY-15, BAY-17: friend and foe, weaker with each further radius (BAY-18, BAY-A7)."""
    game = scene("a>. . . . . . R<Q<. b<P<", weapons={"a": (MORTAR,)})

    assert factors(game, "bombard a 7,0") == {"b": -1, "p": -4, "q": 5, "r": 5}


def test_an_area_attack_is_one_roll() -> None:
    """BAY-30, BAY-V14: four figures in it, one attack die and a die for each of them."""
    game = scene(
        """
        . . . . . . Q<. .
        a>. . . . P<. M<.
        . . . . . . R<. .
        """,
        weapons={"a": (evolve(MORTAR, max_radius=1),)},
    )
    after = game.order("bombard a 6,1", faces=[3, 6, 6, 6, 6])
    struck = [told for told in after.told if isinstance(told.event, Struck)]

    assert len(struck) == 4
    assert [len(told.faces(after.faces)) for told in struck] == [1] * 4
    burst = next(told for told in after.told if told.event.verb == "burst")
    assert [face.face for face in burst.faces(after.faces)] == [3]


def test_some_weapons_end_at_their_greatest_radius() -> None:
    """BAY-19: though the factor would still count."""
    game = scene("a>. . . . . . R<Q<P<", weapons={"a": (evolve(MORTAR, max_radius=2),)})
    near = scene("a>. . . . . . R<Q<P<", weapons={"a": (evolve(MORTAR, max_radius=1),)})

    assert set(factors(game, "bombard a 7,0")) == {"r", "q", "p"}
    assert set(factors(near, "bombard a 7,0")) == {"r", "q"}


def test_it_ends_where_less_than_minus_5_would_be_rolled() -> None:
    """BAY-A7: a final factor of -5 is still rolled; injuries of the shooter count."""
    far = scene("a>. . . . . . R<. . Q<", weapons={"a": (evolve(MORTAR, factor=1),)})
    hurt = scene(
        "a>. . . . . . R<. . Q<",
        weapons={"a": (evolve(MORTAR, factor=1),)},
        counters={"a": {"injury": 1}},
    )

    assert factors(far, "bombard a 7,0") == {"q": -5, "r": 1}
    assert factors(hurt, "bombard a 7,0") == {"r": 0}


def test_selective_weapons_spare_friends() -> None:
    """BAY-17: a few weapons strike enemies alone."""
    game = scene("a>. . . . . . R<b<. . ", weapons={"a": (evolve(MORTAR, selective=True),)})

    assert set(factors(game, "bombard a 7,0")) == {"r"}


def test_a_direct_area_weapon_must_see_its_aim_point() -> None:
    """BAY-16: and nobody may stand in between (BAY-08); an indirect one needs neither."""
    walled = scene(WALLED, weapons={"a": (evolve(FLAMER, range=20), MORTAR)})
    friend = scene("a>b>. . . R<", weapons={"a": (FLAMER, MORTAR)})

    assert walled.rule("bombard a 8,1") == "BAY-16"
    assert walled.rule("bombard a 8,1 weapon=mortar") == "legal"
    assert friend.rule("bombard a 5,0") == "BAY-08"
    assert friend.rule("bombard a 5,0 weapon=mortar") == "legal"


def test_a_victim_must_see_the_burst() -> None:
    """BAY-16: a wall between the burst and a figure saves it."""
    game = scene(
        """
        . . . . . . R<. .
        a>. . . . . # . .
        . . . . . . Q<. .
        """,
        weapons={"a": (MORTAR,)},
    )

    assert set(factors(game, "bombard a 6,2")) == {"q"}


@pytest.mark.parametrize(
    ("aim", "rule"),
    [("7,0", "legal"), ("2,0", "BAY-11"), ("3,9", "BAY-04"), ("0,0", "BAY-15"), ("40,0", "BAY-15")],
)
def test_the_aim_point_is_in_arc_and_range(aim: str, rule: str) -> None:
    """BAY-A2, BAY-11: indirect fire keeps to the arc, and to its least and greatest range."""
    game = scene(field_of(12, 12), at={"a": (0, 0), "R": (7, 0)}, weapons={"a": (MORTAR,)})

    assert game.rule(f"bombard a {aim}") == rule


def test_front_and_cover_are_judged_from_the_burst() -> None:
    """BAY-28: from the shooter where the burst is on the figure's own tile."""
    shell = evolve(MORTAR, radius=2, max_radius=2)
    game = scene("a>. . . . . R<. . . ", weapons={"a": (shell,)}, kinds={"R": SHIELDED})

    assert [victims(game, f"bombard a {x},0")["r"][1] for x in (7, 5, 6)] == [2, 4, 4]


def test_height_helps_against_what_is_thrown_up() -> None:
    """BAY-28: 1 for each level, with cover 3 at most; nothing against direct fire."""
    game = scene("a>. . . . R<", weapons={"a": (GRENADE, FLAMER)}, levels="000002")
    high = scene("a>. . . . R<", weapons={"a": (GRENADE,)}, levels="000002", under={"R": ":"})

    assert victims(game, "bombard a 5,0")["r"] == (4, 4)
    assert victims(game, "bombard a 5,0 weapon=flamer")["r"] == (5, 2)
    assert victims(high, "bombard a 5,0")["r"] == (4, 5)


def test_what_the_shooter_sees_it_hits() -> None:
    """BAY-11: no scatter at a point in its own sight, nor without the house rule."""
    seen = scene("a>. . . . . . R<", weapons={"a": (MORTAR,)})
    exact = scene(WALLED, weapons={"a": (MORTAR,)}, rules={"scatter": False})

    assert attack_of(seen, "bombard a 7,0").at == (7, 0)
    assert attack_of(exact, "bombard a 8,1").at == (8, 1)


SPOTTER = {"b": (9, 0, "v")}


def test_a_spotted_round_scatters_little() -> None:
    """BAY-11, EP-04, EP-09: the d10 gives the direction, and 1 or 2 tiles with a spotter."""
    game = scene(WALLED, weapons={"a": (MORTAR,)}, at=SPOTTER)

    assert landing(game, "bombard a 7,1") == (
        *((8, 1), (8, 1), (8, 2), (7, 2), (6, 2)),
        *((5, 1), (5, 1), (6, 0), None, (8, 0)),
    )


def test_an_unspotted_round_scatters_more() -> None:
    """BAY-11, BAY-F11: 1 to 5 tiles where nobody sees it; a suppressed friend does not spot."""
    blind = scene(WALLED, weapons={"a": (MORTAR,)})
    pinned = scene(WALLED, weapons={"a": (MORTAR,)}, at=SPOTTER, counters={"b": {"suppressed": 1}})

    assert landing(blind, "bombard a 7,1") == (
        *((8, 1), (8, 1), (8, 2), None, None),
        *((4, 1), (3, 1), None, None, None),
    )
    assert landing(pinned, "bombard a 7,1") == landing(blind, "bombard a 7,1")


def test_a_thrown_round_stops_before_a_wall() -> None:
    """It stops on the last tile before one that blocks sight from the aim point."""
    game = scene(
        """
        . . # . . . .
        a># . # . R<.
        . . # . . . .
        """,
        weapons={"a": (evolve(GRENADE, range=30), evolve(MORTAR, min_range=0))},
    )

    assert landing(game, "bombard a 2,1")[0] == (2, 1)
    assert landing(game, "bombard a 2,1 weapon=mortar")[0] == (3, 1)


def test_a_round_off_the_map_has_no_effect() -> None:
    """The d10 belongs to the shot; nothing comes down."""
    game = scene(WALLED, weapons={"a": (MORTAR,)}).order("bombard a 7,1", faces=[9])

    assert game.news("fired", "burst", "struck") == ("fired a mortar at=7,1",)
    assert game.told[0].faces(game.faces)[0].sides == 10


def test_the_odds_of_a_scattering_round_count_every_landing() -> None:
    """BAY-11: the chances of a figure are summed over all tiles, and add up to 1."""
    game = scene(WALLED, weapons={"a": (evolve(MORTAR, max_radius=1),)}, at=SPOTTER)
    odds = game.odds("bombard a 7,1")

    assert sum(odds.landing.values()) == 1
    assert set(odds.figures) == {"b", "r"}
    assert {sum(chances.values(), Fraction(0)) for chances in odds.figures.values()} == {1}


def test_indirect_fire_does_not_tell_its_source() -> None:
    """Who is struck learns the burst, not where it came from; a hidden gun stays hidden."""
    before = scene(WALLED, weapons={"a": (MORTAR,)}, at=SPOTTER, counters={"a": {HIDDEN: 1}})
    game = before.order("bombard a 7,1", faces=[1, 6, 6, 1])
    red = [news.event for news in news_of(before.state, game.told, (), "red")]

    assert [event.verb for event in red][:1] == ["burst"]
    assert {event.source for event in red if isinstance(event, Struck)} == {UNSEEN}
    assert game.figure("a").count(HIDDEN) == 1


def test_unseen_figures_are_struck_and_may_show_themselves() -> None:
    """An area strikes whom its side did not see; one that it hurts in sight is revealed."""
    game = scene("a>. . . . . . R<", weapons={"a": (MORTAR,)}, counters={"R": {HIDDEN: 1}})
    hit = game.order("bombard a 7,0", faces=[6, 4])
    missed = game.order("bombard a 7,0", faces=[1, 6])

    assert "r" not in game.odds("bombard a 7,0").figures
    assert hit.figure("R").count(HIDDEN) == 0
    assert missed.figure("R").count(HIDDEN) == 1
    assert [t.event.verb for t in missed.told if "blue" in t.sides] == ["fired", "counted", "burst"]


def test_gas_attacks_with_abc_and_stays() -> None:
    """BAY-20, BAY-29: everybody in it as it lands, and as their bounds begin."""
    game = scene("a>. . . . . . . . . R<. ", weapons={"a": (GAS,)}, kinds={"R": SHIELDED})
    after = game.order("bombard a 10,0", faces=[1, 6])

    assert victims(game, "bombard a 10,0") == {"r": (4, 1)}
    assert [zone.kind for zone in after.state.zones.values()] == ["gas"]
    later = after.bound("fire", "red").order("end", faces=[1, 6])
    assert later.news("struck") == ("struck r nothing how=gas sums=attack:5+guard:7",)
    assert [told.dice for told in later.told if told.event.verb == "struck"] == [2]


def test_a_cloud_is_as_wide_as_its_radius() -> None:
    """BAY-20: no bands beyond it."""
    game = scene("a>. . . . . . . . . R<Q<P<", weapons={"a": (GAS,)})

    assert factors(game, "bombard a 10,0") == {"r": 4, "q": 4}


def test_smoke_rolls_nothing_and_hides() -> None:
    """BAY-20: line of sight ends at it."""
    game = scene("a>. . . . . . R<", weapons={"a": (SMOKE,)}).order("bombard a 4,0")

    assert not game.faces
    assert "r" not in game.view("blue").state.figures


@pytest.mark.parametrize(("near", "worth"), [(". . . . R<", True), (". . . b>R<", False)])
def test_smoke_is_worth_nothing_against_who_is_in_contact(near: str, *, worth: bool) -> None:
    """BAY-07: he fires at nobody, smoke or no smoke."""
    game = scene(f"a>. . . {near}", weapons={"a": (SMOKE,)})

    kept = game.ruleset.prospect(game.view("blue"), game.line("bombard a 4,0"))

    assert (kept > 0) is worth


def test_smoke_saves_no_more_of_a_target_than_it_has() -> None:
    """However many enemies fire at it."""
    game = scene("a>. . . . R<Q<P<U<V<", weapons={"a": (SMOKE,)})
    kept = game.ruleset.prospect(game.view("blue"), game.line("bombard a 3,0"))

    assert 0 < kept <= game.figure("a").who.kind.points


@pytest.mark.parametrize("factor", [4, 8])
def test_smoke_is_suggested_if_it_saves_a_point(factor: int) -> None:
    """For less the side keeps its own view."""
    arms = {"a": (SMOKE,), "R": (evolve(GUN, factor=factor),)}
    game = scene("a>. . . . R<", weapons=arms, under={"a": "&"})
    view = game.view("blue")
    saved = game.ruleset.prospect(view, game.line("bombard a 2,0"))
    found = {one.verb for one in game.ruleset.suggestions.actions(view, "a")}

    assert saved > 0
    assert ("bombard" in found) is (saved >= 1) is (factor > 4)


def test_a_victim_turns_away_from_the_burst() -> None:
    """BAY-28: suppressed by a burst behind it, it looks where it came from."""
    game = scene("a>. . . . R<. . ", weapons={"a": (evolve(MORTAR, max_radius=1),)})
    after = game.order("bombard a 6,0", faces=[1, 3])

    assert after.figure("R").count("suppressed") == 1
    assert after.figure("R").facing.name == "W"


def test_a_victim_of_direct_fire_turns_away_from_the_shooter() -> None:
    """BAY-F7: from whom it sees; where it does not see him, the burst is all that it knows."""
    flamer = evolve(FLAMER, max_radius=1)
    open_ground = scene(
        field_of(9, 5), at={"a": (1, 2), "R": (4, 1), "b": (4, 3)}, weapons={"a": (flamer,)}
    )
    corner = """
    . . . R<
    . . # . .
    a>. . . .
    """
    unseen = scene(corner, weapons={"a": (evolve(flamer, radius=2, max_radius=2),)})

    after = open_ground.order("bombard a 4,2", faces=[3, 6, 4])
    round_the_corner = unseen.order("bombard a 3,2", faces=[3, 4])

    assert [after.figure(name).facing.name for name in "Rb"] == ["E", "E"]
    assert after.news("struck")[1].startswith("struck r suppressed source=a")
    assert round_the_corner.news("struck") == (
        "struck r suppressed source=a sums=attack:8+guard:6",
    )
    assert round_the_corner.figure("R").facing.name == "N"


def test_nobody_sees_a_point_beyond_the_house_rule_of_sight() -> None:
    """BAY-F11: a round at it scatters, by less where a spotter is near enough."""
    night = scene(field_of(30, 3), at={"a": (0, 1)}, weapons={"a": (MORTAR,)}, rules={"sight": 9})
    near = scene(
        field_of(30, 3),
        at={"a": (0, 1), "b": (11, 1)},
        weapons={"a": (MORTAR,)},
        rules={"sight": 9},
    )

    assert landing(night, "bombard a 20,1")[1] == (21, 1)
    assert landing(night, "bombard a 20,1")[6] == (16, 1)
    assert landing(near, "bombard a 20,1")[6] == (18, 1)


def test_where_a_cloud_came_down_out_of_sight_is_not_learnt() -> None:
    """Clouds are seen as far as their tiles are, by who fired them too."""
    walled = scene(WALLED, weapons={"a": (GAS,)})
    after = walled.order("bombard a 8,1", faces=[1, 1, 6])

    assert after.news("zoned") != ()
    assert [t.event.verb for t in after.told if "blue" in t.sides] == ["fired", "counted"]
    assert after.view("blue").state.zones == {}
    assert len(after.view("red").state.zones) == 1


def test_an_enemys_cloud_tells_nothing_of_who_fired_it() -> None:
    """Neither owner nor skill, where the shooter is out of sight."""
    walled = scene(WALLED, weapons={"a": (GAS,)}, rules={"scatter": False})
    after = walled.order("bombard a 8,1", faces=[1, 6])
    (zone,) = after.view("red").state.zones.values()

    assert (zone.owner, zone.numbers) == ("", {})


def test_one_can_be_caught_in_ones_own_burst() -> None:
    """BAY-17: nobody is spared, not even who threw it."""
    game = scene("a>. . R<. . ", weapons={"a": (evolve(GRENADE, radius=2),)})
    after = game.order("bombard a 2,0", faces=[6, 1, 6])

    assert after.figure("a").fate == "downed"
