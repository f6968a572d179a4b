"""Play by the computer: nothing drawn or advised is illegal, views and the truth agree."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.ai import Choice
from skirmish.analysis.self_play import play
from skirmish.core.view import View
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.engine import refusal, suggested
from skirmish.rulesets.registry import ruleset
from tests.position import Position, field_of
from tests.rulesets.d100.blocks import BURST, FULL, GRENADE, KNIFE, PISTOL, PLASMA, SWORD, scene
from tests.rulesets.d100.station import station
from tests.soak.random_play import soak

pytestmark = pytest.mark.slow

RULES = ruleset("d100")


@pytest.mark.parametrize("ammunition", ["rounds", "tokens"])
def test_random_play_is_sound(ammunition: str) -> None:
    """Whatever is drawn is legal, every invariant holds after every event, records replay."""
    done = soak(station(ammunition), range(4))
    assert done.faults == ()
    assert done.orders > 200


def test_what_is_advised_is_legal() -> None:
    """At every moment of a random game, for every figure; few for each enemy, costs in 0 to 1."""
    wrong: list[str] = []
    counts: Counter[str] = Counter()

    def watch(known: View, _: Choice) -> None:
        for figure in known.own():
            advised = suggested(RULES, known, figure.id)
            attacks = sum(RULES.verbs[order.verb].dice for order in advised)
            counts["most"] = max(counts["most"], len(advised) - attacks)
            counts["for each"] = max(counts["for each"], attacks - 4 * len([*known.enemies()]))
            for order in advised:
                counts[order.verb] += 1
                if refused := refusal(RULES, known, order):
                    wrong.append(f"{order}: {refused}")
                if not 0 <= RULES.cost(known.state, order) <= 1:
                    wrong.append(f"{order}: cost")

    play(station(turns=2), dict.fromkeys(("blue", "red"), "random"), 5, observer=watch)
    assert wrong == []
    assert counts["most"] <= 14  # eight ways to go and six things to do
    assert counts["for each"] == 0
    assert counts["fire"] > 0


def test_regulars_fight() -> None:
    """Two sides of the computer come to blows, and to an end."""
    game = play(station(turns=2), dict.fromkeys(("blue", "red"), "regular"), 2)
    verbs = Counter(line.order.split()[0] for line in game.lines)
    assert game.over
    assert verbs["fire"] > 1


def everything() -> Position:
    """Figures that can do a bit of everything, one of them unseen."""
    return scene(
        "a . . . R\nb Q . . P\n. . # U .\n. . # # #",
        weapons={"a": (BURST, GRENADE), "b": (PISTOL, SWORD), "Q": (KNIFE,), "R": (FULL,)},
        counters={"P": {"hidden": 1, "wounds": 1}, "Q": {"wounds": 2}, "b": {"aimed": 30}},
    )


def test_a_direct_attack_is_the_same_on_view_and_truth() -> None:
    """What a side does not see never enters its numbers."""
    game = everything()
    view = game.view("blue")
    texts = ("fire a R", "fire a R bonus=damage", "fire b R", "strike b Q", "grapple b Q")
    for text in texts:
        order = game.line(text)
        seen, true = RULES.attack(view.state, order), RULES.attack(game.state, order)
        assert isinstance(seen, Attack)
        assert seen == true


def test_unseen_figures_are_refused_like_those_that_do_not_exist() -> None:
    """A refusal detects nothing."""
    game = everything()
    for verb in ("fire", "strike"):
        hidden, nobody = (str(game.refusal(f"{verb} a {who}")) for who in ("P", "nobody"))
        assert hidden.replace("enemy p", "enemy nobody") == nobody


def test_every_way_to_fire_is_possible() -> None:
    """The armoury's table: as it is set, to hit and for damage, split where somebody is beside."""
    game = scene("a . . . R\n. . . . Q", weapons={"a": (BURST, GRENADE, SWORD)})
    ways = RULES.weapon_modes(game.state, "a", "burst", "r")
    assert list(ways) == ["burst: bonus hit", "burst: bonus damage", "burst: at 2"]
    full = game.order("mode a full")
    assert (
        next(iter(RULES.weapon_modes(full.state, "a", "burst", "r"))) == "full automatic: bonus hit"
    )
    assert list(RULES.weapon_modes(game.state, "a", "grenade", "r")) == ["blast"]
    assert RULES.weapon_modes(game.state, "a", "sword", "r") == {}
    assert all(RULES.impossible(game.state, order) is None for order in ways.values())


