"""What a side cannot see changes nothing of what it is shown, may order, or is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.ai import Choice, Stream, think
from skirmish.core.codec import Shape
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import ANSWER, Order
from skirmish.core.setup import DEPLOYMENT, MUSTER
from skirmish.core.state import Link, State, Zone
from skirmish.core.view import View, view
from skirmish.game import Game, open_text
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.common import deploy
from skirmish.rulesets.engine import refusal, suggested, to_act, verbs_of
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.rulesets.ruleset import Ruleset
from tests.position import position
from tests.village import CASTS, VILLAGE, anybody

SEEDS = 3
EXAMPLES = 6
DRAWN = 30
PLAYERS = ("recruit", "regular", "veteran")
ORDERS, QUESTION = "orders", "question"
OUT_OF_THE_WAY = (
    *((ruleset, DEPLOYMENT) for ruleset in RULESETS),
    *(("trait_die", kind) for kind in (MUSTER, QUESTION)),
    *((ruleset, QUESTION) for ruleset in ("opposed_d6", "dice_pool", "d20")),
)
"""Moments in which no bound of a turn is played, each in the rulesets that have it."""
MEETINGS = 40
OTHER_TARGETS: Mapping[Shape | None, Sequence[str]] = {
    Shape.FIGURE: ("r1", "r2", "r3", "r4", "r5", "b1", "b4", "x9"),
    Shape.TILE: ("5,5", "11,3", "0,0", "99,99"),
    Shape.PATH: ("5,5>6,5", "10,5>10,8", "0,0>40,0"),
}


@cache
def played(ruleset: str, seed: int) -> Game:
    """A finished game: recruits with the first seed, pure chance with the others.

    The sides muster where they may, and are asked whatever a house rule lets them be asked.
    """
    cast = CASTS.get(ruleset) or anybody(ruleset)
    house = ruleset_of(ruleset).handbook.house_rules
    rules = [cast.rules, *(f'{name} = "ask"' for name in house if "ask" in house[name].options)]
    rules += [f"{name} = true" for name in house if name == MUSTER]
    asking = evolve(cast, rules="\n".join(rules))
    game = Game.new(open_text(VILLAGE.format(ruleset=ruleset, cast=asking)), seed)
    level = "random" if seed else "recruit"
    streams = {side: Stream(f"{seed}{side}") for side in game.sides}
    last: dict[str, Choice] = {}
    while not game.over:
        side = game.to_act
        last[side] = think(
            game.ruleset, game.view(side), level, streams[side], previous=last.get(side)
        )
        game.order(side, last[side].order)
    return game


@cache
def moments(ruleset: str, kind: str) -> Sequence[State]:
    """The moments of the games of this kind in which something is hidden from who is to act."""
    found = [STAGED[ruleset]()] if kind == QUESTION and ruleset in STAGED else []
    for seed in range(SEEDS):
        game = played(ruleset, seed)
        states = map(game.state_at, range(len(game.lines)))
        found += [state for state in states if kind_of(state) == kind and hides(state)]
    return found


def kind_of(state: State) -> str:
    """What a side is to do."""
    if state.pending is not None:
        return QUESTION
    return state.clock.phase if not state.clock.turn else ORDERS


def hides(state: State) -> bool:
    """Whether there is an enemy whom the side that is to act knows nothing of."""
    return any(figure.at or not figure.fate for figure in unseen(state, to_act(state)))


def stray() -> State:
    """Red is asked whom a stray shot into close combat meets; it does not see c."""
    battle = position(
        """\
. . . . bv. . # c<.
a>. . . R^Q>. # # #""",
        rules={"redirect": "ask"},
    )
    return battle.order("fire a R combat=yes", [1, 6]).state


def watched() -> State:
    """Blue is asked whether its watch fires; it does not see C."""
    battle = position(
        """\
a>. . . . . . . # C<. .
. . . . . R<. . # . . .""",
        ruleset="d20",
        kind="guard",
        phase="act",
    )
    return battle.order("overwatch a reply=ask").order("end").order("move R 4,1").state


STAGED: Mapping[str, Callable[[], State]] = {"opposed_d6": stray, "d20": watched}
"""Questions that games of chance hardly ever put."""


