"""Attacks that an order may cause besides its own.

Those of enemies on its path, before it or as the bound ends; those of a figure that begins to wait;
and how a move changes the danger to friends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation.ground_words import zone_words
from skirmish.presentation.odds.attack_positions import AttackChance, chance_of_shot
from skirmish.presentation.odds.odds_summary import RolledNumber, rolled_numbers, summarize_outcomes
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.odds.order_odds import OrderOdds, planned_odds
from skirmish.presentation.wording import other_weapon, whole_percent
from skirmish.rulesets.attack import Outcome, odds_of
from skirmish.rulesets.common.watch import watched
from skirmish.rulesets.foresight import Danger, dangers, next_attack
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.threat import WaitingAttack

_MOST_FRIENDS = 3
"""Number of friends whose change of danger is listed."""


@frozen
class PathThreat:
    """An enemy that may fire on the path ("" for an unknown one), the tile, and its attack.

    `zone`: the id of the cloud that attacks instead of an enemy. `lasting`: only if the figure is
    still there at the end of its bound. `first`: the chance that the attack comes before the figure
    acts on the tile, else right after; the chances of the attack include both cases.
    """

    enemy: str
    tile: Tile
    chance: AttackChance | None
    lasting: bool = False
    first: Fraction = Fraction(1)
    zone: str = ""

    @property
    def source(self) -> tuple[str, str, bool]:
        """The source of the attack, and whether it comes only if the figure stays."""
        return self.enemy, self.zone, self.lasting

    def name(self, view: View) -> str:
        """The id of the enemy, or the cloud in words; "" for an unknown enemy."""
        return zone_words(view, view.state.zones[self.zone]) if self.zone else self.enemy


def path_threats(ruleset: Ruleset, view: View, order: Order) -> tuple[PathThreat, ...]:
    """The attacks that the rules allow on the figure of an order, in order."""
    return tuple(_path_threat(ruleset, view, one) for one in dangers(ruleset, view, order))


def _path_threat(ruleset: Ruleset, view: View, danger: Danger) -> PathThreat:
    if danger.shot is None:
        return PathThreat(danger.enemy, danger.tile, None, danger.lasting, zone=danger.zone)
    chance, first = chance_of_shot(ruleset, view.state, danger.shot), danger.first
    if first < 1:
        late = danger.late and chance_of_shot(ruleset, view.state, danger.late)
        effect, out = (late.effect_chance, late.out_chance) if late else (Fraction(0), Fraction(0))
        chance = evolve(
            chance,
            effect_chance=first * chance.effect_chance + (1 - first) * effect,
            out_chance=first * chance.out_chance + (1 - first) * out,
        )
    return PathThreat(danger.enemy, danger.tile, chance, danger.lasting, first, danger.zone)


def unhurt_chance(threats: Iterable[PathThreat]) -> Fraction | None:
    """The chance that no attack has an effect if all fire; None if an unknown enemy watches."""
    chance = Fraction(1)
    for threat in threats:
        if threat.chance is None:
            return None
        chance *= 1 - threat.chance.effect_chance
    return chance


def without_reaction(view: View, threats: Iterable[PathThreat]) -> tuple[str, ...]:
    """Ids of the enemy zones whose watcher has no attack along the path.

    A watcher may see only one end of a step, or not see the figure.
    """
    able = [threat.enemy for threat in threats]
    zones = [zone for zone in watched(view.state) if zone.side != view.side and zone.owner]
    return tuple(zone.id for zone in zones if zone.owner not in able)


@frozen
class ReplyChance:
    """An enemy that a waiting figure covers, and the attack on it if it acts where it stands.

    `chance` is compared with the threshold of the figure's standing order.
    """

    enemy: str
    chance: Fraction
    attack: AttackChance
    odds: OrderOdds = field(eq=False)

    @property
    def own_risks(self) -> tuple[tuple[str, Fraction], ...]:
        """The own figures that the attack may hurt, each with its chance."""
        likely = (one for one in self.odds.others if one.own and not one.rare)
        return tuple((one.name, one.effect_chance) for one in likely)


@frozen
class WaitingFire:
    """The attacks of a figure that begins to wait, each on an enemy that it covers.

    `readiness`: the numbers of its attack without a target, if no enemy is covered. `tiles`: the
    number of tiles that it watches, if it watches ground.
    """

    replies: tuple[ReplyChance, ...] = ()
    readiness: tuple[RolledNumber, ...] = ()
    tiles: int = 0

    @property
    def best(self) -> ReplyChance | None:
        """Its likeliest attack."""
        return max(self.replies, key=lambda one: one.chance, default=None)

    @property
    def numbers(self) -> tuple[RolledNumber, ...]:
        """The numbers of its attack: on the likeliest enemy, else without a target."""
        return self.readiness if self.best is None else self.best.odds.numbers


def waiting_fire(ruleset: Ruleset, view: View, order: Order) -> WaitingFire:
    """The attacks of a figure that begins to wait by an order; none for any other order."""
    left, name, known = view_after(ruleset, view, order), order.figure, ruleset.reactions
    if left is None or known.replies(view.state, name) or known.readiness(view.state, name):
        return WaitingFire()
    replies = tuple(_reply_chance(ruleset, left, one) for one in known.replies(left.state, name))
    return WaitingFire(
        replies,
        rolled_numbers(() if replies else known.readiness(left.state, name)),
        newly_watched(view, left, name),
    )


def newly_watched(before: View, after: View, name: str) -> int:
    """The number of tiles that a figure watches but did not watch before."""
    zones = [zone for zone in watched(after.state) if zone.id not in before.state.zones]
    return sum(len(zone.tiles) for zone in zones if zone.owner == name)


def _reply_chance(ruleset: Ruleset, left: View, reply: WaitingAttack) -> ReplyChance:
    """The attack of a figure that has begun to wait."""
    state, order = left.state, reply.order
    odds = planned_odds(ruleset, state, order, reply.attack, left.side)
    struck = next(one for one in odds.figures if one.name == reply.enemy)
    weapon = other_weapon(state.figures[order.figure], order)
    attack = AttackChance.of(struck.summary, order.verb, weapon)
    return ReplyChance(reply.enemy, reply.chance, attack, odds)


@frozen
class FriendRisk:
    """The chance of any effect of an enemy's attack on a friend, before and after a move."""

    friend: str
    enemy: str
    before: Fraction
    after: Fraction

    @property
    def change(self) -> int:
        """Change in percentage points."""
        return whole_percent(self.after) - whole_percent(self.before)


