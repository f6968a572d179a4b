"""Chance functions of trait die: pure rules `rule(dice, *numbers)` on bare numbers.

A margin is a total less the target number, capped at a raise, above which nothing changes. A volley
is rolled in play, with the Wild Die placed by the shooter or by policy; for its odds see `odds`.
"""

from __future__ import annotations

from sys import maxsize
from typing import NamedTuple

from attrs import evolve, frozen

from skirmish.core.dice import Dice, open_ended
from skirmish.core.geometry import Tile
from skirmish.rulesets.trait_die.catalogue import supply_modifier

TARGET = 4
"""Target number of a trait roll (AMMO-F2)."""
RAISE = 4
"""Margin of a raise (AMMO-F2)."""
WILD = 6
"""Sides of the Wild Die (AMMO-F2)."""
EXTRA_DIE = 6
"""Sides of the die that a raise adds to the damage (AMMO-F12)."""
LOW = 3
"""The highest face that a depletion range can have (AMMO-08)."""
SCATTER_DIE = 10
"""Sides of the die for the direction of a miss (AMMO-F15)."""
RUN_DIE = 6
"""Sides of the die for running (AMMO-F4)."""


def dice_words(skill: str, sides: int, wild: bool, count: int = 1) -> str:
    """A sentence on the dice of a trait roll (AMMO-F2, AMMO-F10)."""
    rolled = f"{skill} rolls {'' if count == 1 else f'{count} '}d{sides}"
    if not wild:
        return rolled
    better = "the better counts" if count == 1 else "it may replace one of them"
    return f"{rolled} and the Wild Die d{WILD}; {better}"


def shot(dice: Dice, sides: int, modifier: int, what: str = "shooting") -> tuple[int, int]:
    """One die that aces: its margin up to a raise, and its first face up to 4 (AMMO-A2).

    AMMO-08, AMMO-F2.
    """
    face = open_ended(dice, sides, enough(sides, modifier), what)
    return min(face + modifier - TARGET, RAISE), min(face, LOW + 1)


def enough(sides: int, modifier: int) -> int:
    """The sum of a die above which nothing changes: a raise, and the first face known (AMMO-F2)."""
    return max(sides, TARGET + RAISE - modifier)


def wild_margin(dice: Dice, modifier: int) -> int:
    """The margin of the Wild Die (AMMO-F2)."""
    return shot(dice, WILD, modifier, "wild")[0]


def trait(dice: Dice, sides: int, wild: bool, modifier: int, what: str) -> int:
    """A trait roll: the better margin of the trait die and, for a wild card, the Wild Die.

    AMMO-F2.
    """
    margin = dice.sub(shot, sides, modifier, what)[0]
    return max(margin, dice.sub(wild_margin, modifier)) if wild else margin


def recover(dice: Dice, spirit: int, wild: bool, modifier: int) -> int:
    """A Shaken figure's Spirit test: below 0 it stays Shaken, with a raise it acts (AMMO-F13)."""
    return trait(dice, spirit, wild, modifier, "spirit")


def run(dice: Dice) -> int:
    """Tiles that running adds to the pace (AMMO-F4)."""
    return dice.die(RUN_DIE, "run")


class Outcome(NamedTuple):
    """The effect of an attack on a figure.

    `shaken`: this attack makes it Shaken, for the first time or again. `wounds` are capped at what
    puts it out. `tokens` are the attack's cost for the shooter, noted on the figure that the order
    names.
    """

    hit: bool = False
    raises: int = 0
    shaken: bool = False
    wounds: int = 0
    tokens: int = 0


SPARED = Outcome()


@frozen(cache_hash=True)
class Guard:
    """A figure that may be struck: its toughness after AP, wounds that put it out, Shaken.

    AMMO-F12.
    """

    toughness: int
    limit: int
    shaken: bool = False


@frozen(cache_hash=True)
class Harm:
    """The damage of a hit: dice that ace, and what is added."""

    dice: int
    sides: int
    bonus: int = 0
    strength: int = 0


