"""The shots of one attack: trait dice, one Wild Die that may replace one of them, strays, damage.

A single shot is a volley of one die, and so is a blow in close combat. In play the whole is rolled
(`EVERYTHING`), the Wild Die placed by the shooter or by policy; odds are asked for one figure at a
time, by walking the dice with no more in mind than that figure needs.
"""

from __future__ import annotations

from collections.abc import Hashable

from attrs import evolve, field, frozen

from skirmish.core.dice import Dice, Distribution, ace, odds
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.trait_die.rules import (
    RAISE,
    TARGET,
    WILD,
    Guard,
    Harm,
    Outcome,
    shot,
    suffered,
    wild_margin,
)

EVERYTHING = -1
"""The question of play: what becomes of everybody."""
NAMED = 0
"""The place of the figure that the order names; its outcome tells of the tokens."""
NONE = "none"
"""The answer of who does not place the Wild Die."""


@frozen
class Allotted:
    """Dice for one target: its place, how many, the sum of modifiers, who stands beside it."""

    target: int
    dice: int
    modifier: int
    beside: tuple[int, ...] = ()


@frozen
class Volley:
    """An attack in bare numbers; figures are places among the attack's subjects.

    A face up to `deplete` takes a token, as far as there are any; a missed one up to `stray` hits
    one of those beside the target. `called` is the damage added on a target, not on bystanders.
    """

    sides: int
    wild: bool
    shares: tuple[Allotted, ...]
    guards: tuple[Guard, ...]
    harm: Harm
    deplete: int = 0
    tokens: int = 0
    stray: int = 0
    called: int = 0
    what: str = "shooting"

    def harm_to(self, place: int) -> Harm:
        """The damage of a hit on a subject."""
        aimed = any(share.target == place for share in self.shares)
        if not (self.called and aimed):
            return self.harm
        return evolve(self.harm, bonus=self.harm.bonus + self.called)


@frozen
class Tally:
    """Hits on each subject, without and with a raise, and the tokens that the attack costs."""

    plain: tuple[int, ...]
    raised: tuple[int, ...]
    tokens: int


def volley(dice: Dice, plan: Volley, about: int = EVERYTHING) -> tuple[Outcome, ...] | Outcome:
    """What an attack does to everybody, or in odds to one figure (AMMO-08 to AMMO-13)."""
    if about != EVERYTHING:
        return volley_on(dice, plan, about)
    tally = fired(dice, plan)
    return tuple(befalls(dice, plan, tally, place) for place in range(len(plan.guards)))


def befalls(dice: Dice, plan: Volley, tally: Tally, place: int) -> Outcome:
    """What the hits of a volley do to one subject."""
    plain, raised = tally.plain[place], tally.raised[place]
    outcome = dice.sub(suffered, plain, raised, plan.harm_to(place), plan.guards[place])
    return outcome._replace(tokens=tally.tokens) if place == NAMED else outcome


def fired(dice: Dice, plan: Volley) -> Tally:
    """All dice of a volley in the order of allotment, the Wild Die, then who is hit by chance."""
    rolled = [
        (share, *dice.sub(shot, plan.sides, share.modifier, plan.what))
        for share in plan.shares
        for _ in range(share.dice)
    ]
    margins = [margin for _, margin, _ in rolled]
    moot: list[int] = []
    if plan.wild:
        better = place_wild(dice, plan, margins)
        if better is not None:
            moot, margins[better[0]] = [better[0]], better[1]
    plain, raised = [0] * len(plan.guards), [0] * len(plan.guards)
    for number, (share, _, face) in enumerate(rolled):
        if margins[number] >= 0:
            (raised if margins[number] >= RAISE else plain)[share.target] += 1
        elif number not in moot and face <= plan.stray and share.beside:
            plain[share.beside[_which(dice, len(share.beside))]] += 1
    low = sum(face <= plan.deplete for _, _, face in rolled)
    return Tally(tuple(plain), tuple(raised), min(low, plan.tokens))


def place_wild(dice: Dice, plan: Volley, margins: list[int]) -> tuple[int, int] | None:
    """The die that the Wild Die replaces, and the margin there; None where it stays aside.

    The shooter may place it on any die; the policy takes that with the lowest margin, the first of
    several, if it is better there (AMMO-F10).
    """
    sure = max(WILD, TARGET + RAISE - min(share.modifier for share in plan.shares))
    face = ace(dice, WILD, sure, "wild")
    of = [share for share in plan.shares for _ in range(share.dice)]
    there = [min(RAISE, face + share.modifier - TARGET) for share in of]
    better = [number for number, margin in enumerate(margins) if there[number] > margin]
    if not better:
        return None
    if len(margins) == 1:
        return 0, there[0]
    lowest = margins.index(min(margins))
    default = str(lowest + 1) if lowest in better else NONE
    others = [str(number + 1) for number in better if number != lowest]
    texts = dict.fromkeys((default, *others, NONE))
    chosen = dice.choose("wild", tuple(texts), lambda options: options[0])
    return None if chosen == NONE else (int(chosen) - 1, there[int(chosen) - 1])