def unseen(state: State, side: str) -> Iterator[Figure]:
    """The enemies that a side knows nothing of now, nor in this bound."""
    for figure in state.figures.values():
        track = state.tracks.get(figure.id)
        shown = track is not None and any(step.watchers for step in track.steps)
        if figure.side != side and figure.id not in state.known[side].visible and not shown:
            yield figure


def otherwise(state: State, side: str, chance: Random) -> State:
    """The same battle, but for what a side cannot see."""
    figures, tracks = dict(state.figures), dict(state.tracks)
    changed = [figure.id for figure in unseen(state, side)]
    for name in changed:
        figure = figures[name]
        if figure.at is None:
            if not figure.fate and figure.who.arrival is not None:
                del figures[name]
            continue
        if free := elsewhere(state, side, figure, figures):
            tracks.pop(name, None)
            figures[name] = evolve(in_other_shape(state, figure, chance), at=chance.choice(free))
    there = [name for name in changed if name in figures and figures[name].at is not None]
    return evolve(
        state,
        figures=figures,
        tracks=tracks,
        zones=other_zones(state, side, there, chance),
        links=other_links(state, side, there, chance),
    )


def elsewhere(
    state: State, side: str, figure: Figure, figures: Mapping[str, Figure]
) -> Sequence[Tile]:
    """The free tiles where a side does not see a figure: out of sight, or any if it is hidden."""
    dark = -1 if figure.count(HIDDEN) else ~state.known[side].seen
    taken = {other.at for other in figures.values()}
    tiles = ((x, y) for y in range(state.board.height) for x in range(state.board.width))
    return [
        tile
        for tile in tiles
        if dark & state.board.bit(tile) and state.board.passable(tile) and tile not in taken
    ]


def in_other_shape(state: State, figure: Figure, chance: Random) -> Figure:
    """A figure with other counters, posture, facing and damage, as its ruleset declares them."""
    declared = state.setup.declared
    counters = dict(figure.counters)
    for name, counter in declared.counters.items():
        if chance.randrange(2):
            counters[name] = chance.randint(counter.low, counter.most)
    return evolve(
        figure,
        facing=chance.choice(list(Facing)),
        posture=chance.choice([figure.posture, *declared.postures]),
        damage=figure.damage + chance.randrange(2),
        counters={name: value for name, value in counters.items() if value},
    )


def other_zones(
    state: State, side: str, there: Sequence[str], chance: Random
) -> Mapping[str, Zone]:
    """The enemy's zones with other numbers and, where he is not seen, of another figure's.

    What of them is out of sight may be gone. Clouds are left: they are sight itself.
    """
    zones = dict(state.zones)
    for name, zone in state.zones.items():
        if zone.side == side or state.setup.declared.zones[zone.kind].drifts:
            continue
        seen = tuple(t for t in zone.tiles if state.known[side].seen & state.board.bit(t))
        shown = state.setup.declared.zones[zone.kind].open and seen
        if not shown and chance.randrange(2):
            del zones[name]
            continue
        owner = chance.choice(there) if zone.owner in there else zone.owner
        numbers = {key: number + chance.randrange(3) for key, number in zone.numbers.items()}
        tiles = seen if shown and chance.randrange(2) else zone.tiles
        zones[name] = evolve(zone, owner=owner, numbers=numbers, tiles=tiles)
    return zones


def other_links(state: State, side: str, there: Sequence[str], chance: Random) -> tuple[Link, ...]:
    """What a side knows of the links, some of the others, and new ones of unseen enemies to it."""
    shown = view(state, side).state.links
    links = [link for link in state.links if link in shown or chance.randrange(2)]
    own = [figure.id for figure in state.of_side(side)]
    links += [
        Link(kind, chance.choice(there), chance.choice(own))
        for kind in state.setup.declared.links
        if there and own and chance.randrange(2)
    ]
    return tuple(links)


def drawn(ruleset: Ruleset, known: View, chance: Random) -> Iterator[Order]:
    """Orders that may be given or not: some of the families, some of them spoilt."""
    names = sorted(known.state.figures)
    for figure in known.own():
        deploying = known.state.clock.phase == deploy.PHASE
        families = (
            deploy.choices(known, figure.id) if deploying else ruleset.options(known, figure.id)
        )
        for family in families:
            order = family.draw(chance.randrange)
            yield order
            yield evolve(order, figure=chance.choice([*names, "nobody"]))
            if (spoilt := OTHER_TARGETS.get(verbs_of(ruleset)[order.verb].target)) is not None:
                yield evolve(order, target=chance.choice(spoilt))


