"""Fire into close combat, and whom a shot meets that goes wrong."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.events import Struck
from skirmish.core.state import Side
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.opposed_d6.dice import Effect, Shot
from tests.position import Position
from tests.rulesets.opposed_d6.blocks import BURST, GUN, MORTAR, TROOPER, scene

MELEE = scene(
    """
    . . . . bv. .
    a>. . . R^Q>.
    . . . . . . .
    """
)
"""b and R face each other and fight hand to hand; Q overlaps."""
BOTH = scene(
    """
    . . . . bv. .
    . . . R9Q^. .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    a9. . . . . .
    """,
    weapons={"a": (GUN, BURST)},
)
"""Both face b, so the lower id Q fights it, and R overlaps."""


def attack_of(game: Position, text: str) -> Attack:
    """The attack of an order."""
    attack = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(attack, Attack)
    return attack


def shot_of(game: Position, text: str) -> Shot:
    """Its single shot."""
    shots = attack_of(game, text).args[1]
    assert isinstance(shots, tuple)
    assert isinstance(shots[0], Shot)
    return shots[0]


def test_it_must_be_declared_and_costs_one_or_two() -> None:
    """BAY-24, BAY-A3, BAY-V8: factor 4 is 2 against hand-to-hand, 3 against an overlapping one."""
    assert MELEE.rule("fire a R") == "BAY-07"
    assert shot_of(MELEE, "fire a R combat=yes").factor == 2
    assert shot_of(BOTH, "fire a R combat=yes").factor == 3
    assert shot_of(BOTH, "fire a Q combat=yes").factor == 2


def test_a_scenario_may_forbid_it() -> None:
    """BAY-24: it may be possible; house rule into_combat."""
    setup = evolve(MELEE.state.setup, rules={"into_combat": False})
    game = evolve(MELEE, state=evolve(MELEE.state, setup=setup))

    assert game.rule("fire a R combat=yes") == "BAY-07"


def test_other_modifiers_count_as_usual() -> None:
    """BAY-25: cover protects a fighter from fire too, aid helps."""
    game = scene(
        """
        . . . . bv. .
        a>. . . R^. .
        c>. . . . . .
        """,
        under={"R": ":"},
    )
    shot = shot_of(game, "fire a R combat=yes aid=c")

    assert (shot.factor, shot.guard.factor) == (4 - 2 + 1, 2 + 2)


def test_half_or_less_meets_another() -> None:
    """BAY-26, BAY-V6: totals of 3 and 6, so both roll anew at somebody else in the melee."""
    game = scene("a>. . . R<b<", levels="100000")
    after = game.order("fire a R combat=yes", faces=[1, 4, 6, 1])
    struck = [told.event for told in after.told if isinstance(told.event, Struck)]

    assert [(one.figure, one.effect, one.how) for one in struck] == [
        ("r", "nothing", "into_combat"),
        ("b", "downed", "redirected"),
    ]
    assert struck[0].sums == {"attack": 3, "guard": 6}
    assert [told.first for told in after.told if told.event.verb == "struck"] == [0, 2]
    assert after.figure("b").fate == "downed"


def test_what_a_stray_shot_meets_has_not_been_fired_at() -> None:
    """BAY-31: the attack was on R; on Q, whom it met instead, there may be one still."""
    game = scene(
        """
        . . . . bv. .
        a>. . . R^Q9.
        . . . . . . .
        . . . . . c^.
        """
    )
    after = game.order("fire a R combat=yes", faces=[1, 6, 1, 6])

    assert after.news("struck")[1].startswith(("struck q", "struck b"))
    assert after.rule("fire c R combat=yes") == "BAY-31"
    assert after.rule("fire c Q combat=yes") == "legal"


def test_more_than_half_meets_nobody() -> None:
    """BAY-A5, BAY-V7: twice 4 is more than 7."""
    game = scene("a>. . . R<b<", levels="100000", kinds={"R": evolve(TROOPER, physical=3)})
    after = game.order("fire a R combat=yes", faces=[2, 4])

    assert len(after.news("struck")) == 1


def test_an_ordinary_shot_never_goes_astray() -> None:
    """BAY-A4: only fire into a combat does."""
    after = scene("a>. . . R<. b<").order("fire a R", faces=[1, 6])

    assert len(after.news("struck")) == 1


def test_whom_it_may_meet() -> None:
    """BAY-A4: participants of the same melee, of either side, within arc, range and sight."""
    game = scene(
        """
        . . . . . bv. . .
        . . . . . R^Q<. .
        a>. . . . . . # .
        . . . . . . cv. P<
        """
    )
    attack = attack_of(game, "fire a R combat=yes")

    assert attack.subjects == ("r", "b", "q")


def test_the_targets_side_offers_the_shooters_friend_most_likely_to_fall() -> None:
    """BAY-26: else its own figure least likely to; the lower id where that is equal."""
    game = scene(
        """
        . . . . bvc1.
        a>. . . R^Q^.
        . . . . . . .
        """,
        kinds={"c": evolve(TROOPER, physical=1), "Q": evolve(TROOPER, physical=5)},
    )
    attack = attack_of(game, "fire a R combat=yes")
    first = shot_of(game, "fire a R combat=yes").strays

    assert [attack.subjects[stray.target] for stray in first] == ["c", "b", "q"]
    assert "chooses" in attack.policy


def test_the_odds_count_the_stray_shot() -> None:
    """BAY-26: a friend in the melee can be struck, and its chances are among the odds."""
    chances = MELEE.odds("fire a R combat=yes").figures

    assert set(chances) == {"r", "b", "q"}
    assert chances["b"][Effect.DOWNED] > 0
    assert sum(chances["q"].values()) == chances["q"][Effect.NOTHING] == 1


def test_the_targets_player_chooses_where_he_is_asked() -> None:
    """BAY-26: house rule redirect; play waits, and the answer goes on with the same dice."""
    setup = evolve(
        MELEE.state.setup,
        rules={"redirect": "ask"},
        sides={"blue": Side("blue", "Blue"), "red": Side("red", "Red", player="human")},
    )
    game = evolve(MELEE, state=evolve(MELEE.state, setup=setup))
    asked = game.order("fire a R combat=yes", faces=[1, 6])

    assert asked.acting == "red"
    assert asked.view("blue").question is None
    question = asked.view("red").question
    assert question is not None
    assert question.options == ("b", "q")
    after = asked.order("answer q", faces=[6, 1])
    assert [text.split(" sums")[0] for text in after.news("struck")] == [
        "struck r nothing source=a how=into_combat",
        "struck q downed source=a how=redirected",
    ]
    assert len(after.faces) == 4


def test_an_area_on_a_melee_strikes_all_alike() -> None:
    """Area fire has no modifier for fire into a combat, and nobody is met instead."""
    game = scene("a>. . . . . R<b<", weapons={"a": (MORTAR,)})
    attack = game.ruleset.attack(game.view().state, game.line("bombard a 6,0"))

    assert isinstance(attack, Attack)
    assert attack.subjects == ("b", "r")
    assert "BAY-24" not in {line.rule for line in attack.modifiers}


def test_a_burst_into_a_combat() -> None:
    """BAY-14, BAY-24: each share has the modifier of its own target."""
    text = "fire a R combat=yes weapon=burst split=r:3+q:3"
    shots = attack_of(BOTH, text).args[1]
    assert isinstance(shots, tuple)

    assert BOTH.rule(text) == "legal"
    assert [shot.factor for shot in shots if isinstance(shot, Shot)] == [2, 1]


def test_the_breakdown_says_who_of_the_combat_cannot_be_hit() -> None:
    """BAY-A4: a friend in the combat that the weapon cannot strike, and why."""
    hidden = scene(
        """
        . . . . # bv.
        a>. . . . R^.
        . . . . . . .
        """
    )

    assert attack_of(MELEE, "fire a R combat=yes").rolled == ""
    assert attack_of(hidden, "fire a R combat=yes").rolled == (
        "b in the same combat cannot be hit: a has no line of sight to it"
    )
