"""Direct fire carried out: dice, modifiers, aid, what comes of it."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.figures import HIDDEN
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.opposed_d6.dice import Effect, Shot
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import (
    BURST,
    CANNON,
    GUN,
    MARKSMAN,
    MIND,
    MORTAR,
    OFFICER,
    RABBLE,
    SHIELDED,
    TROOPER,
    scene,
)


def plan(game: Position, text: str) -> Attack:
    """The attack of an order, as its side sees it."""
    found = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(found, Attack)
    return found


def numbers(game: Position, text: str) -> tuple[int, int]:
    """What a single shot is rolled with: attack factor, guard factor."""
    shots = plan(game, text).args[1]
    assert isinstance(shots, tuple)
    (shot,) = shots
    assert isinstance(shot, Shot)
    return shot.factor, shot.guard.factor


def test_a_shot_is_one_die_against_one() -> None:
    """BAY-28: both roll a d6; each event carries its own dice and the totals."""
    game = scene("a>. . R<").order("fire a R", faces=[4, 2])

    assert game.news("fired", "struck") == (
        "fired a gun target=r",
        "struck r suppressed source=a sums=attack:8+guard:4".replace("suppressed", "downed"),
    )
    struck = next(told for told in game.told if told.event.verb == "struck")
    assert [face.face for face in struck.faces(game.faces)] == [4, 2]


@pytest.mark.parametrize(
    ("faces", "factor", "physical", "effect"),
    [([4, 2], 3, 2, "suppressed"), ([5, 1], 4, 2, "downed"), ([1, 6], 1, 3, "nothing")],
    ids=["BAY-V3", "BAY-V4", "BAY-V5"],
)
def test_worked_cases_on_the_table(
    faces: list[int], factor: int, physical: int, effect: str
) -> None:
    """BAY-28, BAY-32: and whatever is rolled, nothing happens to the shooter."""
    game = scene(
        "a>. . R<",
        weapons={"a": (evolve(GUN, factor=factor),)},
        kinds={"R": evolve(TROOPER, physical=physical)},
    )
    after = game.order("fire a R", faces=faces)

    assert after.news("struck")[0].startswith(f"struck r {effect}")
    assert evolve(after.figure("a"), counters={}) == game.figure("a")


def test_a_suppressed_figure_is_turned_away_and_a_downed_one_is_out() -> None:
    """BAY-28: outcomes become events of their own."""
    game = scene("a>. . R<")
    suppressed, downed = (game.order("fire a R", faces=f) for f in ([4, 3], [6, 1]))

    assert (suppressed.figure("R").count("suppressed"), suppressed.figure("R").facing.name) == (
        1,
        "E",
    )
    assert (downed.figure("R").at, downed.figure("R").fate) == (None, "downed")


def test_irregulars_run() -> None:
    """BAY-28: crew and irregular figures flee where others are suppressed."""
    game = scene("a>. . R<. . . . . . . .", kinds={"R": RABBLE}).order("fire a R", faces=[4, 3])

    assert game.figure("R").count("fleeing") == 1
    assert game.figure("R").tile[0] > 3


def test_once_after_each_of_the_enemys_bounds() -> None:
    """BAY-12: the second shot in one bound is refused, as is any in the movement."""
    game = scene("a>. . R<").order("fire a R", faces=[1, 6])

    assert game.rule("fire a R") == "BAY-12"
    assert scene("a>. . R<", phase="move").rule("fire a R") == "BAY-12"


@pytest.mark.parametrize("counter", ["suppressed", "fleeing"])
def test_who_is_pinned_or_runs_does_not_shoot(counter: str) -> None:
    """BAY-12, BAY-F2: nor does such a figure aid."""
    game = scene("a>. . R<\nb>", counters={"b": {counter: 1}})

    assert game.rule("fire b R") == "BAY-12"
    assert game.rule("fire a R aid=b") == "BAY-12"


def test_slow_weapons_miss_shooting_phases() -> None:
    """BAY-13, BAY-F2: with reload_bounds 2 it shoots in turn 1 and again in turn 4."""
    game = scene("a>. . . R<", weapons={"a": (CANNON, GUN)}).order("fire a R", faces=[1, 6])
    later = {turn: game.bound("fire", "blue", turn=turn, step=1) for turn in (2, 3, 4)}

    assert [later[t].rule("fire a R weapon=cannon") for t in (2, 3, 4)] == ["BAY-13"] * 2 + [
        "legal"
    ]
    assert later[2].rule("fire a R weapon=gun") == "legal"


def test_each_slow_weapon_is_loaded_by_itself() -> None:
    """BAY-13: while one is loading another of the same figure can be fired."""
    second = evolve(CANNON, id="second", reload_bounds=1)
    game = scene("a>. . . R<", weapons={"a": (CANNON, second)}).order("fire a R", faces=[1, 6])
    next_turn = game.bound("fire", "blue", turn=2, step=1)

    assert next_turn.rule("fire a R") == "BAY-13"
    assert next_turn.rule("fire a R weapon=second") == "legal"


def test_friends_aid_one_attack() -> None:
    """BAY-27, BAY-31, BAY-F10, BAY-A9, BAY-V13: three friends at one enemy are one roll, at +2."""
    game = scene("a>. . . R<\nb>. . . .\nc>. . . .")
    after = game.order("fire a R aid=b+c", faces=[1, 6])

    assert numbers(game, "fire a R aid=b+c") == (6, 2)
    assert len(after.news("struck")) == 1
    assert [after.rule(f"fire {who} R") for who in "abc"] == ["BAY-12"] * 3


def test_a_side_makes_one_attack_on_an_enemy() -> None:
    """BAY-31, BAY-V13: its other friends aid the first one, or fire elsewhere."""
    game = scene("a>. . . R<\nb>. . . Q<\nc>. . . .", weapons={"c": (BURST,)})
    after = game.order("fire a R", faces=[1, 6])
    refused = after.refusal("fire b R")

    assert refused is not None
    assert (refused.rule, "aid=" in refused.remedy) == ("BAY-31", True)
    assert after.rule("fire c Q split=q:3+r:3") == "BAY-31"
    assert after.rule("fire b Q aid=c") == after.rule("fire c Q rolls=2") == "legal"


def test_both_targets_of_a_divided_burst_have_been_fired_at() -> None:
    """BAY-31: the burst is the attack on each of them; in the next shooting there is another."""
    game = scene("a>. . . R<\nb>. . . Q<", weapons={"a": (BURST,)})
    after = game.order("fire a R split=r:3+q:3", faces=[1, 6, 1, 6])
    later = after.bound("fire", "blue", turn=2, step=1)

    assert [after.rule(f"fire b {who}") for who in "RQ"] == ["BAY-31"] * 2
    assert [later.rule(f"fire b {who}") for who in "RQ"] == ["legal"] * 2


def test_an_area_attack_is_always_one_of_its_own() -> None:
    """BAY-31: neither does it take the place of the attack on an enemy, nor the other way round."""
    game = scene("a>. . . . R<\nb>. . . . .\nc>. . . . .", weapons={"c": (MORTAR,)})
    bombed = game.order("bombard c 5,0", faces=[1, 6])
    fired = game.order("fire a R", faces=[1, 6])

    assert bombed.rule("fire a R") == fired.rule("bombard c 5,0") == "legal"


def test_the_enemy_does_not_learn_whom_it_may_no_longer_attack() -> None:
    """BAY-31: what a side has done is kept by that side alone."""
    game = scene("a>. . . R<").order("fire a R", faces=[1, 6])

    assert game.view("blue").state.links
    assert game.view("red").state.links == ()


def test_an_aider_must_have_had_the_shot() -> None:
    """BAY-31: in arc and range, with a clear line; three at most (BAY-27)."""
    game = scene(
        """
        a>. . . R<
        b<. . . .
        d>. . . .
        e>. . . .
        f># . . .
        c^. . . .
        """
    )

    assert game.rule("fire a R aid=b") == "BAY-04"
    assert game.rule("fire a R aid=c") == "BAY-05"
    assert game.rule("fire a R aid=a") == "BAY-31"
    assert game.rule("fire a R aid=r") == "BAY-31"
    assert game.rule("fire a R aid=d+e+f") == "legal"
    assert game.rule("fire a R aid=b+d+e+f") == "BAY-27"


def test_who_aids_may_use_any_of_its_weapons() -> None:
    """BAY-31: the first with which it could have shot, and which is loaded."""
    short = evolve(GUN, id="short", range=2)
    drawing = "a>. . . R<\nb>. . . .\nc>. . . ."
    loading = {"c": {"loading": 999}}
    game = scene(drawing, weapons={"b": (short, GUN), "c": (CANNON, GUN)}, counters=loading)

    after = game.order("fire a R aid=b+c", faces=[1, 6])

    assert after.news("fired")[1:] == (
        "fired b gun target=r how=aid",
        "fired c gun target=r how=aid",
    )


@pytest.mark.parametrize(
    ("weapon", "guard"), [(GUN, 5), (evolve(GUN, against="abc"), 1), (MIND, 0)]
)
def test_each_attack_is_met_with_its_own_factor(weapon: object, guard: int) -> None:
    """BAY-29: armour, shield and cover help against physical attacks alone."""
    game = scene("a>. . . R<", weapons={"a": (weapon,)}, kinds={"R": SHIELDED}, under={"R": "o"})

    assert numbers(game, "fire a R") == (4, guard)


def test_quality_rank_and_injury_count_on_both_sides() -> None:
    """BAY-28, BAY-F4: superior +1 and officer +1 on attack and guard, each level of injury -1."""
    game = scene("a>. . . R<", kinds={"a": MARKSMAN, "R": OFFICER}, counters={"a": {"injury": 2}})

    assert numbers(game, "fire a R") == (4 + 1 - 2, 2 + 1)


def test_a_shield_does_not_count_from_behind() -> None:
    """BAY-28: exactly 90 degrees from straight ahead is still the front."""
    games = [
        scene(field_of(9, 9), at={"a": (0, 4), "R": (4, 4, mark)}, kinds={"R": SHIELDED})
        for mark in "<^>3"
    ]

    assert [numbers(game, "fire a R")[1] for game in games] == [4, 4, 2, 2]


@pytest.mark.parametrize(("glyph", "cover"), [(".", 0), ("o", 1), (":", 2), ("&", 3)])
def test_cover_counts(glyph: str, cover: int) -> None:
    """BAY-28, BAY-F5: what stands on the target's tile or right before it."""
    inside = scene("a>. . . R<", under={"R": glyph})
    behind = scene(f"a>. . {glyph} R<")

    assert [numbers(game, "fire a R")[1] for game in (inside, behind)] == [2 + cover] * 2


