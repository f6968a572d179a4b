"""Direct fire in play: modifiers by name, modes, targets, tokens, bystanders."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.choose import describe_order
from skirmish.ai.levels import LEVELS
from skirmish.ai.remarks import remark_words
from skirmish.ai.situation import Situation
from skirmish.core.events import Counted, Hurt, Linked, Posed
from skirmish.presentation.odds.attack_hints import attack_hints
from skirmish.presentation.odds.hint_kinds import HardlyAnyEffect
from skirmish.presentation.odds.odds_rows import odds_rows, short_words
from skirmish.presentation.odds.order_odds import order_odds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.trait_die.dice import Guard, Harm, Outcome, with_damage
from skirmish.rulesets.trait_die.equipment import Bought
from skirmish.rulesets.trait_die.kinds import Kind
from skirmish.rulesets.trait_die.odds import VolleyAttack
from tests.position import Position, position
from tests.rulesets.trait_die.blocks import BOMB, EXTRA, GUN, HERO, scene

DUEL = "a>. . . . R<"
FAR = "a>. . . . . . . R<"


def parts(game: Position, text: str, on: str = "shooting") -> dict[str, int]:
    """The breakdown of an attack by name."""
    attack = game.ruleset.attack(game.state, game.line(text))
    assert attack is not None
    return {m.name: m.value for m in getattr(attack, "modifiers", ()) if m.on == on}


def plan(game: Position, text: str) -> VolleyAttack:
    """The volley of an order."""
    attack = game.ruleset.attack(game.state, game.line(text))
    assert isinstance(attack, VolleyAttack)
    return attack


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [(6, {}), (7, {"medium range": -2}), (12, {"medium range": -2}), (13, {"long range": -4})],
)
def test_range(tiles: int, expected: dict[str, int]) -> None:
    """AMMO-F3: a boundary belongs to the nearer band."""
    game = scene("a>" + ". " * (tiles - 1) + "R<")

    assert parts(game, "fire a R") == expected


def test_nothing_reaches_beyond_long_range() -> None:
    """AMMO-F3."""
    assert scene("a>" + ". " * 24 + "R<").rule("fire a R") == "AMMO-F3"
    assert scene("a>. . # # R<").rule("fire a R") == "?"


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ("o", {"light cover": -1}),
        (":", {"medium cover": -2}),
        ("&", {"heavy cover": -4}),
        (".", {}),
    ],
)
def test_cover(terrain: str, expected: dict[str, int]) -> None:
    """AMMO-F3: what the target stands on counts by its grade."""
    assert parts(scene(DUEL, under={"R": terrain}), "fire a R") == expected


@pytest.mark.parametrize(
    ("drawing", "terrain", "expected"),
    [
        ("a>. . R<", ".", {}),
        ("a>. . . R<", ".", {"prone": -2}),
        ("a>. . . R<", "o", {"prone": -2}),
        ("a>. . . R<", ":", {"medium cover": -2}),
        ("a>. . . R<", "&", {"heavy cover": -4}),
        ("a>. . R<", "o", {"light cover": -1}),
    ],
)
def test_prone_and_cover_do_not_add(drawing: str, terrain: str, expected: dict[str, int]) -> None:
    """AMMO-F3: lying down is medium cover from beyond 3 tiles; the better of the two counts."""
    game = scene(drawing, under={"R": terrain}).after(Posed("r", "prone"))

    assert parts(game, "fire a R") == expected


def test_what_the_shooter_has_done_and_suffered() -> None:
    """AMMO-F4, AMMO-F5, AMMO-F8, AMMO-F13: running, earlier actions, wounds, just recovered."""
    counters = {"a": {"run": 3, "acts": 2, "recovering": 1}}
    game = scene(DUEL, heroes="a", counters=counters).after(Hurt("a", 2))

    assert parts(game, "fire a R") == {
        "wounds": -2,
        "running": -2,
        "further action": -4,
        "just recovered": -2,
    }


@pytest.mark.parametrize(
    ("fields", "expected", "bonus"),
    [
        ("mode=single", {}, 0),
        ("mode=double", {"double tap": 1}, 1),
        ("mode=burst", {"three-round burst": 2}, 2),
        ("mode=auto", {"recoil": -2}, 0),
        ("mode=auto dice=1", {}, 0),
        ("mode=rapid", {"rapid attack": -4}, 0),
        ("limb=limb", {"at a limb": -2}, 0),
        ("limb=head", {"at the head": -4}, 0),
    ],
)
def test_modes(fields: str, expected: dict[str, int], bonus: int) -> None:
    """AMMO-F7, AMMO-F9, AMMO-F10, AMMO-F11: a double tap and a burst have no recoil."""
    game = scene(DUEL)

    assert parts(game, f"fire a R {fields}") == expected
    assert plan(game, f"fire a R {fields}").plan.harm == Harm(2, 8, bonus)


def test_a_shot_at_the_head_does_more_damage() -> None:
    """AMMO-F7: 4 more, on the target alone."""
    shot = plan(scene("a>. . . R<Q<"), "fire a R limb=head")

    assert shot.plan.harm_to(0) == Harm(2, 8, 4)
    assert shot.plan.harm_to(1) == Harm(2, 8)


def test_toughness() -> None:
    """AMMO-F12: 2, half of vigor, armour less what is pierced; wounds that put it out."""
    armoured = evolve(HERO, vigor=8, armour=4)
    game = scene(DUEL, kinds={"R": armoured}, weapons={"a": (evolve(GUN, ap=3),)})
    hurt = game.after(Hurt("r", 1), Counted("r", "shaken", 1))

    assert parts(game, "fire a R", "toughness") == {
        "toughness": 6,
        "armour": 4,
        "armour pierced": -3,
    }
    assert plan(hurt, "fire a R").plan.guards == (Guard(7, 3, True),)


def test_aim() -> None:
    """AMMO-F6: +2 on the next shot at that enemy; who has moved cannot aim."""
    game = scene("a>. . . . R<\n. . . . . Q<").order("aim a R")

    assert parts(game, "fire a R") == {"aim": 2, "further action": -2}
    assert parts(game, "fire a Q") == {"further action": -2}
    assert game.rule("aim a R") == "AMMO-F6"
    assert scene(DUEL, counters={"a": {"moved": 2}}).rule("aim a R") == "AMMO-F6"


@pytest.mark.parametrize("text", ["move a 0,0>0,1", "fire a Q", "fire a R"])
def test_what_ends_an_aim(text: str) -> None:
    """AMMO-F6: moving, and any attack."""
    game = scene("a>. . . . R<\n. . . . . Q<").after(Linked("aim", "a", "r"))

    assert game.order(text, [4, 1, 1] if "fire" in text else ()).state.links == ()


def test_who_fired_rapidly_is_easier_to_hit_until_its_next_bound() -> None:
    """AMMO-F11: 2 easier; AMMO-13: costs as automatic fire does."""
    game = scene(DUEL).order("fire a R mode=rapid dice=3", [2, 3, 4])

    assert game.figure("a").count("tokens") == 0
    assert parts(game.order("end"), "fire R a") == {"fired rapidly": 2}
    assert parts(game.order("end").order("end"), "fire R a") == {}


def test_a_rapid_attack_goes_by_the_tokens_in_the_weapon() -> None:
    """AMMO-13, AMMO-A5, AMMO-V11: two shots for each."""
    game = scene(DUEL, counters={"a": {"tokens": 1}})

    assert game.rule("fire a R mode=rapid dice=3") == "AMMO-13"
    assert plan(game, "fire a R mode=rapid").plan.shares[0].dice == 2


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ("mode=auto dice=4", "AMMO-F10"),
        ("mode=auto dice=0", "AMMO-F10"),
        ("mode=single dice=1", "AMMO-F10"),
        ("mode=auto dice=2 split=r:2", "AMMO-F10"),
        ("mode=auto split=q:1+r:1", "AMMO-F10"),
        ("mode=auto split=r:2+q:2", "AMMO-F10"),
        ("mode=auto split=r:1+z:1", "AMMO-F10"),
        ("mode=auto limb=head", "AMMO-F7"),
        ("mode=auto wild=ask", "AMMO-F10"),
        ("weapon=blade", "?"),
        ("mode=auto split=r:2+q:1", "legal"),
    ],
)
def test_how_dice_may_be_allotted(fields: str, rule: str) -> None:
    """AMMO-F10: up to the rate of fire, over enemies within 45 degrees of each other."""
    game = scene("a>. . . R<Q<\n. . . . . .\n. . . . . .\n. . . . . .\n. Z<. . . .")

    assert game.rule(f"fire a R {fields}") == rule


def test_automatic_fire_over_two_targets() -> None:
    """AMMO-12, AMMO-F10: each target has its own dice; three low faces take two tokens."""
    game = scene("a>. . . R<. Q<", heroes="a").order(
        "fire a R mode=auto split=r:2+q:1", [3, 2, 5, 6, 1, 7, 7]
    )

    # At -2 the first die misses, the second is replaced by a Wild Die of 7, and s is missed.
    assert game.news("struck", "left") == (
        "struck r downed source=a sums=wounds:1",
        "struck q missed source=a",
        "left r downed",
    )
    assert game.figure("a").count("tokens") == 0


def test_the_shooter_may_place_the_wild_die() -> None:
    """AMMO-F10: asked after the roll, the policy's choice first; the answer goes on with it."""
    game = scene("a>. . . R<. Q<", heroes="a")
    asked = game.order("fire a R mode=auto split=r:1+q:1 wild=ask", [4, 5, 6, 1])
    question = asked.state.pending.question  # type: ignore[union-attr]

    assert (question.side, question.what) == ("blue", "wild_die")
    assert question.options == ("1_rolled_4", "2_rolled_5", "none")
    done = asked.order("answer 2_rolled_5", [1, 2])
    assert done.news("struck") == (
        "struck r missed source=a",
        "struck q unhurt source=a",
    )


