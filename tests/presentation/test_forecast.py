"""Forecasts of orders."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.dice import Roller
from skirmish.core.events import Counted, Posed, Zoned
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import STEPS
from skirmish.line import order_text
from skirmish.presentation.odds.attack_positions import AttackChance, Clash
from skirmish.presentation.odds.forecast import Forecast, forecast_order, has_forecast
from skirmish.presentation.odds.forecast_rows import forecast_rows, penalty_words
from skirmish.presentation.odds.hints import move_hints
from skirmish.presentation.odds.move_chances import Exchange, ReturnFire
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.order_effects import CardChange, view_after
from skirmish.presentation.odds.target_chances import Stance, target_chances
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import Visibility
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.engine import carry_out
from skirmish.rulesets.registry import RULESETS
from tests.position import Position, position
from tests.rulesets.d100.blocks import scene as d100
from tests.rulesets.opposed_d6 import blocks as opposed_d6
from tests.tui.panels import forecast_lines

SEEDS = 200
"""Battles that show how often something happens."""
OPEN = """\
. . . . . . . .
a>. . . . . R<.
. . . . . . . ."""


def field() -> Position:
    """Two guards in the open."""
    return position(OPEN, ruleset="d20", kind="guard")


def test_a_move_shows_odds_from_its_end_and_from_here() -> None:
    """Both sides hit better at a shorter range."""
    battle = field()
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),), face="E"))

    assert told is not None
    assert told.moves
    (one,) = told.exchanges
    assert one.enemy == "r"
    assert one.attack is not None
    assert one.attack_now is not None
    assert [back.enemy for back in told.return_fire] == ["r"]
    assert one.attack.effect_chance >= one.attack_now.effect_chance
    plan = battle.ruleset.attack(known.state, Order.of("fire", "a", "r"))
    assert plan is not None
    fired = odds_of(plan, battle.ruleset.outcomes.no_effect).figures["r"]
    assert (
        one.attack_now.effect_chance
        >= summarize_outcomes(battle.ruleset, known.state, "r", fired).effect_chance
    )


def test_an_attack_shows_return_fire() -> None:
    """What may come back is the target's best attack in its own next turn."""
    battle = field()

    told = forecast_order(battle.ruleset, battle.view(), Order.of("fire", "a", "r"))

    assert told is not None
    assert [(one.enemy, one.attack is not None) for one in told.return_fire] == [("r", True)]


def test_what_may_come_back_is_a_block_of_its_own_in_the_form_of_the_odds() -> None:
    """An empty line, a heading in the colour of danger, the bar, and its parts below it."""
    battle = field()
    told = forecast_order(battle.ruleset, battle.view(), Order.of("fire", "a", "r"))
    assert told is not None
    attack = told.return_fire[0].attack
    assert attack is not None
    *_, empty, head, bar, parts = forecast_lines(battle.view(), told, 60)

    assert (empty.plain, head.plain) == (
        "",
        "their fire, next turn: first attack only, up to 2 possible",
    )
    assert "$error" in str(head.spans[0].style)
    assert percent(attack.effect_chance) in bar.plain
    assert parts.plain.split("  ")[1].startswith(attack.effects)


def test_a_change_that_comes_with_another_weapon_names_that_of_here() -> None:
    """A knife beside the enemy is not compared with a rifle unsaid."""
    battle = field()
    rifle, knife = (
        AttackChance(words, chance, Fraction(0))
        for words, chance in (("rifle, single", Fraction(2, 5)), ("knife, blow", Fraction(3, 5)))
    )

    def lines(now: AttackChance) -> list[str]:
        told = Forecast(moves=True, exchanges=(Exchange("r", knife, now),))
        return [line.plain for line in forecast_lines(battle.view(), told, 40)]

    assert "  here 40%: rifle, single" in lines(rifle)
    assert not any("here 5" in line for line in lines(evolve(knife, effect_chance=Fraction(1, 2))))


