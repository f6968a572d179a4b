"""Evaluation of places and attacks, term by term, in thousandths of a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import mul
from types import MappingProxyType

from attrs import field, frozen

from skirmish.ai.actions import Candidate, aiders, sees_a_foe
from skirmish.ai.belief import FAR
from skirmish.ai.end_positions import EndPosition
from skirmish.ai.explanation import Terms
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.goals import Goal, ahead, from_the_enemy
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, chebyshev

LAST = 300
"""What the reply counts for in the last turn to who is not ahead, in thousandths."""
SEEN = 60
"""Tiles that the enemy may want to be on which count at most."""
STOPPED = 500
"""What a shot counts for that a friend stands in the way of, in thousandths: one may yet move."""
AHEAD = 12
"""Half tiles that a figure may be ahead of the others as far as it likes."""
FOREMOST = 2
"""Friends before whom that lead is measured."""
MOST_AHEAD = 24
"""Half tiles beyond that from which it is as good as alone."""
OPEN = 200
"""Tiles in sight from a tile that any unknown enemy can be expected to see."""
NEWS = 300
"""Newly seen tiles that count at most."""


@frozen(eq=False)
class Front:
    """How all stand: the worst that each foe can do, on whom, and the next worst.

    `lanes`: for figures with a shot the tiles on which a friend would stop the best one, and how
    much it is better than the next.
    """

    worst: tuple[int, ...]
    on: tuple[str, ...]
    next: tuple[int, ...]
    lanes: Mapping[str, tuple[int, int]] = field(factory=dict)

    def without(self, figure: str) -> tuple[int, ...]:
        """The worst that each foe can do to the others."""
        return tuple(
            second if name == figure else first
            for first, name, second in zip(self.worst, self.on, self.next, strict=True)
        )


def front(
    suffered: Mapping[str, Sequence[int]],
    foes: int,
    lanes: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> Front:
    """The front as all own figures stand; `suffered`: what each foe can do to each of them."""
    worst, on, second = [0] * foes, [""] * foes, [0] * foes
    for name, harms in suffered.items():
        for index, harm in enumerate(harms):
            if harm > worst[index]:
                second[index], worst[index], on[index] = worst[index], harm, name
            elif harm > second[index]:
                second[index] = harm
    return Front(tuple(worst), tuple(on), tuple(second), lanes)


def lane_of(situation: Situation, figure: Figure, place: EndPosition) -> tuple[int, int]:
    """The tiles on which a friend would stop the best shot of a figure, and what that costs."""
    best, second = sorted((0, 0, *place.deals), reverse=True)[:2]
    if not best:
        return 0, 0
    target = situation.foes[place.deals.index(best)]
    return situation.matchups.lane(figure, place.tile, target.tile), best - second


BUNCH = MILLI
"""The most that friends suffer by standing near one figure, in thousandths of what it suffers.

