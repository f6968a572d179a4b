"""Held actions, suppressive fire, ambushes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest
from attrs import evolve

from skirmish.core.events import Counted, Hurt, Linked
from skirmish.core.view import News
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.dice_pool import reactions
from skirmish.rulesets.dice_pool.dice import Harm
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

MISS = [2, 2]


def watched(order: str = "hold a", **more: Any) -> Position:
    """Blue's a holds a shot, red moves."""
    game = scene(". . . . R<\na>. . . . \n. . . . . ", gun(), **more)
    return game.order(order).order("end")


def test_a_held_shot_is_fired_before_a_step() -> None:
    """POOL-F14: at -2, once, at where the enemy stands; then nothing is held."""
    game = watched().order("move r 4,0>1,0", [*MISS])

    assert game.news("fired") == ("fired a gun target=r how=held",)
    assert (game.figure("a").count("holding"), dict(game.state.zones)) == (0, {})
    assert game.figure("r").at == (1, 0)


def test_a_held_shot_is_fired_before_an_attack_which_may_lapse() -> None:
    """POOL-F14: who is put out attacks no more, and what it had is not spent."""
    game = watched(weapons={"R": (gun(),)}).after(Hurt("r", 8))
    game = game.order("fire r a", [6, 6, 1, 1])

    assert game.figure("r").fate == "downed"
    assert game.news("fired") == ("fired a gun target=r how=held",)


def test_a_held_shot_is_fired_before_any_action() -> None:
    """POOL-F14: an enemy that aims or lies down acts; one that looks round does not."""
    for act in ("aim r", "pose r prone", "hold r"):
        game = watched(weapons={"R": (gun(),)}).order(act, [*MISS])
        assert game.news("fired") == ("fired a gun target=r how=held",)
        assert game.figure("r").count("used") == 1
    assert watched().order("turn r N").news("fired") == ()


def test_who_is_put_out_before_it_acts_does_nothing() -> None:
    """POOL-F14: the action has not begun."""
    game = watched(weapons={"R": (gun(),)}).after(Hurt("r", 8)).order("aim r", [6, 6, 1, 1])

    assert (game.figure("r").fate, game.news("counted")[-1]) == ("downed", "counted a fired 1")


def test_a_held_shot_waits_for_the_own_next_pass() -> None:
    """POOL-F14: over the enemy's further passes of the turn, for who has one pass alone."""
    game = watched(kinds={"R": man(passes=3)}).order("end")
    assert (game.state.clock.step, game.figure("a").count("holding")) == (4, 1)
    game = game.order("end").order("end")
    assert (game.state.clock.turn, game.figure("a").count("holding")) == (2, 0)


def test_a_held_ss_shot_is_locked_until_the_next_pass() -> None:
    """POOL-07, POOL-A2: what fired in the own pass cannot be held, and what was held not fired."""
    game = scene(". . . . R<\na>. . . . ", gun(modes=("ss",)))
    assert game.order("fire a R", [*MISS, *MISS]).rule("hold a") == "POOL-07"
    game = game.order("hold a").order("end").order("move r 4,0>3,0", [*MISS])
    assert game.figure("a").count("locked") == 1
    assert game.order("end").rule("fire a R") == "legal"


@pytest.mark.parametrize("setting", ["mode a sa", "choke a wide"])
def test_setting_the_weapon_gives_up_the_shot_held_with_it(setting: str) -> None:
    """POOL-F14: its owner reads so, and the ground is watched no more."""
    arm = gun(modes=("bf", "sa"), choke=True)
    arms = (arm, evolve(arm, id="other"))
    held = scene(". . . . R<\na>. . . . ", *arms).order("hold a burst=short")
    game = held.order(setting)

    assert (game.figure("a").count("holding"), dict(game.state.zones)) == (0, {})
    assert "counted a holding 0" in game.news()
    told = log_sentences(game.view("blue"), [News(one.event, ()) for one in game.told])
    assert "no longer holds an action" in " ".join(said.words for said in told)
    other = held.order(f"{setting} weapon=other")
    assert other.figure("a").count("holding") == 1