def test_the_enemies_that_harm_most_in_return_are_named_and_the_others_counted() -> None:
    """Also if they are the farthest ones."""
    weak, strong = (evolve(opposed_d6.GUN, factor=factor, range=40) for factor in (1, 9))
    battle = position(
        """
        . . . . . P<. . . . U<
        . . . . . . . . . . .
        a>. . . . R<. . . . .
        . . . . . . . . . . .
        . . . . . Q<. . . . V<
        """,
        ruleset="opposed_d6",
        weapons={
            "a": (),
            **dict.fromkeys("PQR", (weak,)),
            **dict.fromkeys("UV", (strong,)),
        },
        phase="move",
    )
    known = battle.view()
    told = forecast_order(battle.ruleset, known, battle.line("move a 1,2"))

    assert told is not None
    shot = {one.enemy: one.attack for one in told.return_fire}
    assert set(shot) == set("pqruv")
    lost = [one.attack.lost for one in told.return_fire if one.attack is not None]
    assert lost == sorted(lost, reverse=True)
    assert set(list(shot)[:2]) == set("uv")
    rest = max(shot[name].effect_chance for name in list(shot)[3:])  # type: ignore[union-attr]
    lines = [line.plain for line in forecast_lines(known, told, 40)]
    back = lines[lines.index(next(x for x in lines if "their fire" in x)) :]
    assert [line.split()[0] for line in back if "█" in line or "▆" in line] == list(shot)[:3]
    assert any(line.split() == ["and", "2", "more", "at", "most", percent(rest)] for line in back)
    said = "\n".join(order_text.odds_lines(legal_orders(battle), battle.line("move a 1,2"), told))
    _, _, said = said.partition("their fire, next bound of shooting: 1 shot, by one of 5")
    assert all(f"    {name} {name.upper()} " in said for name in shot)


def test_return_fire_may_come_over_an_obstacle() -> None:
    """A mortar that does not see the tile fires at a figure that its friend sees."""
    mortar = evolve(opposed_d6.MORTAR, factor=9, min_range=1, arc=360)
    battle = position(
        """
        a>. . . . R<
        . . . . # #
        . . . . # M<
        . . . . . .
        . . . . . b^
        """,
        ruleset="opposed_d6",
        weapons={"a": (), "b": (), "M": (mortar,)},
        phase="move",
    )
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,0"))

    assert told is not None
    assert "m" not in [one.enemy for one in told.exchanges]
    assert {one.enemy: one.attack is not None for one in told.return_fire} == {"r": True, "m": True}


@pytest.mark.parametrize("sight", [0, 4])
def test_return_fire_from_beyond_sight_has_its_condition(sight: int) -> None:
    """AMMO-F3: a figure fires at what its side sees, so another must see the tile first."""
    battle = position(
        "a>" + ". " * 9 + "R<", ruleset="trait_die", kind="trooper", rules={"sight": sight}
    )
    known = battle.view()
    figures = {**known.state.figures, "r": battle.state.figures["r"]}
    known = evolve(known, state=evolve(known.state, figures=figures))

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((1, 0),)))

    assert told is not None
    (back,) = told.return_fire
    assert back.unseen == bool(sight)
    titles = [block.title for block in forecast_rows(known, told)]
    title = "their fire, next turn: first attack only, several possible, if one sees you first"
    assert (title in titles) == bool(sight)


def test_where_no_enemy_can_fire_the_title_says_so() -> None:
    """`no longer r` alone under `their fire` reads as a part of a list that is missing."""
    battle = position("a>. . . . R<\n. ####. . . .", phase="move")
    told = forecast_order(battle.ruleset, battle.view(), Order.of("move", "a", ((0, 1),)))

    assert told is not None
    (block,) = (one for one in forecast_rows(battle.view(), told) if "their fire" in one.title)
    assert block.title == "their fire, next bound of shooting: none expected"
    assert [row.label for row in block.rows] == ["no longer r"]


def test_an_enemy_that_a_move_leaves_out_of_sight_is_out_of_sight_then() -> None:
    """It is in sight now, so `no such enemy in sight` would be read as untrue."""
    battle = position(". a>. . . . R<", phase="move", rules={"sight": 5})
    told = forecast_order(battle.ruleset, battle.view(), Order.of("move", "a", ((0, 0),)))

    assert told is not None
    assert [(one.attack, one.reason) for one in told.exchanges] == [(None, "out of sight then")]


def test_an_enemy_that_covers_a_tile_beyond_its_sight_needs_another_that_sees_it() -> None:
    """BAY-F1: beside `no enemy in sight sees it` the arc alone would be a contradiction."""
    battle = position("a>" + ". " * 9 + "R<", phase="move", rules={"sight": 8})
    known = battle.view()
    figures = {**known.state.figures, "r": battle.state.figures["r"]}
    known = evolve(known, state=evolve(known.state, figures=figures))
    legal = LegalOrders(battle.ruleset, known)

    assert legal.arc_words((1, 0)) == ("in the arc of r, if another enemy sees it",)
    assert legal.arc_words((4, 0)) == ("in the arc of r",)


def test_dangers_stand_above_what_an_order_gains() -> None:
    """In a panel that may not hold all; what is on the way comes first."""
    battle = position("a>. . . . R<\n. ####. . . .", phase="move")
    told = forecast_order(battle.ruleset, battle.view(), Order.of("move", "a", ((1, 0),)))
    assert told is not None

    def first(*, dangers_first: bool) -> str:
        return forecast_rows(battle.view(), told, dangers_first=dangers_first)[0].title

    assert first(dangers_first=True).startswith("their fire")
    assert first(dangers_first=False).startswith("your fire there")