def with_damage(rolled: str, harm: Harm, called: int = 0) -> str:
    """A sentence on the dice of an attack, and one on the dice of its damage (AMMO-F12, AMMO-F19).

    `called`: damage added for the part of the body that is aimed at.
    """
    dice = [f"{harm.dice}d{harm.sides}"] if harm.dice else []
    dice += [f"strength d{harm.strength}"] if harm.strength else []
    more = harm.bonus + called
    bonus = f"{more:+d}" if more else ""
    damage = f"Damage {' and '.join(dice)}{bonus}, with a raise d{EXTRA_DIE} more"
    return f"{rolled}. {damage}" if dice else rolled


def damage(dice: Dice, harm: Harm, raised: bool, toughness: int, most: int) -> int:
    """Compare damage with toughness: -1 below it, else the raises, at most `most`.

    A raise on the attack adds a d6; all dice ace (AMMO-F12).
    """
    enough = max(1, toughness + RAISE * most - harm.bonus)
    total = harm.bonus + dice.sub(_force, harm, enough)
    if raised:
        total += dice.sub(open_ended, EXTRA_DIE, enough, "raise")
    return min((total - toughness) // RAISE, most) if total >= toughness else -1


def _force(dice: Dice, harm: Harm, enough: int) -> int:
    """The sum of a weapon's dice and of the strength die, capped at `enough`.

    AMMO-F12, AMMO-F19.
    """
    total = dice.total(harm.dice, open_ended, harm.sides, enough, "damage")
    if harm.strength:
        total += dice.sub(open_ended, harm.strength, enough, "strength")
    return min(total, enough)


def struck(
    dice: Dice, state: tuple[bool, bool, int], harm: Harm, raised: bool, guard: Guard
) -> tuple[bool, bool, int]:
    """One hit on a figure: whether it is Shaken, whether by this attack, its wounds (AMMO-F12).

    A figure that is Shaken already takes at least one wound; one that is out takes no more.
    """
    shaken, _, wounds = state
    if wounds >= guard.limit:
        return state
    grade = dice.sub(damage, harm, raised, guard.toughness, guard.limit)
    if grade < 0:
        return state
    return True, True, min(wounds + max(grade, int(shaken)), guard.limit)


def suffered(dice: Dice, hits: tuple[bool, ...], harm: Harm, guard: Guard) -> Outcome:
    """The effect of several hits on a figure, in order, each with a raise or without one."""
    state = (guard.shaken, False, 0)
    for raised in hits:
        state = dice.sub(struck, state, harm, raised, guard)
    return Outcome(bool(hits), int(any(hits)), state[1], state[2])


NAMED = 0
"""Index of the figure that the order names; its outcome holds the tokens."""
NONE = "none"
"""The answer that leaves the Wild Die unused."""


@frozen
class Allotted:
    """Dice for one target: its index, their number, their modifier, the indices of bystanders."""

    target: int
    dice: int
    modifier: int
    beside: tuple[int, ...] = ()


@frozen(cache_hash=True)
class Volley:
    """An attack in bare numbers; figures are indices into the attack's subjects.

    A face up to `deplete` takes a token, if any are left. A missed face up to `stray` hits a figure
    beside the target. `called` is the damage added on a target, not on bystanders.
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
        """The damage of a hit on a subject (AMMO-F7)."""
        aimed = any(share.target == place for share in self.shares)
        if not (self.called and aimed):
            return self.harm
        return evolve(self.harm, bonus=self.harm.bonus + self.called)


@frozen
class Tally:
    """Hits on each subject in the order of the dice, True for a raise; and the tokens lost."""

    hits: tuple[tuple[bool, ...], ...]
    tokens: int


def volley(dice: Dice, plan: Volley) -> tuple[Outcome, ...]:
    """The effect of an attack on each subject (AMMO-08 to AMMO-13)."""
    tally = fired(dice, plan)
    return tuple(befalls(dice, plan, tally, place) for place in range(len(plan.guards)))


def befalls(dice: Dice, plan: Volley, tally: Tally, place: int) -> Outcome:
    """The effect of a volley's hits on one figure (AMMO-F12)."""
    outcome = dice.sub(suffered, tally.hits[place], plan.harm_to(place), plan.guards[place])
    return outcome._replace(tokens=tally.tokens) if place == NAMED else outcome


def fired(dice: Dice, plan: Volley) -> Tally:
    """Roll a volley: all dice in the order of their shares, the Wild Die, then bystanders.

    AMMO-12, AMMO-A3, AMMO-F18, AMMO-08, AMMO-A4, AMMO-F10.
    """
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
    hits: list[list[bool]] = [[] for _ in plan.guards]
    for number, (share, _, face) in enumerate(rolled):
        if margins[number] >= 0:
            hits[share.target].append(margins[number] >= RAISE)
        elif number not in moot and face <= plan.stray and share.beside:
            hits[share.beside[which(dice, len(share.beside))]].append(False)
    low = sum(face <= plan.deplete for _, _, face in rolled)
    return Tally(tuple(map(tuple, hits)), min(low, plan.tokens))


def place_wild(dice: Dice, plan: Volley, margins: list[int]) -> tuple[int, int] | None:
    """The die that the Wild Die replaces, and its new margin; None if it replaces none.

    The shooter may choose any die that it improves. The policy takes the first die with the lowest
    margin, if that is improved (AMMO-F10).
    """
    sure = max(WILD, TARGET + RAISE - min(share.modifier for share in plan.shares))
    face = open_ended(dice, WILD, sure, "wild")
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


def which(dice: Dice, count: int) -> int:
    """The index of one of several bystanders, equally likely; a single one needs no die.

    AMMO-F18.
    """
    return dice.die(count, "bystander") - 1 if count > 1 else 0


def lob(
    dice: Dice,
    sides: int,
    wild: bool,
    modifier: int,
    aim: Tile,
    landings: tuple[tuple[Tile | None, ...], ...],
) -> tuple[Tile | None, bool]:
    """The landing tile of an area weapon, and whether it hits with a raise (AMMO-F15).

    `landings` has, for each face of the distance die, the tile for each face of the d10; None is
    off the map.
    """
    hits = dice.sub(lob_hits, sides, wild, modifier)
    if hits:
        return aim, hits > 1
    return dice.sub(_strewn, landings), False


def lob_hits(dice: Dice, sides: int, wild: bool, modifier: int) -> int:
    """An attack that misses, hits, or hits with a raise: 0 to 2 (AMMO-F15, AMMO-F24)."""
    margin = trait(dice, sides, wild, modifier, "attack")
    return 0 if margin < 0 else 2 if margin >= RAISE else 1


def _strewn(dice: Dice, landings: tuple[tuple[Tile | None, ...], ...]) -> Tile | None:
    """The landing tile of a miss (AMMO-F15)."""
    way = dice.die(SCATTER_DIE, "direction")
    far = dice.die(len(landings), "distance")
    return landings[far - 1][way - 1]


def come_down(
    dice: Dice,
    sides: int,
    wild: bool,
    modifier: int,
    aim: Tile,
    landings: tuple[tuple[Tile | None, ...], ...],
) -> Tile | None:
    """The landing tile of an area weapon (AMMO-F15)."""
    return dice.sub(lob, sides, wild, modifier, aim, landings)[0]


def blast(dice: Dice, harm: Harm, raised: bool, guards: tuple[Guard, ...]) -> tuple[Outcome, ...]:
    """A burst: every figure under the template takes damage by its own dice (AMMO-F24)."""
    return dice.each(_caught, (harm, raised), guards)


def _caught(
    dice: Dice, state: tuple[Harm, bool], guard: Guard
) -> tuple[tuple[Harm, bool], Outcome]:
    """The effect of a burst on one figure (AMMO-F24)."""
    harm, raised = state
    return state, dice.sub(suffered, (raised,), harm, guard)


@frozen
class Ducking:
    """A figure under suppressive fire: its Spirit roll, and its guard against a hit (AMMO-F14)."""

    spirit: int
    wild: bool
    modifier: int
    guard: Guard


@frozen
class Sweep:
    """Suppressive fire: its shooting roll, its possible cost, the damage of a hit (AMMO-F14)."""

    sides: int
    wild: bool
    modifier: int
    deplete: int
    tokens: int
    harm: Harm


def swept(dice: Dice, sweep: Sweep) -> tuple[bool, int]:
    """Whether the fire pins down the figures under it, and the tokens that it costs.

    AMMO-08, AMMO-A4, AMMO-F14.
    """
    margin, face = dice.sub(shot, sweep.sides, sweep.modifier)
    lost = min(sweep.tokens, int(face <= sweep.deplete))
    if sweep.wild:
        margin = max(margin, dice.sub(wild_margin, sweep.modifier))
    return margin >= 0, lost


def suppress(dice: Dice, sweep: Sweep, ducking: tuple[Ducking, ...]) -> tuple[Outcome, ...]:
    """Suppressive fire on all figures under the template (AMMO-F14)."""
    pinned, lost = dice.sub(swept, sweep)
    return dice.each(_ducks, (pinned, lost, sweep.harm), ducking)


def _ducks(
    dice: Dice, state: tuple[bool, int, Harm], victim: Ducking
) -> tuple[tuple[bool, int, Harm], Outcome]:
    """The effect of suppressive fire on one figure (AMMO-F14)."""
    pinned, lost, harm = state
    outcome = dice.sub(ducked, harm, victim) if pinned else SPARED
    return state, outcome._replace(tokens=lost)


def ducked(dice: Dice, harm: Harm, victim: Ducking) -> Outcome:
    """A figure's Spirit test under fire: a 1 is a hit, a failure makes it Shaken (AMMO-F14)."""
    margin, face = dice.sub(shot, victim.spirit, victim.modifier, "spirit")
    if face == 1:
        return suffered(dice, (False,), harm, victim.guard)
    if victim.wild:
        margin = max(margin, dice.sub(wild_margin, victim.modifier))
    return Outcome(shaken=margin < 0)


def purchase(dice: Dice, sides: int, wild: bool, modifiers: tuple[int, ...]) -> int:
    """The index of the longest supply that a purchase roll gets; the number of supplies for none.

    `modifiers` are those of the price levels, the longest supply first (AMMO-19, AMMO-20).

    AMMO-21, AMMO-F20.
    """
    enough = TARGET - min(modifiers)
    total = dice.sub(open_ended, sides, enough, "purchase")
    if wild:
        total = max(total, dice.sub(open_ended, WILD, enough, "wild"))
    return bought(total, modifiers)


def bought(total: int, modifiers: tuple[int, ...]) -> int:
    """The index of the first supply for which a total without price level is enough.

    AMMO-19, AMMO-20, AMMO-21.
    """
    for place, modifier in enumerate(modifiers):
        if total + modifier >= TARGET:
            return place
    return len(modifiers)


def supplies_at(modifier: int, supplies: tuple[str, ...]) -> tuple[int, ...]:
    """The modifiers of an item's supplies, from that of its price level (AMMO-19, AMMO-20)."""
    return tuple(supply_modifier(modifier, supply) for supply in supplies)


@frozen
class Agile:
    """A figure in an opposed agility roll."""

    sides: int
    wild: bool = False
    modifier: int = 0

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of its dice; the better one counts."""
        return (self.sides, WILD) if self.wild else (self.sides,)


def agility(dice: Dice, who: Agile, whose: str = "") -> int:
    """An uncapped agility total; `whose` begins the purposes of its dice in the log (AMMO-F16)."""
    total = open_ended(dice, who.sides, maxsize, f"{whose}agility")
    if who.wild:
        total = max(total, open_ended(dice, WILD, maxsize, f"{whose}wild"))
    return total + who.modifier


def first(dice: Dice, holder: Agile, actor: Agile) -> bool:
    """Whether the holder acts first: its total is higher or equal (AMMO-F16)."""
    return dice.sub(agility, holder) >= dice.sub(agility, actor, "opponent's ")