def test_with_one_die_there_is_nothing_to_place() -> None:
    """AMMO-F10: who wants to be asked is not, where the Wild Die can replace but one."""
    game = scene("a>. . . R<. Q<", heroes="a")
    done = game.order("fire a R mode=auto dice=1 wild=ask", [3, 5, 1, 2])

    assert done.state.pending is None
    assert done.news("struck") == ("struck r unhurt source=a",)


def test_a_stray_hits_who_stands_beside() -> None:
    """AMMO-F18: a natural 1 that misses; friends of the shooter as well."""
    game = scene("a>. . . b>R<").order("fire a R mode=single", [1, 8, 1, 8, 1])

    assert game.news("struck") == (
        "struck r missed source=a",
        "struck b downed source=a how=stray sums=wounds:1",
    )
    assert game.figure("b").fate == "downed"
    assert game.figure("a").count("tokens") == 1


def test_who_is_unseen_is_no_bystander() -> None:
    """AMMO-F18: so the numbers are the same for who knows more."""
    game = scene("a>. . . Q R<", counters={"Q": {"hidden": 1}})

    assert plan(game, "fire a R").subjects == ("r",)
    assert plan(game, "fire a R") == game.ruleset.attack(
        game.view("blue").state, game.line("fire a R")
    )


@pytest.mark.parametrize(
    ("mode", "shotgun", "stray"),
    [("single", False, 1), ("auto", False, 2), ("single", True, 2), ("rapid", False, 1)],
)
def test_automatic_fire_and_shotguns_stray_more(mode: str, shotgun: bool, stray: int) -> None:
    """AMMO-F18: on 1 or 2."""
    game = scene(DUEL, weapons={"a": (evolve(GUN, shotgun=shotgun),)})

    assert plan(game, f"fire a R mode={mode}").plan.stray == stray