def test_where_shooting_has_its_own_bounds_no_enemy_comes_nearer_to_see_first() -> None:
    """BAY-F1: after a move the enemy fires at once; an enemy that is not known may see the tile."""
    battle = position("a>" + ". " * 9 + "R<", phase="move", rules={"sight": 8})
    known = battle.view()
    figures = {**known.state.figures, "r": battle.state.figures["r"]}
    known = evolve(known, state=evolve(known.state, figures=figures))

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((1, 0),)))

    assert told is not None
    titles = [block.title for block in forecast_rows(known, told)]
    assert "their fire, next bound of shooting, if an unseen enemy sees you" in titles


def test_return_fire_has_the_aid_that_fire_on_the_way_has() -> None:
    """BAY-27: the chance is that of the order with aid, and the words name the friends."""
    battle = position(
        """
        . . . . . . . R<
        a>. . . . . . Q<
        """,
        ruleset="opposed_d6",
        phase="move",
    )
    known, order = battle.view(), battle.line("move a 1,1")
    told = forecast_order(battle.ruleset, known, order)
    over = battle.order("move a 1,1").order("end")

    assert told is not None
    for shooter, friend in (("r", "q"), ("q", "r")):
        (back,) = (one.attack for one in told.return_fire if one.enemy == shooter)
        assert back is not None
        chances = over.odds(f"fire {shooter} a aid={friend}").figures["a"]
        found = summarize_outcomes(battle.ruleset, over.state, "a", chances)
        alone = over.odds(f"fire {shooter} a").figures["a"]
        assert back.effect_chance == found.effect_chance
        assert found != summarize_outcomes(battle.ruleset, over.state, "a", alone)
        assert back.words.endswith(f", aided by {friend}")


def test_why_a_shot_is_no_longer_possible_is_said() -> None:
    """The reason stands below the enemy, and in line mode behind it."""
    pistol = {"a": (evolve(opposed_d6.GUN, range=4),)}
    battle = position(". . a>. . . R<", ruleset="opposed_d6", weapons=pistol, phase="move")
    order = battle.line("move a 1,0 face=E")
    known = battle.view()
    told = forecast_order(battle.ruleset, known, order)

    assert told is not None
    (one,) = told.exchanges
    assert one.attack is None
    assert one.reason
    assert f"  {one.reason}" in "\n".join(line.plain for line in forecast_lines(known, told, 90))
    assert f": {one.reason}." in "\n".join(order_text.odds_lines(legal_orders(battle), order, told))


@pytest.mark.parametrize("arms", [1, 2])
def test_smoke_does_not_hide_why_no_shot_is_possible(arms: int) -> None:
    """A friend stands in the line of fire; a smoke grenade reaches the enemy, and harms none."""
    carried = {"a": (opposed_d6.GUN, opposed_d6.SMOKE)[:arms]}
    battle = position("a>. b>R<", ruleset="opposed_d6", weapons=carried, phase="move")
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,0 face=E"))

    assert told is not None
    (one,) = told.exchanges
    assert (one.attack, one.reason) == (None, "b stands in between")


def legal_orders(battle: Position) -> LegalOrders:
    """What the side may order."""
    return LegalOrders(battle.ruleset, battle.view())


def test_a_path_through_watched_ground_lowers_the_chance_unhurt() -> None:
    """The chance unhurt is the chance that the watcher has no effect."""
    battle = field()
    lane = tuple((x, y) for x in (1, 2) for y in range(3))
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", lane, owner="r"))
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),)))

    assert told is not None
    (peril,) = told.path_threats
    assert (peril.enemy, peril.tile) == ("r", (1, 1))
    assert peril.chance is not None
    assert told.unhurt_chance == 1 - peril.chance.effect_chance
    assert any("on the route" in line.plain for line in forecast_lines(known, told, 30))


def test_the_chances_of_an_exchange_are_labelled() -> None:
    """The first is that of any effect, the second of being put out."""
    battle = field()
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),), face="E"))

    assert told is not None
    lines = [line.plain for line in forecast_lines(known, told, 40)]
    first, second = lines[1:3]
    assert first.startswith("r R")
    assert "70% █▆▆" in first
    assert " downed " in second


def test_repeated_fire_of_one_enemy_is_one_line() -> None:
    """D20-43: with the number of shots, the first tile, and the chance of any effect."""
    battle = position(OPEN, ruleset="d20", kind="guard", side="red", first="red")
    battle = battle.order("overwatch r").order("end")
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((1, 1), (4, 1))))

    assert told is not None
    assert [(one.enemy, one.tile) for one in told.path_threats] == [("r", (0, 1)), ("r", (1, 1))]
    assert told.unhurt_chance is not None
    (line,) = [one.plain for one in forecast_lines(known, told, 40) if "times" in one.plain]
    assert line.startswith("r R, 0,1, 2 times")
    assert line.endswith(percent(1 - told.unhurt_chance))