def test_a_figure_gone_to_ground_is_hard_to_pin_again() -> None:
    """House rule go_to_ground: 2 more against suppression, the guard itself unchanged."""
    plain = scene("a>. . . R<", counters={"R": {"recovered": 1}})
    game = evolve_rules(plain, go_to_ground=True)
    chances = [g.odds("fire a R").figures["r"] for g in (plain, game)]

    assert chances[1][Effect.SUPPRESSED] < chances[0][Effect.SUPPRESSED]
    assert chances[1][Effect.DOWNED] == chances[0][Effect.DOWNED]
    assert numbers(game, "fire a R") == numbers(plain, "fire a R")


def evolve_rules(game: Position, **rules: bool | str) -> Position:
    """The same position under other house rules."""
    setup = evolve(game.state.setup, rules={**game.state.setup.rules, **rules})
    return evolve(game, state=evolve(game.state, setup=setup))


def test_a_hidden_shooter_shows_itself() -> None:
    """A direct shot in sight of an enemy reveals who fires it, before the shot is told."""
    game = scene("a>. . . R<", counters={"a": {HIDDEN: 1}}).order("fire a R", faces=[1, 6])

    assert game.news()[:2] == ("revealed a", "fired a gun target=r")
    assert [told.sides for told in game.told[:2]] == [("blue", "red")] * 2


