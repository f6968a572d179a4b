"""Evaluation of places and attacks, term by term, in thousandths of a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import mul

from skirmish.ai.actions import Candidate, aiders, sees_a_foe
from skirmish.ai.belief import FAR
from skirmish.ai.capabilities import RINGS
from skirmish.ai.drafts import standing
from skirmish.ai.end_positions import EndPosition, best_now
from skirmish.ai.explanation import Terms
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import from_the_enemy
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, chebyshev

SEEN = 60
"""The most tiles counted on which the enemy may want to be."""
STOPPED = 500
"""Value of a shot with a friend in its way, in thousandths: either may still move."""
AHEAD = 12
"""Lead over the other figures that is free of risk, in half tiles."""
FOREMOST = 2
"""Number of foremost friends from which that lead is measured."""
MOST_AHEAD = 24
"""Half tiles beyond AHEAD from which a figure is as good as alone."""
OPEN = 200
"""Tiles in sight from which a tile is taken to be fully exposed to unknown enemies."""
NEWS = 300
"""The most newly seen tiles counted."""


BUNCH = MILLI
"""The most that friends near one figure suffer, in thousandths of what it suffers.

A figure that leaves a bunch spares only itself: the others remain there.
"""


class Evaluator:
    """Weighs the places of one figure while all others stay where they are.

    Attributes:
        left: Mask of the tiles that it has entered in this bound, if it may attack between steps.
    """

    def __init__(self, situation: Situation, figure: Figure) -> None:
        """Compute what is the same for all places."""
        state, level = situation.view.state, situation.level
        track = state.tracks.get(figure.id)
        self.left = situation.board.mask_of(step.tile for step in track.steps) if track else 0
        self._situation, self._figure, self._here = situation, figure, figure.tile
        self._worth = figure.who.kind.points * situation.weight(figure)
        ranked = zip(situation.goals, situation.ranks, strict=True)
        self._pulls = [(goal, ranks[figure.id]) for goal, ranks in ranked if figure.id in ranks]
        self._earlier_places = situation.earlier_places.get(figure.id, ())
        # Number of its side's last movements for which it has stood without an enemy in sight.
        self._idle = 0 if sees_a_foe(situation, figure) else situation.stood(figure)
        # The share of its fire that it loses if it moves, in thousandths.
        self._aim = int(situation.ruleset.estimates.aim_share(state, figure.id) * MILLI)
        reply = level.weights.answer if situation.mixed else level.weights.reply
        self._answer = reply * situation.safety // MILLI
        # Weight of fire from a place if its side fires again. Where figures walk and attack in the
        # same bounds, that fire comes a whole turn later, and fire in this bound is a term of its
        # own.
        self._share = level.weights.fire
        if situation.mixed:
            self._share = level.weights.later * situation.matchups.capabilities(figure).volume
            self._share //= MILLI
        if not situation.attacks_later(figure):
            self._share = 0
        self._see_friends([one for one in situation.mine if one.id != figure.id])

    def _see_friends(self, friends: Sequence[Figure]) -> None:
        """Compute what depends on where the side's other figures stand."""
        situation = self._situation
        stands = [(one, standing(situation, one)) for one in friends]
        self._tiles = [one.tile for one in friends]
        worths = [one.who.kind.points * situation.weight(one) for one in friends]
        # A blast takes the same share of a friend's worth as of the figure's own.
        self._friends_part = min(MILLI, sum(worths) * MILLI // max(1, len(worths) * self._worth))
        self._friends = situation.board.mask_of(self._tiles)
        # Foes that friends keep from shooting; what each foe can do to friends anyway; lanes in
        # which the figure would block a friend's shot.
        self._held = {number for _, place in stands for number in place.pins}
        suffered = [[0] * len(situation.foes), *(self._suffers(place) for _, place in stands)]
        self._others: Sequence[int] = tuple(map(max, zip(*suffered, strict=True)))
        self._lanes = [lane_of(situation, one, place) for one, place in stands]
        # Mean walking distance from the enemy's start to the foremost friends.
        self._from_enemy = from_the_enemy(situation.view, situation.cache)
        walks = sorted(self._from_enemy.get(tile, FAR) for tile in self._tiles)[:FOREMOST]
        self._support = sum(walks) // len(walks) if walks else 0

    def weigh(self, place: EndPosition) -> Mapping[str, int]:
        """Return the terms of a place; their mean if dice may stop the figure on its way."""
        terms = self._terms(place)
        if place.short is None:
            return terms
        short = self._terms(place.short)
        return {name: _expected(place, value, short[name]) for name, value in terms.items()}

    def _terms(self, place: EndPosition) -> Mapping[str, int]:
        weights, here = self._situation.level.weights, self._here
        crowd = around(place.tile, self._tiles)
        beside = weights.crowd * crowd[0] * self._situation.unknown // MILLI
        reply = self._harm(place) * self._answer // MILLI
        fire, left = self._fire(place) * self._share, max(0, self._worth - reply)
        lone = self.exposed_alone(place.tile) - self.exposed_alone(here)
        return {
            "goal": self.pull(place.tile),
            "fire": fire // MILLI * left // max(1, self._worth),
            "reply": -reply,
            "way": -place.risk,
            "cover": place.cover * weights.cover,
            "crowd": -beside - self._spilt(place, crowd) * self._answer // MILLI,
            "scout": min(self._news(place.tile), NEWS) * weights.scout,
            "watch": self._watched(place.tile) * weights.watch,
            "effort": -self._effort(place),
            "zone": -place.zone,
            "kept": 0 if place.tile == here else -fire // MILLI * self._aim // MILLI,
            "lane": -self._stopped(place) * self._share // MILLI,
            "lone": -max(0, lone),
        }

    def pull(self, tile: Tile) -> int:
        """Return what standing on a tile is worth for the side's goals."""
        bit = self._situation.board.bit(tile)
        weights = self._situation.level.weights
        pull = sum(goal.pull(tile, bit, rank) for goal, rank in self._pulls)
        return pull * (weights.press if self._situation.mixed else weights.goal) // MILLI

    def exposed_alone(self, tile: Tile) -> int:
        """Return what unknown enemies may do to a figure far ahead of the others.

        It grows with the lead, with the tiles in sight, and with the unknown part of the enemy's
        force.
        """
        lead: int = self._support - self._from_enemy.get(tile, FAR) - AHEAD
        if lead <= 0 or not self._situation.unknown:
            return 0
        bare = min(OPEN, self._situation.board.seen_from(tile).bit_count()) * MILLI // OPEN
        part = min(lead, MOST_AHEAD) * MILLI // MOST_AHEAD * bare // MILLI
        harm = self._worth * self._situation.level.weights.lone // MILLI
        harm = harm * self._situation.safety // MILLI
        return harm * part // MILLI * self._situation.unknown // MILLI

    def _spilt(self, place: EndPosition, crowd: Sequence[int]) -> int:
        """Return the most that one attack on a figure at a place costs the friends around it."""
        if not any(crowd):
            return 0
        most = 0
        struck = zip(self._suffers(place), self._situation.foes, strict=True)
        for harm, foe in sorted(struck, key=lambda one: -one[0]):
            if harm <= most:  # a friend never loses a greater share than the target
                break
            splash = self._situation.matchups.capabilities(foe.figure).splash
            most = max(most, harm * min(BUNCH, sum(map(mul, crowd, splash))) // MILLI)
        return most * self._friends_part // MILLI

    def aimed(self, place: EndPosition) -> int:
        """Return the best shot from a place; another place than the present one loses the aim."""
        best = best_now(self._situation, self._figure, place)
        if place.short is not None:
            short = best_now(self._situation, self._figure, place.short)
            best = _expected(place, best, short)
        return best if place.tile == self._here else best * (MILLI - self._aim) // MILLI

    def _news(self, tile: Tile) -> int:
        """Count the tiles in sight of one that the side does not see.

        0 if an enemy is known, or if the enemy has to come: the side is ahead if all stay.
        """
        if self._situation.foes or self._situation.ahead:
            return 0
        return (self._situation.board.seen_from(tile) & ~self._situation.view.seen).bit_count()

    def _watched(self, tile: Tile) -> int:
        """Count the tiles in sight of one on which the enemy is, or may soon want to be."""
        wanted = self._situation.wanted
        if not wanted:
            return 0
        return min((self._situation.board.seen_from(tile) & wanted).bit_count(), SEEN)

    def _effort(self, place: EndPosition) -> int:
        """Return what a move must gain; more if it leads back to where the figure came from.

        The extra halves for each movement since then. The effort is less for a figure that has long
        stood without an enemy in sight.
        """
        if place.order is None:
            return 0
        weights = self._situation.level.weights
        effort = weights.effort // (1 + self._idle)
        if place.tile == self._here:
            return weights.effort
        if place.way & self.left:
            return effort + weights.back
        ages = (
            age
            for age, tile in enumerate(self._earlier_places)
            if tile is not None and chebyshev(place.tile, tile) <= 1
        )
        age = next(ages, None)
        back = weights.again if self._situation.mixed else weights.back
        return effort + (0 if age is None else back >> age)

    def _fire(self, place: EndPosition) -> int:
        """Return the best shot from a place, plus the share of a second one."""
        best = second = 0
        for harm, foe in zip(place.deals, self._situation.foes, strict=True):
            if harm > second:
                shot = harm * self._clear(place.tile, foe.tile) // MILLI
                best, second = max(best, shot), max(second, min(best, shot))
        return best + second * self._situation.level.weights.second // MILLI

    def _clear(self, tile: Tile, there: Tile) -> int:
        """Value of a shot, in thousandths: less if a friend stands in its way."""
        lane = self._situation.matchups.lane(self._figure, tile, there)
        return STOPPED if lane & self._friends else MILLI

    def _stopped(self, place: EndPosition) -> int:
        """Return the value of friends' shots that the figure blocks from a place."""
        kept = sum(harm for lane, harm in self._lanes if lane & place.bit)
        return kept * (MILLI - STOPPED) // MILLI

    def _harm(self, place: EndPosition) -> int:
        """Return what the enemy gains by this figure beyond what it can do anyway."""
        if not self._situation.level.reply:
            return 0
        suffers, weights = self._suffers(place), self._situation.level.weights
        more = sum(
            harm - other for harm, other in zip(suffers, self._others, strict=True) if harm > other
        )
        more += (sum(suffers) - more) * weights.shared // MILLI
        for number in set(place.pins) - self._held:
            more += min(0, suffers[number] - self._others[number])
        return min(more, self._worth)

    def _suffers(self, place: EndPosition) -> Sequence[int]:
        """Harm by each foe to a figure at a place; 0 by a foe that only friends pin."""
        stopped = self._held - set(place.pins)
        if not stopped:
            return place.suffers
        return [0 if number in stopped else harm for number, harm in enumerate(place.suffers)]


def around(tile: Tile, others: Sequence[Tile]) -> Sequence[int]:
    """Count the others at a distance of one tile, of two tiles and so on up to RINGS."""
    found = [0] * (RINGS + 1)
    for there in others:
        gap = chebyshev(tile, there)
        if gap <= RINGS:
            found[gap] += 1
    return found[1:]


def _expected(place: EndPosition, there: int, short: int) -> int:
    """Return the expected value of a place that the figure may fail to reach."""
    return (there * place.chance + short * (MILLI - place.chance)) // MILLI


def lane_of(situation: Situation, figure: Figure, place: EndPosition) -> tuple[int, int]:
    """Return the mask in which a friend blocks a figure's best shot, and what blocking it costs."""
    best, second = sorted((0, 0, *place.deals), reverse=True)[:2]
    if not best:
        return 0, 0
    target = situation.foes[place.deals.index(best)]
    return situation.matchups.lane(figure, place.tile, target.tile), best - second


def attack_terms(
    situation: Situation,
    candidate: Candidate,
    alone: Mapping[str, int],
    threat: Callable[[str], int],
) -> Terms:
    """Return what an attack is worth: losses on both sides, less the shots of its aiders.

    The value that objectives place on an enemy beyond its own points is a term of its own.

    `alone`: value of each figure's best unaided attack. `threat`: returns what a foe can do to the
    figures before it; a foe that cannot attack afterwards does none of it.
    """
    state = situation.view.state
    enemy = staked = own = quiet = Fraction(0)
    for strike in candidate.expected_losses:
        figure = state.figures[strike.figure]
        lost = strike.lost * situation.weight(figure)
        if figure.side == situation.view.side:
            own += lost
        else:
            enemy += strike.lost * MILLI
            staked += lost
            quiet += strike.stops * threat(strike.figure)
    helpers = sum(max(0, alone.get(name, 0)) for name in aiders(situation, candidate.order))
    return (
        ("enemy loss", int(enemy)),
        ("enemy stake", int(staked) - int(enemy)),
        ("threat", int(quiet) * situation.level.weights.threat // MILLI),
        ("own loss", -int(own) * situation.level.weights.friend // MILLI),
        ("aid", -helpers),
        ("ammunition", -candidate.saved),
        ("prospect", candidate.prospect),
    )