def friend_risks(
    ruleset: Ruleset,
    states: tuple[State, State],
    mover: str,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[FriendRisk, ...]:
    """The friends whose danger a move changes, each with the enemy that changes it most.

    `states`: with the moving figure where it is, and at the end of its move.
    """
    found: dict[str, FriendRisk] = {}
    for friend, enemy in ruleset.reactions.uncovered(*states, mover):
        if stopped():
            break
        now, then = (ruleset.reactions.recovered(state, friend) for state in states)
        before, after = (_chance(ruleset, state, enemy, friend) for state in (now, then))
        risk = FriendRisk(friend, enemy, before, after)
        if risk.change and (friend not in found or _rank(risk) > _rank(found[friend])):
            found[friend] = risk
    return tuple(sorted(found.values(), key=lambda one: -abs(one.change))[:_MOST_FRIENDS])


def _rank(risk: FriendRisk) -> tuple[int, int]:
    return abs(risk.change), risk.change


def _chance(ruleset: Ruleset, state: State, enemy: str, friend: str) -> Fraction:
    """The chance of any effect of the fight of two figures, else of the enemy's best attack."""
    chances: Mapping[str, Mapping[Outcome, Fraction]] = {}
    for order in ruleset.reactions.clashes(state, friend):
        attack = ruleset.attack(state, order)
        if (order.figure, order.target) == (friend, enemy) and attack is not None:
            chances = odds_of(attack, ruleset.outcomes.no_effect).figures
    if not chances and (found := next_attack(ruleset, state, enemy, friend)):
        chances = found[0].odds.figures
    if friend not in chances:
        return Fraction(0)
    return summarize_outcomes(ruleset, state, friend, chances[friend]).effect_chance