KINDS = st.sampled_from([TROOPER, SHIELDED, MARKSMAN, OFFICER, RABBLE])
TEXTS = ("fire a R", "fire a R aid=b", "fire a R rolls=2", "fire a R split=r:4+q:2 aid=b")


@given(a=KINDS, r=KINDS, q=KINDS, under=st.sampled_from(".o:&"), injury=st.integers(0, 3))
def test_the_breakdown_adds_up_to_what_is_rolled_with(
    a: object, r: object, q: object, under: str, injury: int
) -> None:
    """Every roll's lines, base values included, sum up to its numbers."""
    game = scene(
        "a>. . . R<\nb>. . . Q^",
        weapons={"a": (BURST,), "b": (GUN,)},
        kinds={"a": a, "R": r, "Q": q},
        under={"R": under},
        counters={"a": {"injury": injury}, "R": {"injury": injury}},
    )
    for text in TEXTS:
        attack = plan(game, text)
        sums: dict[tuple[str, str], int] = defaultdict(int)
        for line in attack.modifiers:
            sums[line.on, line.figure] += line.value
        shots = attack.args[1]
        assert isinstance(shots, tuple)
        for place, shot in enumerate(shots, start=1):
            name = attack.subjects[shot.target]
            on = "attack" if len(shots) == 1 else f"attack {place}"
            assert sums[on, name] == shot.factor
            assert sums["guard", name] == shot.guard.factor


def test_odds_are_whole() -> None:
    """The chances of each figure that can be struck add up to 1."""
    game = scene("a>. . . R<\nb>. . . Q^", weapons={"a": (BURST,)})
    for text in ("fire a R", "fire a R split=r:4+q:2"):
        for chances in game.odds(text).figures.values():
            assert sum(chances.values(), Fraction(0)) == 1