def test_an_empty_weapon_must_be_reloaded() -> None:
    """AMMO-A4, AMMO-A10, AMMO-F17: an action; as far as what is carried goes."""
    game = scene(DUEL, counters={"a": {"tokens": 0, "spare": 1}})
    loaded = game.order("reload a")

    assert game.rule("fire a R") == "AMMO-A4"
    assert [loaded.figure("a").count(c) for c in ("tokens", "spare", "acts")] == [1, 0, 1]
    assert loaded.rule("fire a R") == "legal"
    assert loaded.rule("reload a") == "AMMO-F17"
    assert scene(DUEL).rule("reload a") == "AMMO-A10"
    assert scene(DUEL).rule("reload a weapon=bomb") == "AMMO-07"


def test_further_actions_in_a_bound() -> None:
    """AMMO-F5: the second at -2, the third at -4, and so on; the next bound begins afresh."""
    game = scene(DUEL)
    for taken in range(5):
        assert parts(game, "fire a R").get("further action", 0) == -2 * taken
        game = game.order("fire a R", [2])
    assert parts(game.order("end").order("end"), "fire a R").get("further action", 0) == 0


def test_arrows_are_counted() -> None:
    """AMMO-07: a weapon without a magazine that has a count loses one for each shot."""
    bow = evolve(GUN, magazine=0, spare=0, count=2, modes=("single",), rof=1)
    game = scene(DUEL, weapons={"a": (bow,)}).order("fire a R", [3])

    assert game.figure("a").count("rounds") == 1
    assert game.order("fire a R", [3]).rule("fire a R") == "AMMO-07"