def test_an_unknown_watcher_has_no_chance() -> None:
    """There is a line for an unseen watcher, without a number."""
    battle = position("a>. . . # R<", ruleset="d20", kind="guard")
    battle = battle.after(Zoned("overwatch_r", "overwatch", "red", ((2, 0), (3, 0)), owner="r"))
    known = battle.view()

    told = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 0),)))

    assert told is not None
    assert told.unhurt_chance is None
    lines = "\n".join(line.plain for line in forecast_lines(known, told, 30))
    assert "unseen enemy" in lines
    assert "r " not in lines.replace("unseen", "")


def test_an_unwatched_path_is_safe() -> None:
    """Without a watcher the chance unhurt is 1."""
    battle = field()

    told = forecast_order(battle.ruleset, battle.view(), Order.of("move", "a", ((2, 1),)))

    assert told is not None
    assert told.unhurt_chance == Fraction(1)


def test_every_order_of_a_figure_has_a_forecast() -> None:
    """Orders of a side have none."""
    rules = field().ruleset

    assert has_forecast(rules, Order.of("move", "a", ((2, 1),)))
    assert has_forecast(rules, Order.of("reload", "a"))
    assert not has_forecast(rules, Order.of("end"))


def test_odds_after_a_move_use_what_it_leaves() -> None:
    """A move costs points and aim; attacks that are too expensive then do not count."""
    battle = position(OPEN, ruleset="d20", kind="guard")
    known = battle.after(Counted("a", "aim", 2)).view()
    step, far = Order.of("move", "a", ((2, 1),)), Order.of("move", "a", ((3, 1), (3, 0), (1, 0)))

    near = forecast_order(battle.ruleset, known, step)
    spent = forecast_order(battle.ruleset, battle.after(Counted("a", "spent", 4)).view(), far)

    assert near is not None
    (one,) = near.exchanges
    assert one.attack is not None
    assert one.attack_now is not None
    assert one.attack.effect_chance < one.attack_now.effect_chance
    assert CardChange("aim", "+4", "") in near.effects.changes
    assert spent is not None
    assert [one.later for one in (*near.exchanges, *spent.exchanges)] == [False, True]


@pytest.mark.parametrize(
    ("ruleset", "kind", "order"),
    [
        ("d20", "guard", "overwatch a"),
        ("dice_pool", "soldier", "hold a"),
        ("trait_die", "trooper", "hold a"),
    ],
)
def test_waiting_shows_the_chance_on_each_covered_enemy(
    ruleset: str, kind: str, order: str
) -> None:
    """The figure's standing order is judged by the same chance."""
    battle = position(OPEN, ruleset=ruleset, kind=kind)
    known = battle.view()

    told = forecast_order(battle.ruleset, known, battle.line(order))

    assert told is not None
    (reply,) = told.waiting.replies
    foe, chance = reply.enemy, reply.chance
    assert foe == "r"
    fired = odds_of(plan_of(battle), battle.ruleset.outcomes.no_effect).figures["r"]
    assert 0 < chance <= 1 - fired.get(battle.ruleset.outcomes.no_effect, Fraction(0))
    lines = [line.plain for line in forecast_lines(known, told, 40)]
    assert any("chance to react there" in line for line in lines)
    assert any(line.startswith("watches ") for line in lines) is bool(told.waiting.tiles)
    moved = forecast_order(battle.ruleset, known, Order.of("move", "a", ((2, 1),)))
    assert moved is not None
    assert moved.waiting.replies == ()


@pytest.mark.parametrize(("burst", "dice"), [("long", 1), ("short", 4)])
def test_a_held_shot_shows_the_dice_that_it_rolls(burst: str, dice: int) -> None:
    """Recoil and the penalty for holding it count before the order."""
    battle = position(OPEN, ruleset="dice_pool", kind="soldier").order("mode a fa")
    told = forecast_order(battle.ruleset, battle.view(), battle.line(f"hold a burst={burst}"))
    assert told is not None
    number, *_ = told.waiting.numbers
    assert (number.on, number.total) == ("attack", dice)
    assert ("held action", -2) in [(part.name, part.low) for part in number.parts]
    lines = [line.plain for line in forecast_lines(battle.view(), told, 60)]
    first = lines[lines.index("chance to react there") + 1]
    assert first.startswith(f"attack {dice} (")
    assert "held action -2" in first

    held = battle.order(f"hold a burst={burst}").order("end")
    fired = held.order("aim R", [1] * dice)
    assert [face.what for face in fired.faces] == ["attack"] * dice


