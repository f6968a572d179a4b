"""What there is to shoot at, now or later, and what contact and waiting are worth: more or less."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.ai.actions import candidate_actions
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.levels import LEVELS, with_temper
from skirmish.ai.situation import Situation
from skirmish.core.state import Contact
from skirmish.core.view import View
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of
from tests.ai.test_signs import options
from tests.ai.test_terms import LANE, moving, seen, terms
from tests.position import Position, position

SOLDIERS = {
    "opposed_d6": "rifleman",
    "dice_pool": "soldier",
    "d20": "guard",
    "d100": "trooper",
    "trait_die": "trooper",
}
OPEN = """\
a>. . . . . . . R<
. . . . . . . . ."""
WALLED = """\
a># . . . . . R<
. . . . . . . .
b>. . . . . . ."""
CONTACT = """\
. . . . . . . .
a>. . . R>. . b<
. . . . . . . ."""
UNSEEN = """\
. . . . . # . . .
a>. . . . # . R<.
. . . . . # . . ."""


WAITS = (["overwatch", "a"], ["hold", "a"])


def variants(drawing: str, ruleset: str) -> Mapping[str, Position]:
    """A battle; and with a dearer target, one in cover, and one far off."""
    kind = SOLDIERS[ruleset]
    points = ruleset_of(ruleset).handbook.armoury.kinds()[kind].points
    dear = evolve(ruleset_of(ruleset).handbook.armoury.kinds()[kind], points=2 * points)
    covered, far = drawing.replace(". R<", "& R<"), drawing.replace("R<", ". " * 33 + "R<")
    return {
        "plain": position(drawing, ruleset=ruleset, kind=kind),
        "dear": position(drawing, ruleset=ruleset, kind=kind, kinds={"R": dear}),
        "covered": position(covered, ruleset=ruleset, kind=kind),
        "far": position(far, ruleset=ruleset, kind=kind),
    }


def held_ready(found: Mapping[str, Mapping[str, int]]) -> int:
    """What the best overwatch or held shot of "a" gains that stays where it is."""
    ready = [terms["prospect"] for order, terms in found.items() if order.split()[:2] in WAITS]
    return max(ready, default=0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fire_grows_with_what_there_is_to_shoot_at(ruleset: str) -> None:
    """A dear target is more than a cheap one; behind cover or farther off it is less."""
    battles = variants(OPEN, ruleset)
    fire = {name: terms(seen(battle), (0, 0))["fire"] for name, battle in battles.items()}

    assert 0 < fire["covered"] < fire["plain"] < fire["dear"]
    assert 0 <= fire["far"] < fire["plain"]


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "opposed_d6"])
def test_now_grows_with_what_can_be_shot_at_in_this_bound(ruleset: str) -> None:
    """To come out from behind a wall and fire; by what makes fire more or less."""
    now, waits = {}, {}
    for name, battle in variants(WALLED, ruleset).items():
        found = options(battle)
        (now[name],) = (found[order]["now"] for order in found if order.startswith("move a 0,1"))
        waits[name] = held_ready(found)

    assert 0 < now["covered"] < now["plain"] < now["dear"]
    assert -waits["far"] <= now["far"] < now["plain"] + waits["plain"]


def test_the_longer_the_way_the_less_is_fired_now() -> None:
    """Who spends what a shot takes on walking has none left at the end of it."""
    found = options(variants(WALLED, "d20")["plain"])
    near, far = (found[f"move a {way} face=E"]["now"] for way in ("1,1>2,1", "1,1>4,1"))

    assert near > 0
    assert -held_ready(found) <= far < 0  # it can't fire then, and gives up to wait where it stands


def test_a_second_target_adds_a_little() -> None:
    """The dearest counts in full, another for something, and both for less than one by one."""
    two = LANE + "\n" + LANE.replace("a>", ". ").replace("R", "Q")
    gunner = {"R": "machine_gunner"}
    arms: dict[str, tuple[str, ...]] = {"R": (), "Q": ()}
    battles = (
        moving(LANE, weapons=arms),
        moving(LANE, kinds=gunner, weapons=arms),
        moving(two, kinds=gunner, weapons=arms),
    )
    cheap, dear, both = (terms(seen(battle), (2, 1))["fire"] for battle in battles)

    assert cheap < dear < both < dear + cheap


def test_what_is_behind_is_less_to_shoot_at() -> None:
    """Who looks away has to turn first; that is less, and more than to have nobody to shoot at."""
    ahead, behind = (terms(seen(moving(LANE.replace(">", m))), (0, 1))["fire"] for m in "><")

    assert 0 < behind < ahead


def test_contact_takes_fire_off_friends() -> None:
    """Beside an enemy he shoots at no friend, which is a gain; without a friend it is a risk."""
    helped = seen(moving(CONTACT))
    alone = seen(moving(CONTACT.replace("b<", ". ")))

    assert terms(helped, (3, 1))["reply"] > 0 > terms(helped, (1, 1))["reply"]
    assert terms(alone, (3, 1))["reply"] < 0


@pytest.mark.parametrize(("ruleset", "waits"), [("d20", "overwatch"), ("trait_die", "hold")])
def test_to_wait_for_nobody_known_is_worth_a_little(ruleset: str, waits: str) -> None:
    """Somebody may come; a careful side thinks more of that, and all do where one is known of."""
    battle = position(UNSEEN, ruleset=ruleset, kind=SOLDIERS[ruleset])
    nobody = battle.view("blue")
    known = {"r": Contact(battle.figure("r"), nobody.state.clock.point)}
    steady, careful = (waiting(battle, nobody, waits, temper) for temper in ("steady", "careful"))

    assert 0 < steady < careful
    assert careful < waiting(battle, evolve(nobody, contacts=known), waits, "steady")


def waiting(battle: Position, known: View, waits: str, temper: str) -> int:
    """What an order to wait is worth to blue's figure."""
    level = with_temper(LEVELS["regular"], temper)
    situation = Situation(battle.ruleset, known, level, ThoughtCache(known.state.board))
    (figure,) = situation.mine
    done = candidate_actions(situation, figure)
    return max(candidate.prospect for candidate in done if candidate.order.verb == waits)