@pytest.mark.parametrize(
    ("ammo", "order", "on", "expected"),
    [
        ("tracer", "mode=auto", "shooting", {"recoil": -2, "tracer": 1}),
        ("tracer", "mode=single", "shooting", {}),
        ("match", "mode=single", "shooting", {}),
        ("hollow_point", "", "toughness", {"toughness": 5, "hollow point": -2}),
    ],
)
def test_kinds_of_ammunition(ammo: str, order: str, on: str, expected: dict[str, int]) -> None:
    """AMMO-F21: what they add to the roll, or to the damage on bare skin."""
    words = scene(DUEL).state.setup.declared.counters["ammo"].words
    game = scene(DUEL, counters={"a": {"ammo": words.index(ammo)}})

    assert parts(game, f"fire a R {order}", on) == expected


def test_armour_piercing_rounds() -> None:
    """AMMO-F21: two more of the armour do not count."""
    words = scene(DUEL).state.setup.declared.counters["ammo"].words
    about = {"a": {"ammo": words.index("ap_rounds")}}
    game = scene(DUEL, kinds={"R": evolve(EXTRA, armour=3)}, counters=about)

    assert parts(game, "fire a R", "toughness") == {
        "toughness": 5,
        "armour": 3,
        "armour piercing": -2,
    }


@pytest.mark.parametrize(("tokens", "mode"), [(3, "rapid dice=3"), (1, "single"), (2, "single")])
def test_the_chance_that_an_attack_empties_its_weapon_is_known(tokens: int, mode: str) -> None:
    """AMMO-08, AMMO-13, AMMO-A4: that of the dice that take what is left."""
    game = scene(DUEL, counters={"a": {"tokens": tokens}})
    text = f"fire a R mode={mode}"
    chances = game.odds(text).figures["r"]
    empty = sum(p for outcome, p in chances.items() if getattr(outcome, "tokens", 0) == tokens)

    told = game.ruleset.mishaps(game.view().state, game.line(text))
    assert told == ((("leaves gun empty", empty),) if empty else ())
    assert bool(empty) is (tokens != 2)


def test_the_result_of_odds() -> None:
    """The keys of an outcome: hit, raises, shaken, wounds, tokens."""
    game = scene(DUEL)
    chances = game.odds("fire a R").figures["r"]

    assert sum(chances.values()) == 1
    assert all(
        list(game.ruleset.outcomes.words(outcome))
        == ["hit", "raises", "shaken", "wounds", "tokens"]
        for outcome in chances
    )


@pytest.mark.parametrize(
    ("outcome", "does"),
    [
        (Outcome(), False),
        (Outcome(tokens=2), False),
        (Outcome(hit=True, tokens=1), True),
        (Outcome(shaken=True), True),
        (Bought("one_bound"), True),
    ],
)
def test_tokens_of_the_shooter_do_nothing_to_the_target(outcome: Outcome, does: bool) -> None:
    """Asked whether anything happens to a figure, what the attack costs its shooter is left out."""
    assert scene(DUEL).ruleset.outcomes.has_effect(outcome) is does


def hit(game: Position, text: str) -> Fraction:
    """The chance of an order to hit r."""
    odds = game.odds(text).figures["r"]
    return sum((p for o, p in odds.items() if game.ruleset.outcomes.words(o)["hit"]), Fraction(0))


def test_the_chance_to_be_struck_is_that_of_a_hit() -> None:
    """Automatic fire that misses costs tokens nearly always: that is not to be struck."""
    game, text = scene(FAR), "fire a R mode=auto"
    odds = game.odds(text).figures["r"]

    assert 1 - odds[game.ruleset.outcomes.no_effect] > hit(game, text) > 0
    assert game.ruleset.outcomes.chance_of_effect(odds) == hit(game, text)


def test_the_computer_leaves_the_chance_of_a_hit_to_the_preview_of_its_order() -> None:
    """So that the two never differ: in its reasons stands the order alone."""
    game, text = scene(FAR), "fire a R mode=auto"
    known = game.view()
    seen = Situation(game.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))

    assert remark_words(describe_order(seen, game.line(text))) == "fire a r mode=auto"


def test_who_hardly_ever_hits_is_told_so() -> None:
    """The hint is not that the target suffers already what only its shooter would."""
    plain = {"a": (evolve(GUN, modes=("single",)),)}
    game = scene("a>" + 23 * ". " + "R<", under={"R": "&"}, weapons=plain)
    said = list(attack_hints(game.ruleset, game.view(), game.line("fire a R")))

    assert said == [HardlyAnyEffect()]


@pytest.mark.parametrize(
    ("spare", "remedy"), [(1, "'reload' first"), (0, "it carries no more ammunition for it")]
)
def test_who_cannot_reload_is_not_told_to(spare: int, remedy: str) -> None:
    """AMMO-A4: an empty weapon; with nothing carried for it, no advice to fill it."""
    game = scene(DUEL, counters={"a": {"tokens": 0, "spare": spare}})

    assert getattr(game.refusal("fire a R"), "remedy", "") == remedy