def numbers(plan: Attack | Aim | None) -> object:
    """All that an attack is rolled with."""
    if isinstance(plan, Attack):
        return plan.rule, plan.args, plan.subjects, plan.modifiers
    return None if plan is None else (plan.rule, plan.args)


def told(ruleset: Ruleset, known: View, orders: list[Order], level: str) -> list[str]:
    """All that a side can find out by asking: refusals, families, attacks, the computer's word.

    The computer is asked a second time, as if its first order had changed nothing.
    """
    words = [f"{order}: {refusal(ruleset, known, order)}" for order in orders]
    words += [repr(ruleset.options(known, figure.id)) for figure in known.own()]
    words += [repr(suggested(ruleset, known, figure.id)) for figure in known.own()]
    first = think(ruleset, known, level, Stream("told"))
    second = think(ruleset, known, level, Stream("told"), previous=first)
    return [*words, *(f"{choice.order} {choice.explanation}" for choice in (first, second))]


def same(state: State, chance: Random, level: str) -> None:
    """Checks that another truth behind a side's view changes nothing of what it can find out."""
    side, ruleset = to_act(state), ruleset_of(state.setup.ruleset)
    other = otherwise(state, side, chance)
    known = view(state, side)

    assert other != state
    assert view(other, side) == known

    orders = list(drawn(ruleset, known, chance))[:DRAWN]
    if known.question is not None:
        orders += [Order(ANSWER.name, target=option) for option in known.question.options]
    expected = told(ruleset, known, orders, level)
    assert told(ruleset, view(other, side), orders, level) == expected


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_what_is_unseen_changes_nothing(ruleset: str, level: str, data: st.DataObject) -> None:
    """Unseen enemies moved, changed or taken away: view, refusals, families, AI stay the same."""
    met = moments(ruleset, ORDERS)
    state = met[data.draw(st.integers(0, len(met) - 1))]
    same(state, Random(data.draw(st.integers(0, 99))), level)


@pytest.mark.parametrize(("ruleset", "kind"), OUT_OF_THE_WAY)
def test_it_changes_nothing_between_bounds_either(ruleset: str, kind: str) -> None:
    """The same as the sides muster and deploy, and where one of them is asked in mid-order."""
    met = moments(ruleset, kind)
    assert met
    for state in (met[0], met[-1]):
        for level in PLAYERS:
            same(state, Random(level), level)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_direct_attacks_have_the_same_numbers_on_view_and_truth(ruleset: str) -> None:
    """What a side does not see enters no number of an attack that it may order."""
    met = meetings(ruleset)
    direct = 0
    for seed, line in met[:: max(1, len(met) // MEETINGS)]:
        game = played(ruleset, seed)
        state = game.state_at(line)
        chance = Random(line)
        known = view(state, to_act(state))
        other = otherwise(state, known.side, chance)
        for order in to_try(game.ruleset, known, chance):
            plan = game.ruleset.attack(known.state, order)
            if isinstance(plan, Attack) and plan.named and plan.at is None:
                direct += 1
                expected = numbers(plan)
                assert numbers(game.ruleset.attack(state, order)) == expected
                assert numbers(game.ruleset.attack(other, order)) == expected
    assert direct


def meetings(ruleset: str) -> list[tuple[int, int]]:
    """Where in the games the side to act has an enemy in sight and nothing to answer."""
    return [
        (seed, line)
        for seed in range(SEEDS)
        for line in range(len(played(ruleset, seed).lines))
        if (state := played(ruleset, seed).state_at(line)).pending is None
        and state.known[to_act(state)].visible
    ]


def to_try(ruleset: Ruleset, known: View, chance: Random) -> Iterator[Order]:
    """What its figures would typically do, and one order of each family."""
    for figure in known.own():
        yield from suggested(ruleset, known, figure.id)
        for family in ruleset.options(known, figure.id):
            yield family.draw(chance.randrange)