One that leaves a bunch spares itself alone: the others go on standing there.
"""

TERMS = (
    "goal",
    "fire",
    "reply",
    "way",
    "cover",
    "crowd",
    "scout",
    "watch",
    "effort",
    "zone",
    "kept",
    "lane",
    "lone",
)
"""What places are weighed by, in this order."""


@frozen(eq=False)
class Evaluator:
    """Weighs the places of one figure while all others stay where they are.

    `others`: what each foe can do to the others anyway. `pulls`: the goals of this figure, each
    with its rank among those who are after it. `left`: mask of the tiles that it has been to in
    this bound, where it may attack between steps. `share`: what fire from a place counts for, in
    thousandths: where figures walk and attack in the same bounds it comes a whole turn later, and
    what can be fired in this one is reckoned apart. `kept`: the part of its fire that it has only
    as long as it stays, in thousandths. `lanes`: where it would stop a friend's shot, and what that
    costs; `friends`: mask of the tiles where friends would stop its own. `from_enemy`: half tiles
    that an enemy walks from its start to a tile, `support`: to the foremost of the others; 0
    without any. `idle`: movements for which it has stood where it sees no enemy.
    """

    situation: Situation
    figure: Figure
    others: tuple[int, ...]
    pulls: tuple[tuple[Goal, int], ...] = field(repr=False)
    here: Tile
    worth: int
    earlier_places: Sequence[Tile | None]
    left: int
    share: int
    answer: int
    kept: int = 0
    friends: int = 0
    support: int = 0
    idle: int = 0
    from_enemy: Callable[[Tile], int] = field(default=lambda _tile: FAR, repr=False)
    lanes: tuple[tuple[int, int], ...] = ()

    def weigh(self, place: EndPosition) -> tuple[int, ...]:
        """The terms of a place, as in TERMS, and of where dice stop the figure on its way."""
        terms = self._terms(place)
        if place.short is None:
            return terms
        parts = zip(terms, self._terms(place.short), strict=True)
        return tuple(_expected(place, there, short) for there, short in parts)

    def _terms(self, place: EndPosition) -> tuple[int, ...]:
        weights = self.situation.level.weights
        around = self.situation.crowd.around(place.tile, self.here)
        reply = self._harm(place) * self.answer // MILLI
        left = max(0, self.worth - reply)
        return (
            self.pull(place.tile),
            self._fire(place) * self.share // MILLI * left // max(1, self.worth),
            -reply,
            -place.risk,
            place.cover * weights.cover,
            -weights.crowd * around[0] - self._spilt(place, around) * self.answer // MILLI,
            min(self._news(place.tile), NEWS) * weights.scout,
            self._watched(place.tile) * weights.watch,
            -self._effort(place),
            -place.zone,
            self._kept(place),
            -self._stopped(place) * self.share // MILLI,
            -max(0, self.exposed_alone(place.tile) - self.exposed_alone(self.here)),
        )

    def pull(self, tile: Tile) -> int:
        """What it is worth to be on a tile, for what the side is after."""
        bit = self.situation.board.bit(tile)
        weights = self.situation.level.weights
        pull = sum(goal.pull(tile, bit, rank) for goal, rank in self.pulls)
        return pull * (weights.press if self.situation.mixed else weights.goal) // MILLI

    def exposed_alone(self, tile: Tile) -> int:
        """What enemies of whom nothing is known may do to a figure far ahead of the others.

        It grows with the lead, with the tiles in sight, and with the part of the enemy's force
        that is not known.
        """
        lead = self.support - self.from_enemy(tile) - AHEAD
        if lead <= 0 or not self.situation.unknown:
            return 0
        bare = min(OPEN, self.situation.board.seen_from(tile).bit_count()) * MILLI // OPEN
        part = min(lead, MOST_AHEAD) * MILLI // MOST_AHEAD * bare // MILLI
        harm = self.worth * self.situation.level.weights.lone // MILLI
        return harm * part // MILLI * self.situation.unknown // MILLI

    def _spilt(self, place: EndPosition, around: Sequence[int]) -> int:
        """The most that one attack on a figure at a place costs the friends around it."""
        if not any(around):
            return 0
        most = 0
        struck = zip(place.suffers, self.situation.foes, strict=True)
        for harm, foe in sorted(struck, key=lambda one: -one[0]):
            if harm <= most:  # friends never lose more than the target
                break
            splash = self.situation.matchups.capabilities(foe.figure).splash
            most = max(most, harm * min(BUNCH, sum(map(mul, around, splash))) // MILLI)
        return most

    def aimed(self, place: EndPosition) -> int:
        """The best shot from a place, without the aim that going there would spoil."""
        best = max(place.deals, default=0)
        if place.short is not None:
            best = _expected(place, best, max(place.short.deals, default=0))
        return best if place.tile == self.here else best * (MILLI - self.kept) // MILLI

    def _kept(self, place: EndPosition) -> int:
        """What of the shots to come is lost by going anywhere: they were aimed from here."""
        if not self.kept or place.tile == self.here:
            return 0
        return -self._fire(place) * self.share // MILLI * self.kept // MILLI

    def _news(self, tile: Tile) -> int:
        """Tiles in sight from one that no figure of the side sees now, while no enemy is known."""
        if self.situation.foes:
            return 0
        return (self.situation.board.seen_from(tile) & ~self.situation.view.seen).bit_count()

    def _watched(self, tile: Tile) -> int:
        """Tiles in sight from one on which the enemy is, or may soon want to be."""
        if not self.situation.wanted:
            return 0
        return min((self.situation.board.seen_from(tile) & self.situation.wanted).bit_count(), SEEN)

    def _effort(self, place: EndPosition) -> int:
        """What a move must gain; more when it leads back to or over where the figure came from.

        Half as much more for each movement that this is longer ago. Less for a figure that has
        long stood where it sees no enemy.
        """
        if place.order is None:
            return 0
        weights = self.situation.level.weights
        effort = weights.effort // (1 + self.idle)
        if place.tile == self.here:
            return weights.effort
        if place.way & self.left:
            return effort + weights.back
        ages = (
            age
            for age, tile in enumerate(self.earlier_places)
            if tile is not None and chebyshev(place.tile, tile) <= 1
        )
        age = next(ages, None)
        return effort + (0 if age is None else weights.back >> age)

    def _fire(self, place: EndPosition) -> int:
        """The best shot from a place, and what a second one adds."""
        best = second = 0
        for harm, foe in zip(place.deals, self.situation.foes, strict=True):
            if harm > second:
                shot = harm * self._clear(place.tile, foe.tile) // MILLI
                best, second = max(best, shot), max(second, min(best, shot))
        return best + second * self.situation.level.weights.second // MILLI

    def _clear(self, tile: Tile, there: Tile) -> int:
        """What a shot counts for, in thousandths: less if a friend stands in its way."""
        lane = self.situation.matchups.lane(self.figure, tile, there)
        return STOPPED if lane & self.friends else MILLI

    def _stopped(self, place: EndPosition) -> int:
        """What the figure keeps its friends from shooting by standing in their way."""
        kept = sum(harm for lane, harm in self.lanes if lane & place.bit)
        return kept * (MILLI - STOPPED) // MILLI

    def _harm(self, place: EndPosition) -> int:
        """What the enemy gains by this figure: for each foe, over what it can do anyway."""
        if not self.situation.level.reply:
            return 0
        weights = self.situation.level.weights
        more = sum(
            harm - other
            for harm, other in zip(place.suffers, self.others, strict=True)
            if harm > other
        )
        more += (sum(place.suffers) - more) * weights.shared // MILLI
        for number in place.pins:
            more += min(0, place.suffers[number] - self.others[number])
        return min(more, self.worth)


def _expected(place: EndPosition, there: int, short: int) -> int:
    """What is to be expected of a place that the figure may not reach."""
    return (there * place.chance + short * (MILLI - place.chance)) // MILLI


def evaluator(situation: Situation, figure: Figure, facing: Front) -> Evaluator:
    """Scales for one figure."""
    walk = partial(from_the_enemy(situation.view, situation.cache).get, default=FAR)
    return Evaluator(
        situation=situation,
        figure=figure,
        others=facing.without(figure.id),
        idle=0 if sees_a_foe(situation, figure) else situation.stood(figure),
        from_enemy=walk,
        support=_support(walk, situation, figure),
        friends=situation.taken & ~situation.board.bit(figure.tile),
        lanes=tuple(lane for name, lane in facing.lanes.items() if name != figure.id),
        pulls=tuple(
            (goal, ranks[figure.id])
            for goal, ranks in zip(situation.goals, situation.ranks, strict=True)
            if figure.id in ranks
        ),
        here=figure.tile,
        earlier_places=situation.earlier_places.get(figure.id, ()),
        worth=figure.who.kind.points * situation.weight(figure),
        left=_left(situation, figure),
        share=_share(situation, figure),
        answer=_answer(situation),
        kept=int(situation.ruleset.estimates.aim_share(situation.view.state, figure.id) * MILLI),
    )


def _support(walk: Callable[[Tile], int], situation: Situation, figure: Figure) -> int:
    """Half tiles that an enemy walks from its start to a figure's foremost friends, on average."""
    walks = sorted(walk(friend.tile) for friend in situation.mine if friend.id != figure.id)
    foremost = walks[:FOREMOST]
    return sum(foremost) // len(foremost) if foremost else 0


def _left(situation: Situation, figure: Figure) -> int:
    track = situation.view.state.tracks.get(figure.id)
    return 0 if track is None else situation.board.mask_of(step.tile for step in track.steps)


def _answer(situation: Situation) -> int:
    """What the reply counts for, in thousandths; little when the battle ends and is not won yet."""
    weights, state = situation.level.weights, situation.view.state
    whole = weights.answer if situation.mixed else weights.reply
    last = state.clock.turn >= state.setup.turns and not ahead(situation.view)
    return whole * LAST // MILLI if last else whole


def _share(situation: Situation, figure: Figure) -> int:
    weights = situation.level.weights
    if not situation.mixed:
        return weights.fire
    return weights.later * situation.matchups.volume(figure) // MILLI


def attack_terms(
    situation: Situation,
    candidate: Candidate,
    alone: Mapping[str, int],
    threat: Callable[[str], int],
) -> Terms:
    """What an attack is worth: losses on both sides, and the shots of those who aid it.

    What objectives lay on an enemy beside its own points is a term by itself.

    `alone`: what the best shot of each figure by itself is worth. `threat`: what a foe can do
    to the figures before it; a foe that cannot attack afterwards does none of it.
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