@pytest.mark.parametrize(
    ("kind", "order", "expected"),
    [
        (EXTRA, "fire a R", "Shooting rolls d6"),
        (evolve(EXTRA, shooting=10), "fire a R", "Shooting rolls d10"),
        (HERO, "fire a R", "Shooting rolls d6 and the Wild Die d6; the better counts"),
        (EXTRA, "fire a R mode=auto dice=3", "Shooting rolls 3 d6"),
        (
            HERO,
            "fire a R mode=auto dice=3",
            "Shooting rolls 3 d6 and the Wild Die d6; it may replace one of them",
        ),
        (EXTRA, "bombard a 5,0 weapon=bomb", "Throwing rolls d6"),
    ],
)
def test_odds_show_the_dice(kind: Kind, order: str, expected: str) -> None:
    """AMMO-F2, AMMO-F10, AMMO-F15: the trait die, the Wild Die, and the dice of damage."""
    game = scene(DUEL, kinds={"a": kind}, weapons={"a": (GUN, BOMB)})
    plan = game.ruleset.attack(game.state, game.line(order))
    assert plan is not None
    odds = odds_of(plan, game.ruleset.outcomes.no_effect)
    shown = order_odds(game.ruleset, game.state, game.line(order), odds)

    assert any("4 or more hits" in words for words in shown.rolls)  # also if nothing is added
    damage = f"{plan_dice(order)}, with a raise d6 more"
    assert shown.rolls[0] == f"{expected}. Damage {damage}"


def plan_dice(order: str) -> str:
    """The dice of the damage of an order's weapon."""
    weapon = BOMB if BOMB.id in order else GUN
    bonus = f"{weapon.bonus:+d}" if weapon.bonus else ""
    return f"{weapon.dice}d{weapon.sides}{bonus}"


def test_the_damage_counts_mode_strength_and_body_part() -> None:
    """AMMO-F12, AMMO-F19: smoke has no dice, and says nothing of damage."""
    assert with_damage("d8", Harm(2, 6, 1)) == "d8. Damage 2d6+1, with a raise d6 more"
    assert with_damage("d8", Harm(2, 6, -1), 4) == "d8. Damage 2d6+3, with a raise d6 more"
    assert with_damage("d8", Harm(1, 4, strength=8)) == (
        "d8. Damage 1d4 and strength d8, with a raise d6 more"
    )
    assert with_damage("d8", Harm(0, 6)) == "d8"


def test_a_figure_that_recovers_has_no_move_left() -> None:
    """AMMO-F13: it may not move in this turn, and its card says so."""
    game = scene("a . . R", counters={"a": {"recovering": 1}})
    (move,) = game.ruleset.card.budgets(game.state, game.figure("a"))
    assert (move.left, move.full) == (0, 12)


def test_the_preview_says_that_most_of_a_chance_is_of_strays() -> None:
    """AMMO-F18: a 1 or 2 at q beside the target strikes r, which no die aimed at it can reach."""
    rows = {}
    for cover in (".", "&"):
        drawing = f"a>. . . . . . . . {cover}{cover}R<\n. . . . . . . . . {cover}{cover}Q<"
        battle = scene(drawing, counters={"a": {"acts": 3}})
        legal = LegalOrders(battle.ruleset, battle.view())
        odds = legal.order_odds(battle.line("fire a R mode=auto split=r:1+q:2"))
        assert odds is not None
        rows[cover] = [row.label for rows in odds_rows(legal.view, odds) for row in rows.rows]
        assert odds.target is not None
        assert odds.target.aimed is not None
        strays = [one for one in rows[cover] if one.startswith("most of it by stray shots: ")]
        assert bool(strays) is (2 * odds.target.aimed < odds.target.effect_chance)
        assert bool(strays) is ("mostly stray" in short_words(odds)[0])
    assert any("stray" in one for one in rows["&"])


def test_a_mean_of_nothing_is_not_told() -> None:
    """A bow takes no tokens; a shot of a gun may."""
    battle = position("a>. . . R<", ruleset="trait_die", weapons={"a": ("bow", "carbine")})
    legal = LegalOrders(battle.ruleset, battle.view())
    said = {}
    for weapon in ("bow", "carbine"):
        odds = legal.order_odds(battle.line(f"fire a R weapon={weapon}"))
        assert odds is not None
        assert odds.target is not None
        said[weapon] = dict(odds.target.summary.means)
    assert set(said["bow"]) < set(said["carbine"]) == {"wounds", "tokens used"}