def test_a_held_shot_without_a_target_shows_its_own_dice() -> None:
    """A wall is between them: what hangs on the target is left out."""
    battle = position("a>. # . R<", ruleset="dice_pool", kind="soldier")
    told = forecast_order(battle.ruleset, battle.view(), battle.line("hold a"))
    assert told is not None
    assert told.waiting.replies == ()
    (number,) = told.waiting.numbers
    assert (number.on, number.figure, number.total) == ("attack", "a", 4)


def plan_of(battle: Position) -> Attack | Aim:
    """The plainest shot of a at r."""
    plan = battle.ruleset.attack(battle.view().state, Order.of("fire", "a", "r"))
    assert plan is not None
    return plan


def test_a_move_into_contact_tells_of_the_close_combat_that_follows() -> None:
    """Both chances are those of the fight once the figure stands there; nothing is shot."""
    battle = position(OPEN, ruleset="opposed_d6", kind="rifleman", phase="move")
    rules, view = battle.ruleset, battle.view()
    order = Order.of("move", "a", ((5, 1),), face="SE")

    forecast, there = forecast_order(rules, view, order), view_after(rules, view, order)

    assert forecast is not None
    assert there is not None
    assert forecast.exchanges == ()
    (clash,) = forecast.clashes
    odds = LegalOrders(rules, there).order_odds(Order("fight", "a", "r"))
    assert odds is not None
    chances = {one.name: one.effect_chance for one in odds.figures}
    assert (clash.attack.effect_chance, clash.return_fire.effect_chance) == (
        chances["r"],
        chances["a"],
    )


def test_a_figure_that_joins_a_close_combat_shows_the_fight_of_its_friend() -> None:
    """The numbers of both sides, as they are once it stands there."""
    battle = position(". . a>R<. .\n. . . . . .\n. . . b^. .", phase="move", kind="rifleman")
    rules, order = battle.ruleset, "move b 3,1 face=N"
    told = forecast_order(rules, battle.view(), battle.line(order))
    fight = LegalOrders(rules, battle.order(order).view()).order_odds(Order("fight", "a", "r"))

    assert told is not None
    assert fight is not None
    (clash,) = told.clashes
    assert (clash.figure, clash.enemy, clash.helper) == ("a", "r", "b")
    assert clash.odds.numbers == fight.numbers
    assert [number.total for number in fight.numbers] == [4, 3]
    assert clash.attack.effect_chance == {one.name: one for one in fight.figures}["r"].effect_chance
    lines = [line.plain for line in forecast_lines(battle.view(), told, 40)]
    assert "b aids a against r" in lines


@pytest.mark.parametrize(
    ("facing", "said"),
    [
        ("E", "a fights q: they face each other"),
        ("NE", "a fights r: they face each other"),
        ("N", "a fights q: q faces a"),
    ],
)
def test_of_two_enemies_in_contact_the_one_that_it_will_fight_is_named(
    facing: str, said: str
) -> None:
    """BAY-F9: facing decides, so the reason stands before the order."""
    drawing = """
        . . . . .
        a>. . R<.
        . . . Q<.
    """
    battle = position(drawing, phase="move", kind="rifleman")
    told = forecast_order(battle.ruleset, battle.view(), battle.line(f"move a 2,1 face={facing}"))

    assert told is not None
    lines = [line.plain for line in forecast_lines(battle.view(), told, 44)]
    assert lines[lines.index("effect in the close combat to come") + 1] == said


def test_a_move_tells_what_it_changes_about_the_danger_of_a_friend() -> None:
    """It leaves the line of fire at b, as b will be shot at once it is gone; and back into it."""
    battle = position("b>. a>. . R<\n. . . . . . ", phase="move", kind="rifleman")
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move a 2,1 face=E"))
    assert told is not None
    (risk,) = told.friend_risks
    assert (risk.friend, risk.enemy, risk.before) == ("b", "r", Fraction(0))
    gone = battle.order("move a 2,1 face=E").view()
    there = forecast_order(battle.ruleset, gone, battle.line("move b 1,0 face=E"))
    assert there is not None
    (back,) = there.return_fire
    assert back.attack_now is not None
    assert risk.after == back.attack_now.effect_chance
    lines = [line.plain for line in forecast_lines(battle.view(), told, 40)]
    assert any(line.split()[-3:] == ["0%", "->", percent(risk.after)] for line in lines)