def test_options_come_in_the_order_of_the_table_and_weapon_by_weapon() -> None:
    """Ways first; Complex actions of one weapon stand together; what is movement is told apart."""
    game = scene("a . . R", weapons={"a": (FULL, GRENADE, SWORD)}, counters={"a": {"rounds": 25}})
    families = RULES.options(game.view("blue"), "a")
    assert [family.verb for family in families] == [
        *("move", "run", "turn", "fire", "suppress", "reload", "bombard"),
        *("defend", "aim", "aim", "mode", "pose"),
    ]
    ways = RULES.movement(game.view("blue"), "a")
    assert [family.verb for family in ways] == ["move", "run", "turn"]
    near = scene("a R", weapons={"a": (KNIFE, SWORD)})
    blows = [f for f in RULES.options(near.view("blue"), "a") if f.verb in ("strike", "grapple")]
    assert [(f.verb, dict(f.fixed).get("weapon", "knife")) for f in blows] == [
        (verb, weapon) for weapon in ("knife", "sword", "fists") for verb in ("strike", "grapple")
    ]


def test_menace_is_what_the_best_attack_may_take() -> None:
    """More from near than from afar, none from who is stunned; a share of the points."""
    games = [scene(field_of(70, 1), at={"a": (0, 0), "R": (tiles, 0)}) for tiles in (3, 25, 39, 60)]
    points = [RULES.estimates.menace(game.state, "a", "r") for game in games]
    assert points == sorted(points, reverse=True)
    assert points[2] > 0
    assert points[3] == 0
    game = games[0]
    down = evolve(game.figure("a"), posture="stunned")
    state = evolve(game.state, figures={**game.state.figures, "a": down})
    assert RULES.estimates.menace(state, "a", "r") == 0


def test_what_prepares_is_worth_something() -> None:
    """Aim, full defence, a magazine when it is empty, a cone with somebody in it; a step is not."""
    game = scene("a . . . . . R", weapons={"a": (FULL,)}, counters={"a": {"rounds": 25}})
    known = game.view("blue")
    for text in ("aim a", "defend a", "reload a", "suppress a 6,0"):
        assert RULES.prospect(known, game.line(text)) > 0, text
    empty = scene("a . . . . . R", counters={"a": {"rounds": 0}})
    worth = [RULES.prospect(g.view("blue"), g.line("reload a")) for g in (game, empty)]
    assert worth[0] < worth[1]
    assert RULES.prospect(known, game.line("move a 0,0>1,0")) == 0


def test_the_last_rounds_are_kept_where_suppressive_fire_gains_little() -> None:
    """Suppressive fire is worth less, the fewer rounds it leaves, and least if it leaves none."""

    def worth(rounds: int) -> Fraction:
        game = scene("a . . R", weapons={"a": (FULL,)}, counters={"a": {"rounds": rounds}})
        return RULES.prospect(game.view("blue"), game.line("suppress a 3,0"))

    assert worth(30) > worth(25) > worth(21) > worth(20)
    assert worth(21) - worth(20) > Fraction(1, 2)


def test_an_empty_gun_is_not_aimed() -> None:
    """Whatever else is carried: a grenade is no surer for being aimed."""
    game = scene("a . . . . . R", weapons={"a": (FULL, GRENADE)}, counters={"a": {"rounds": 0}})

    assert RULES.prospect(game.view("blue"), game.line("aim a")) == 0


def test_a_quick_action_gives_up_the_complex_one() -> None:
    """EP-F6: the first leaves a third of the phase, for two more; no shot fits in there."""
    game, quick = scene("a . . . R"), ("aim a time=quick", "pose a prone", "pose a standing")
    told: list[tuple[Fraction, Fraction]] = []
    for text in quick:
        cost = RULES.cost(game.state, game.line(text))
        told.append((RULES.estimates.budget_left(game.state, "a"), cost))
        game = game.order(text)
    sixth = Fraction(1, 6)
    assert told == [(Fraction(1), 4 * sixth), (2 * sixth, sixth), (sixth, sixth)]
    assert RULES.estimates.budget_left(game.state, "a") == 0


def test_of_blasts_none_is_advised_in_the_blast_of_another() -> None:
    """Two tiles are weighed where they differ: two knots of people, not two men of one."""
    at = {"a": (0, 0), "R": (10, 0), "Q": (11, 0), "P": (0, 19)}
    plasma = evolve(PLASMA, extreme=40, long=30, medium=20)
    game = scene(field_of(21, 21), at=at, weapons={"a": (plasma,)})
    tiles = [o.target_tile for o in suggested(RULES, game.view("blue"), "a") if o.verb == "bombard"]
    assert len(tiles) == 2
    assert (0, 19) in tiles


def test_cards_hide_what_the_enemy_may_not_see() -> None:
    """Rounds, aim and what is left of an action are for one's own side."""
    game = everything()
    secret = [
        line.label for line in RULES.card.lines(game.state, game.figure("b")) if not line.open
    ]
    assert secret[:2] == ["pistol", "aims"]
    shown = [line.value for line in RULES.card.lines(game.state, game.figure("q")) if line.open]
    assert "wounded, -20" in shown