def test_a_held_burst_adds_to_the_recoil_of_its_pass() -> None:
    """POOL-F6: two short bursts in one pass, the second of them in the enemy's bound."""
    arm = gun(modes=("bf",), rate=1, compensation=1)
    game = scene(". . . . R<\na>. . . . ", arm, kinds={"a": man(skill=8)})
    game = game.order("fire a R", [2] * 9).order("hold a").order("end")
    game = game.order("move r 4,0>3,0", [2] * 4)  # ten dice, less 5 - 1 of recoil and 2 held

    assert game.figure("a").count("fired") == 6


def test_a_held_shot_watches_ninety_degrees_ahead() -> None:
    """POOL-F14: 45 degrees either side; behind it anybody may pass."""
    behind = watched("hold a face=S").order("move r 4,0>1,0")

    assert behind.news("fired") == ()
    assert behind.figure("a").count("holding") == 1


def test_a_held_shot_is_fired_as_an_enemy_stops_there() -> None:
    """POOL-F14: the last step of a way led into the arc."""
    game = scene("R<. . . . \n. . . . . \na>. . . . ", gun()).order("hold a").order("end")
    game = game.order("move r 0,0>2,0", [*MISS])

    assert game.news("fired") == ("fired a gun target=r how=held",)
    assert (game.figure("a").count("holding"), game.figure("r").at) == (0, (2, 0))


def test_a_held_shot_waits_for_its_chance() -> None:
    """POOL-F14: below the chance of the standing order it is not fired."""
    assert watched("hold a when=99%").order("move r 4,0>1,0").news("fired") == ()


def test_the_unseen_do_not_sway_a_held_shot() -> None:
    """POOL-F14: a hidden body in the line may stop rounds, but nobody reckons with it."""

    def chance(drawing: str, **more: Any) -> Fraction:
        game = scene(drawing, gun(modes=("bf",)), **more).order("hold a burst=short").order("end")
        (offered,) = reactions.offer(game.state, "r", None)
        return offered.chance

    hidden = {"counters": {"Q": {"hidden": 1}}, "kinds": {"Q": man(reaction=0)}}
    assert chance("a>. Q<. R<", **hidden) == chance("a>. . . R<")


def test_its_owner_may_be_asked() -> None:
    """POOL-F14: the question goes to the watcher's side, and the mover goes on after it."""
    game = watched("hold a reply=ask").order("move r 4,0>3,0")
    question = game.state.pending.question  # type: ignore[union-attr]
    assert (question.side, question.options[1]) == ("blue", "hold")
    game = game.order("answer hold")
    while game.state.pending:
        game = game.order("answer hold")

    assert game.figure("r").at == (3, 0)


def test_moving_and_turning_give_the_hold_up() -> None:
    """POOL-F14: so does the figure's own next pass."""
    game = scene(". . . . R<\na>. . . . ", gun()).order("hold a")

    assert game.figure("a").count("holding") == 1
    for text in ("turn a N", "move a 0,1>1,1"):
        assert game.order(text).figure("a").count("holding") == 0
    assert game.order("end").order("end").figure("a").count("holding") == 0
    assert game.rule("fire a R held=yes") == "POOL-F14"


def test_only_a_simple_shot_is_held() -> None:
    """POOL-F14: a long burst in FA, not in BF."""
    game = scene(". . . . R<\na>. . . . ", gun(modes=("bf", "fa")))

    assert game.rule("hold a burst=long") == "POOL-F14"
    assert game.order("mode a fa").rule("hold a burst=long") == "legal"
    assert game.rule("hold a burst=full") == "POOL-F14"


def test_who_waits_in_hiding_shows_no_zone() -> None:
    """A zone that the enemy saw would give it away."""
    game = scene("a>. . . R<", gun(), counters={"a": {"hidden": 1}}).order("hold a")

    assert len(game.state.zones) == 1
    assert dict(game.view("red").state.zones) == {}