def test_a_helper_that_leaves_a_close_combat_tells_what_that_costs_its_friend() -> None:
    """The fight of the friend is at worse odds without it."""
    battle = position(". . a>R<. .\n. . . b^. .\n. . . . . .", phase="move", kind="rifleman")
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move b 3,2 face=N"))
    assert told is not None
    (risk,) = told.friend_risks
    assert (risk.friend, risk.enemy) == ("a", "r")
    assert risk.change > 0


def test_an_attack_under_watch_tells_who_fires_before_it() -> None:
    """D20-F19: the attack from overwatch comes first, with its chance."""
    battle = position(OPEN, ruleset="d20", kind="guard", side="red", first="red")
    battle = battle.order("overwatch r").order("end")
    known, order = battle.view(), battle.line("fire a r")

    told = forecast_order(battle.ruleset, known, order)

    assert told is not None
    (threat,) = told.path_threats
    assert threat.chance is not None
    lines = [one.plain for one in forecast_lines(known, told, 40)]
    first = lines.index(next(line for line in lines if "before it acts" in line))
    assert lines[first + 1].startswith("r R, 0,1")
    assert lines[first + 1].endswith(percent(threat.chance.effect_chance))
    legal = LegalOrders(battle.ruleset, known)
    said = "\n".join(order_text.odds_lines(legal, order, told))
    assert "effect before it acts:\n    r R, 0,1 " in said
    assert said.split("\n")[1].strip().startswith("r may act first: effect ")


def test_an_attack_in_watched_ground_of_an_unseen_enemy_is_warned_of() -> None:
    """Nothing more is told than that somebody may fire."""
    battle = position("a>. . R<# Q<", ruleset="d20", kind="guard")
    battle = battle.after(Zoned("overwatch_q", "overwatch", "red", ((0, 0), (1, 0)), owner="q"))

    told = forecast_order(battle.ruleset, battle.view(), battle.line("fire a r"))

    assert told is not None
    assert [(one.enemy, one.tile, one.chance) for one in told.path_threats] == [("", (0, 0), None)]


def test_a_hint_on_a_move_makes_no_chance_worse() -> None:
    """Better cover is no hint where the figure would fire with a smaller chance from there."""
    drawing = """
        . - - . . - . # -
        . - . % . . - . .
        a>. . . . . . . R<
        . . # . % - . # .
        # % . . % - . . %
    """
    battle = position(drawing, ruleset="d20", kind="guard")
    view, rules = battle.view(), battle.ruleset
    kept, dropped = 0, 0
    for x in range(1, 6):
        order = Order("move", "a", f"0,2>{x},2")
        told = forecast_order(rules, view, order)
        assert told is not None
        proposed = [one.order for one in move_hints(rules, view, order, Facing.E) if one.order]
        for better in proposed:
            then = forecast_order(rules, view, better)
            assert then is not None
            (mine, back), (own, theirs) = sums(then), sums(told)
            improves = mine >= own and back <= theirs and (mine, back) != (own, theirs)
            assert improves == any(hint.order == better for hint in told.hints)
            kept, dropped = kept + improves, dropped + (not improves)
    assert kept
    assert dropped


def sums(told: Forecast) -> tuple[Fraction, Fraction]:
    """The chances that a forecast shows, own ones and those of enemies."""
    shots: list[Exchange | Clash] = [*told.exchanges, *told.clashes]
    back = [*(one.attack for one in told.return_fire), *(one.return_fire for one in told.clashes)]
    return chances(one.attack for one in shots), chances(back)


def chances(found: Iterable[AttackChance | None]) -> Fraction:
    """Their sum; what is not possible counts nothing."""
    return sum((one.effect_chance for one in found if one is not None), Fraction(0))


def test_return_fire_meets_a_figure_that_has_recovered() -> None:
    """BAY-F7: a suppressed figure recovers before the enemy shoots, and is steadier then."""
    battle = position(
        """
        . . . . . . . R<
        . a>. . . . . Q<
        """,
        ruleset="opposed_d6",
        phase="move",
        counters={"a": {"suppressed": 1}},
        rules={"go_to_ground": True},
    )
    order = "move a 0,1 face=E"
    told = forecast_order(battle.ruleset, battle.view(), battle.line(order))
    over = battle.order(order).order("end")

    assert told is not None
    assert over.state.figures["a"].count("recovered")
    for shooter, friend in (("r", "q"), ("q", "r")):
        (back,) = (one.attack for one in told.return_fire if one.enemy == shooter)
        chances = over.odds(f"fire {shooter} a aid={friend}").figures["a"]
        assert back is not None
        found = summarize_outcomes(battle.ruleset, over.state, "a", chances)
        assert back.effect_chance == found.effect_chance