def _which(dice: Dice, count: int) -> int:
    return dice.die(count, "bystander") - 1 if count > 1 else 0


Part = tuple[int, int, int]
"""A share as one figure has to do with it: its modifier, whether it is aimed at the figure, and
among how many beside the target a stray finds it (0: not at all)."""
Count = tuple[int, int, int, int, int, int]
"""Dice rolled, hits without and with a raise on the figure, tokens; the margin of the lowest die
so far and the place of its share, UNHEEDED where the figure has nothing to do with it."""
UNHEEDED = -1
UNROLLED = RAISE + 1
"""The margin of the lowest die before any is rolled."""
NO_LOWER = -99
"""A margin that no die is below."""


def _volley_on(dice: Dice, plan: Volley, about: int) -> Hashable:
    return volley_on(dice, plan, about)


def volley_on(dice: Dice, plan: Volley, about: int) -> Outcome:
    """What an attack does to one figure, by the policy for the Wild Die."""
    tokens = plan.tokens if about == NAMED else 0
    parts = tuple(
        (
            share.modifier,
            int(share.target == about),
            len(share.beside) if plan.stray and about in share.beside else 0,
        )
        for share in plan.shares
    )
    order = tuple(n for n, share in enumerate(plan.shares) for _ in range(share.dice))
    stray = plan.stray if any(met for _, _, met in parts) else 0
    die = (plan.sides, plan.deplete if tokens else 0, stray, plan.what)
    plain, raised, lost = dice.sub(_counted, parts, order, die, tokens, plan.wild)
    outcome = dice.sub(suffered, plain, raised, plan.harm_to(about), plan.guards[about])
    return outcome._replace(tokens=lost)


def _counted(
    dice: Dice,
    parts: tuple[Part, ...],
    order: tuple[int, ...],
    die: tuple[int, int, int, str],
    tokens: int,
    wild: bool,
) -> tuple[int, int, int]:
    """Hits on one figure and the tokens lost; the lowest die waits for the Wild Die."""
    count: Count = (0, 0, 0, 0, UNROLLED, UNHEEDED)
    count = dice.fold(len(order), _one_more, count, parts, order, die, tokens, wild)
    _, plain, raised, lost, margin, place = count
    if place == UNHEEDED:
        return plain, raised, lost
    modifier, own, met = parts[place]
    there = dice.sub(wild_margin, modifier)
    if own:
        plain, raised = _hits(plain, raised, max(margin, there))
    elif there <= margin:
        plain += dice.sub(_met, met)
    return plain, raised, lost


def _one_more(
    dice: Dice,
    count: Count,
    parts: tuple[Part, ...],
    order: tuple[int, ...],
    die: tuple[int, int, int, str],
    tokens: int,
    wild: bool,
) -> Count:
    """One die more: it, or the lowest so far, is settled, and the lower of the two waits."""
    rolled, plain, raised, lost, low, waits = count
    here = order[rolled]
    modifier, own, met = parts[here]
    lower, margin, costs, strays = dice.sub(_against, low if wild else NO_LOWER, modifier, *die)
    if costs and lost < tokens:
        lost += 1
    if not (own or (strays and met)):
        here = UNHEEDED
    if lower:
        margin, here, low, waits = low, waits, margin, here
    if here != UNHEEDED:
        _, own, met = parts[here]
        if own:
            plain, raised = _hits(plain, raised, margin)
        else:
            plain += dice.sub(_met, met)
    return rolled + 1, plain, raised, lost, low, waits


def _against(
    dice: Dice, low: int, modifier: int, sides: int, deplete: int, stray: int, what: str
) -> tuple[bool, int, bool, bool]:
    """One die: whether it is the lowest now, its margin, whether it costs a token, goes astray.

    Of one that is not the lowest no more is told than whether it hits, and with a raise.
    """
    margin, face = dice.sub(shot, sides, modifier, what)
    costs, strays = face <= deplete, margin < 0 and face <= stray
    if margin < low:
        return True, margin, costs, strays
    told = RAISE if margin >= RAISE else 0 if margin >= 0 else -1
    return False, told, costs, strays


def _hits(plain: int, raised: int, margin: int) -> tuple[int, int]:
    """Hits without and with a raise, with one more die aimed at the figure."""
    return (plain, raised + 1) if margin >= RAISE else (plain + (margin >= 0), raised)


def _met(dice: Dice, count: int) -> bool:
    """Whether a stray meets one of so many that stand beside its target."""
    return _which(dice, count) == 0


@frozen
class Shots(Attack):
    """An attack with a volley, whose odds are asked for one figure at a time."""

    plan: Volley = field(kw_only=True)

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of what happens to one subject."""
        return odds(_volley_on, self.plan, self.subjects.index(figure))


def shots(plan: Volley, **about: object) -> Shots:
    """The attack that a volley makes; `about` is what else an `Attack` holds."""
    return Shots(rule=volley, args=(plan,), plan=plan, **about)  # type: ignore[arg-type]