SWEPT = ". . . . . . \na>. . R<. . \n. . . . . . \n. . . . . . \nP<. . . . . "


def sweep(game: Position, *faces: int) -> Position:
    return game.after(Counted("a", "mode", 4)).order("suppress a 3,1", [6, 6, 2, 2, *faces])


def test_suppression_strikes_who_stands_uncovered_in_it() -> None:
    """POOL-F13: 20 rounds, no recoil; fewer hits than the suppressor's take base damage."""
    game = sweep(scene(SWEPT, gun(compensation=0)), *(6, 2, 2), *(1, 1))

    assert (game.figure("r").damage, game.figure("a").count("rounds")) == (4, 10)
    assert [zone.numbers["hits"] for zone in game.state.zones.values()] == [2]


def test_suppression_spares_who_has_cover_until_he_leaves_it() -> None:
    """POOL-F13: then once a pass, and as he comes in."""
    game = sweep(scene(SWEPT, gun(), under={"R": "o"}))
    assert game.figure("r").damage == 0
    game = game.order("end").order("move r 3,1>3,0", [*(2, 2, 2), *(1, 1)])
    assert game.figure("r").damage == 4
    assert game.order("move r 3,0>3,1").order("move r 3,1>3,0").figure("r").damage == 4


def test_suppression_strikes_who_comes_in() -> None:
    """POOL-F13: and lies until the shooter's next pass."""
    game = sweep(scene(SWEPT, gun(), under={"R": "o"}))
    came = game.order("end").order("move p 0,4>2,2>2,1", [*(2, 2, 2), *(1, 1)])

    assert came.figure("p").damage == 4
    assert dict(came.order("end").state.zones) == {}


def test_suppression_takes_full_auto_and_twenty_rounds() -> None:
    """POOL-F13: refused in BF, or with 19 rounds, or as a second action."""
    game = scene(SWEPT, gun()).after(Counted("a", "mode", 4))

    assert game.rule("suppress a 3,1") == "legal"
    assert game.after(Counted("a", "mode", 3)).rule("suppress a 3,1") == "POOL-F13"
    assert game.after(Counted("a", "rounds", 19)).rule("suppress a 3,1") == "POOL-A14"
    assert game.order("aim a").rule("suppress a 3,1") == "POOL-F4"


def test_who_fires_out_of_hiding_may_surprise() -> None:
    """POOL-F15: reaction, intuition and 6 against reaction and intuition; no defence, no answer."""
    game = scene("a>. . . R<", gun(), counters={"a": {"hidden": 1}}, weapons={"R": (gun(),)})
    game = game.order("fire a R", [*(6, 2, 2, 2), *[5, *[1] * 8], *(1, 1, 1), *(1, 1)])

    assert (game.figure("r").damage, game.figure("a").count("hidden")) == (5, 0)
    game = game.order("end")
    assert game.rule("fire r a") == "POOL-F15"
    game = game.order("end").order("end")
    assert game.rule("fire r a") == "legal"


def test_the_odds_know_of_the_ambush() -> None:
    """POOL-F15: out of hiding a shot is likelier to hit; less so against one on its guard."""

    def chance(hidden: int, holding: int) -> Fraction:
        game = scene(
            "a>. . . R<",
            gun(),
            kinds={"R": man(reaction=3)},
            counters={"a": {"hidden": hidden}, "r": {"holding": holding}},
        )
        odds = game.after(Counted("r", "holding", holding)).odds("fire a R").figures["r"]
        return sum((p for o, p in odds.items() if cast("Harm", o).hits), Fraction(0))

    assert chance(1, 0) > chance(1, 1) > chance(0, 0)