@pytest.mark.parametrize(("turn", "fires"), [(2, True), (3, False)])
def test_an_enemy_out_of_action_is_no_threat(turn: int, *, fires: bool) -> None:
    """One that gets up with the next turn may act before the side does; it sees nothing yet."""
    battle = d100("a . . . . R").after(Posed("r", "stunned"), Counted("r", "stunned", turn * 100))
    known = battle.view()

    for text in ("fire a R", "move a 0,0>1,0"):
        told = forecast_order(battle.ruleset, known, battle.line(text))
        assert told is not None
        assert bool(told.return_fire) == fires, text
    seen = Visibility(known)
    assert (seen.observers((1, 0)), seen.threatened_by((1, 0))) == ((), ())


@pytest.mark.parametrize(
    ("ruleset", "verb", "words"),
    [
        ("trait_die", "run", "running -2"),
        ("dice_pool", "run", "running -2"),
        ("d100", "run", "running -20"),
        ("trait_die", "move", ""),
        ("dice_pool", "move", ""),
        ("d20", "move", ""),
        ("opposed_d6", "move", ""),
    ],
)
def test_what_a_move_takes_off_the_attack_after_it_is_named(
    ruleset: str, verb: str, words: str
) -> None:
    """As its chances count it; in the rows of the first block of attacks."""
    phase = "move" if ruleset == "opposed_d6" else ""
    battle = position(f"a>{'. ' * 12}R<", ruleset=ruleset, phase=phase)
    told = forecast_order(battle.ruleset, battle.view(), battle.line(f"{verb} a 2,0"))
    assert told is not None
    said = [row.label for block in forecast_rows(battle.view(), told) for row in block.rows]

    assert penalty_words(told) == words
    assert ([f"with {words}"] if words else []) == [one for one in said if one.startswith("with ")]


def test_what_a_blast_loses_by_distance_is_no_penalty_of_the_move() -> None:
    """A worse throw may land elsewhere, which is another distance for each place."""
    arms = {"a": ("frag_grenade",)}
    rows = f"a>. . R<Q<\n{'. ' * 9}"
    battle = position(rows, ruleset="d100", kind="trooper", weapons=arms)
    told = forecast_order(battle.ruleset, battle.view(), battle.line("run a 1,0"))

    assert told is not None
    assert penalty_words(told) == "running -20"


def test_attacks_of_this_bound_and_of_the_next_stand_apart() -> None:
    """So that no chance of a later bound is read as one of this; none has neither."""
    shot = AttackChance("shot", Fraction(1, 2), Fraction(0))
    exchanges = (Exchange("r1", shot), Exchange("r2", shot, later=True), Exchange("r3", None))
    told = Forecast(True, exchanges, fire_bound="pass", bound="pass")
    rows = forecast_rows(position("a>. . R<").view(), told)

    assert [block.title for block in rows] == [
        "your fire there, this pass",
        "your fire there, next pass",
    ]
    assert [row.label for row in rows[0].rows if row.value == "no shot"] == ["r3 "]


@pytest.mark.parametrize(
    ("ruleset", "counter", "chance"),
    [("trait_die", "shaken", None), ("d20", "stunned", 1)],
)
def test_an_enemy_that_must_recover_fires_next_with_the_chance_that_it_does(
    ruleset: str, counter: str, chance: int | None
) -> None:
    """AMMO-F13, D20-F22: a Shaken figure only with a raise, a stunned one for certain."""
    battle = position("a>. . . . . R<", ruleset=ruleset, counters={"R": {counter: 1}})
    told = forecast_order(battle.ruleset, battle.view(), battle.line("fire a R"))
    assert told is not None
    (back,) = told.return_fire
    assert back.attack is not None
    said = [row.label for block in forecast_rows(battle.view(), told) for row in block.rows]
    recovers = [one for one in said if "if it recovers" in one]

    if chance is not None:
        assert back.attack.recovers == chance
        assert not recovers
        return
    able = 0
    for seed in range(SEEDS):
        end = battle.line("end")
        done = carry_out(battle.ruleset, battle.state, "blue", end, Roller(str(seed)))
        able += evolve(battle, state=done.state).refusal("fire r a") is None
    assert abs(back.attack.recovers - Fraction(able, SEEDS)) < Fraction(1, 20)
    assert recovers == [f"only if it recovers: {percent(back.attack.recovers)}"]


@pytest.mark.parametrize(("turn", "ready"), [(3, False), (4, True)])
def test_a_weapon_that_still_loads_is_not_counted_in_the_next_shooting(
    turn: int, ready: bool
) -> None:
    """BAY-13: fired in the shooting of turn 2 (step 4), it misses that of turn 3.

    Whether an enemy still loads is hidden, so its fire is shown in either case.
    """
    slow = evolve(opposed_d6.CANNON, reload_bounds=1)
    for loads, who in (("a", "r"), ("r", "a")):
        step = 4 if loads == "a" else 2
        battle = opposed_d6.scene(OPEN, weapons={"a": (slow,), "R": (slow,)})
        battle = battle.bound("move", "blue", turn=turn, step=1)
        known = battle.after(Counted(loads, "loading", 4 * STEPS + step)).view()
        told = forecast_order(battle.ruleset, known, battle.line("move a 1,1 face=E"))

        assert told is not None
        (one,) = told.exchanges
        back = [row.enemy for row in told.return_fire if row.attack is not None]
        if who == "r":
            assert (one.attack is not None, back) == (ready, ["r"])
            assert one.reason == ("" if ready else "a is still loading cannon: ready in turn 4")
            stands = target_chances(battle.ruleset, known, Stance("a"), ("r",))
            assert [found.chance is not None for found in stands] == [ready]
        else:
            assert (one.attack is not None, back) == (True, ["r"])


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("d20", ": first attack only, up to 2 possible"),
        ("opposed_d6", ""),
        ("trait_die", ": first attack only, several possible"),
    ],
)
def test_fire_back_says_which_of_several_attacks_it_counts(ruleset: str, said: str) -> None:
    """A rifle takes half of the action points of a turn; a shooting is one attack.

    AMMO-F5: any number of actions.
    """
    battle = position("a>. . . . . R<\n. . . . . . .", ruleset=ruleset, phase="move")
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,1 face=E"))
    assert told is not None
    titles = [rows.title for rows in forecast_rows(battle.view(), told)]
    assert f"their fire, next {told.fire_bound}{said}" in titles


@pytest.mark.parametrize(("single", "said"), [(True, ": 1 shot, by one of 2"), (False, "")])
def test_fire_back_that_does_not_add_up_says_that_one_of_them_fires(
    single: bool, said: str
) -> None:
    """BAY-31: a side makes one attack on a figure in a shooting."""
    shot = AttackChance("fire", Fraction(1, 2), Fraction(1, 4))
    back = (ReturnFire("r1", shot), ReturnFire("r2", shot))
    (rows,) = forecast_rows(field().view(), Forecast(False, (), back, single_attacks=single))
    assert rows.title == f"their fire, next turn{said}"


def test_lying_down_tells_of_their_fire_before_and_after() -> None:
    """A shot from farther than five tiles is two harder then; a move tells of it, too."""
    battle = position("a>. . . . . . . R<", ruleset="d20", kind="guard")
    order = Order.of("pose", "a", "prone")

    told = forecast_order(battle.ruleset, battle.view(), order)

    assert told is not None
    (back,) = told.return_fire
    assert back.attack is not None
    assert back.attack_now is not None
    assert back.attack_now.effect_chance - back.attack.effect_chance == Fraction(2, 20)
    (rows,) = forecast_rows(battle.view(), told)
    assert "their fire" in rows.title
    assert rows.rows[0].change == -10


@pytest.mark.parametrize(("ruleset", "arcs"), [("opposed_d6", ("r",)), ("trait_die", ())])
def test_a_tile_is_in_no_arc_where_a_figure_fires_in_all_directions(
    ruleset: str, arcs: tuple[str, ...]
) -> None:
    """AMMO-F3: no arc is named; the enemy that sees the tile is."""
    battle = position("a>. . R<", ruleset=ruleset)
    legal = LegalOrders(battle.ruleset, battle.view())
    assert legal.observers((1, 0)) == ("r",)
    assert legal.threatened_by((1, 0)) == arcs


CROWD = """
    . . . . . . V<. . . . . .
    . . . . . . . . . P<. . .
    a>. . . . . . . . . . . Q<
    . . . . . . . . . U<. . .
    . . . . . . R<. . . . . ."""


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_attacks_are_listed_by_their_chance_and_none_that_is_hidden_is_better(ruleset: str) -> None:
    """Those of the figure and those in return, by the number that is shown."""
    phase = "move" if ruleset == "opposed_d6" else ""
    battle = position(CROWD, ruleset=ruleset, phase=phase, under={"V": "o", "R": "o"})
    told = forecast_order(battle.ruleset, battle.view(), battle.line("move a 1,2"))
    assert told is not None
    gives = [one.attack for one in told.exchanges if one.attack]
    takes = [one.attack for one in told.return_fire if one.attack]

    for attacks in (gives, takes):
        chances = [one.effect_chance for one in attacks]
        assert len(chances) > 3
        assert chances == sorted(chances, reverse=True)
    rows = [row for block in forecast_rows(battle.view(), told) for row in block.rows]
    hidden = [row.value for row in rows if row.label.startswith("and ")]
    assert [value.removeprefix("at most ") for value in hidden] == [
        percent(attacks[3].effect_chance) for attacks in (gives, takes)
    ]