def test_nobody_acts_against_who_surprises_him_by_an_area() -> None:
    """POOL-F15: neither a burst, a blast nor suppression may be aimed at its tile."""
    bomb = gun(modes=(), blast=1)
    cell = "a>. . . R<\n. . . . . "
    game = scene(cell, gun()).after(Linked("surprised", "a", "r"), Counted("a", "mode", 4))

    assert [game.rule(f"{verb} a 4,0") for verb in ("bombard", "suppress")] == ["POOL-F15"] * 2
    assert [game.rule(f"{verb} a 3,0") for verb in ("bombard", "suppress")] == ["legal"] * 2
    thrown = scene(cell, bomb).after(Linked("surprised", "a", "r"))
    assert (thrown.rule("bombard a 4,0"), thrown.rule("bombard a 4,1")) == ("POOL-F15", "legal")
    spots = [f.target for f in thrown.ruleset.options(thrown.view(), "a") if f.verb == "bombard"]
    assert [(4, 0) in spot.board.tiles_of(spot.mask) for spot in spots] == [False]  # type: ignore[union-attr]


def test_suppression_strikes_once_in_each_pass() -> None:
    """POOL-F13: again in the enemy's next pass, while the shooter has had none."""
    quick = {"R": man(passes=2, move=20)}
    game = sweep(scene(SWEPT, gun(), kinds=quick, under={"R": "o"})).order("end")
    out, into = "move r 3,1>3,0", "move r 3,0>3,1"
    game = game.order(out, [*(2, 2, 2), *(1, 1)]).order(into).order(out).order(into)
    assert game.figure("r").damage == 4
    game = game.order("end").order(out, [*(2, 2), *(1, 1)])
    assert game.figure("r").damage == 8


def test_suppression_spares_who_was_struck_as_it_was_laid_for_the_pass() -> None:
    """POOL-F13: the enemy's bound of the same pass as well; in the next pass it strikes again."""
    quick = {"R": man(passes=2, move=20)}
    game = sweep(scene(SWEPT, gun(), kinds=quick), *(6, 2, 2), *(1, 1)).order("end")
    away, back = "move r 3,1>2,0", "move r 2,0>3,1"
    game = game.order(away).order(back)
    assert game.figure("r").damage == 4
    game = game.order(away).order("end").order(back, [*(2, 2), *(1, 1)])
    assert game.figure("r").damage == 8


def test_suppression_strikes_friends_and_ends_with_its_owner() -> None:
    """POOL-F12, POOL-F13: a friend who walks in is struck; who is down fires no more."""
    drawing = "b>. . . . . \na>. . R<. . \n. . . . . . "
    arms = {"R": (gun(dv=30),)}
    game = sweep(scene(drawing, gun(), under={"R": "o"}, weapons=arms))

    assert game.order("move b 0,0>2,0>3,0", [*(2, 2, 2), *(1, 1)]).figure("b").damage == 4
    game = game.order("end").order("fire r a", [*(6, 6, 2, 2), *(1, 1), *(1, 1)])
    assert (game.figure("a").fate, dict(game.state.zones)) == ("downed", {})


def test_an_action_is_held_once() -> None:
    """POOL-F14: a second hold would spend a Simple action for nothing."""
    held = scene(". . . . R<\na>. . . . ", gun(modes=("sa",))).order("hold a")
    refused = held.refusal("hold a")

    assert refused is not None
    assert refused.reason == "a holds an action already"
    assert not any(family.verb == "hold" for family in held.ruleset.options(held.view(), "a"))


def test_the_dice_of_an_ambush_are_numbers_of_its_odds() -> None:
    """POOL-F15: those of the hidden figure once, those of each enemy in the burst."""
    game = scene("a>. . . R<Q<", gun(modes=("bf",)), counters={"a": {"hidden": 1}})
    order = game.line("fire a R burst=long")
    attack = game.ruleset.attack(game.view().state, order)
    odds = LegalOrders(game.ruleset, game.view()).order_odds(order)

    assert isinstance(attack, Attack)
    assert odds is not None
    *_, targets = attack.args
    assert isinstance(targets, tuple)
    dice = {number.figure: number.total for number in odds.numbers if number.on == "surprise"}
    assert [one.ambush for one in targets] == [(dice["a"], dice[name]) for name in attack.subjects]
    assert len(dice) == 1 + len(targets)
