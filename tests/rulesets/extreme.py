"""Battles of extreme legal stat blocks, and how long the exact odds of their orders take.

The ranges are those of `docs/scenarios.md`. A block starts as one of the armoury, and takes value
after value as long as it stays legal. The shooter stands among friends, two enemies beside it and
a crowd before it, so that every family of orders has something to strike. Two of the crowd are
armed as it is: they watch, hold or suppress, and it is asked what they may do to who goes a way.

    python -m tests.rulesets.extreme d20 d100           # one battle each, the slowest orders
    python -m tests.rulesets.extreme --minutes 5 d20    # random corners for so long
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time
from types import MappingProxyType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from attrs import evolve, fields_dict, frozen

from skirmish.core.dice import Roller
from skirmish.core.figures import Kind, Weapon
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order
from skirmish.core.setup import MUSTER
from skirmish.core.state import Clock, State
from skirmish.core.view import View, view
from skirmish.game.opening import open_text
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.engine import carry_out, refusal
from skirmish.rulesets.families import Family
from skirmish.rulesets.foresight import dangers
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Attempt
from tests.scenario.test_docs import section, table

WIDTH, HEIGHT = 80, 40
HERE = 20, 20
CROWD = 16
"""Columns and rows of the crowd; the figures of both sides together are 200 at most."""
MOST_FIGURES = 200
BESET = 0.3
"""How often enemies stand beside the shooter, who may then be unable to fire."""
HIGH = 0.5
"""How often chance takes the highest value at once."""
STEPS = 10_000_000
"""Of the plain loop that times are compared with."""
WATCHERS = "r2", "r3"
"""Enemies with the shooter's own blocks."""
WAITING = "overwatch", "hold", "suppress"
"""Verbs of those who wait."""
FIXED = (
    *("name", "text", "glyph", "points", "weapons"),
    *("weight", "ap_single", "ap_burst", "burst_penalty", "rate", "min_range", "reload_bounds"),
)
"""Fields without any say in odds, and those whose extremes only keep a figure from attacking."""
Block = Kind | Weapon
Pick = Callable[[tuple[Any, ...]], Any]
"""From the values of a field, in ascending order, to the one that is tried."""


def lowest(values: tuple[Any, ...]) -> Any:
    """The first of the values."""
    return values[0]


def highest(values: tuple[Any, ...]) -> Any:
    """The last of the values."""
    return values[-1]


@cache
def documented(rules: str, what: str) -> Mapping[str, str]:
    """The range of each field of a kind or a weapon, as the documentation has it."""
    rows = table("field", section(f"### A {what} in `{rules}`"))
    return MappingProxyType({row[0]: row[2] for row in rows if row[0] not in FIXED})


hints_of = cache(get_type_hints)


def values_of(block: Block, name: str, said: str) -> tuple[Any, ...]:
    """Extreme values of a field, ascending, by what the documentation says of its range."""
    kind = hints_of(cast("type", type(block)))[name]
    if kind is bool:
        return False, True
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) is tuple:
        options = get_args(get_args(kind)[0])
        return (), options[:1], options[-1:], options
    if within := re.search(r"([-\w]+)`? to `?([-\w]+)", said):
        low, high = (_end(block, end) for end in within.groups())
        others = [int(number) for number in re.findall(r"(?:, or|;) (\d+)", said)]
        return tuple(sorted({low, (low + high) // 2, high, *others}))
    return tuple(int(number) for number in re.findall(r"\d+", said))


def _end(block: Block, said: str) -> int:
    """One end of a range: a number, or the value of another field."""
    return int(said) if said.lstrip("-").isdigit() else getattr(block, said)


def extreme(rules: Ruleset, base: Any, what: str, pick: Pick, rng: Random) -> Any:
    """A legal block with the values that `pick` chooses, as far as they go together."""
    block: Any = evolve(base, **({"weight": 0} if hasattr(base, "weight") else {}))
    said = list(documented(rules.id, what).items())
    for _ in range(2):  # what one field bars, another may allow later
        rng.shuffle(said)
        for name, text in said:
            changed: Any = evolve(block, **{name: pick(values_of(block, name, text))})
            if legal(rules, changed):
                block = changed
    return evolve(block, id=f"{base.id}_x", text="")


def legal(rules: Ruleset, block: Any) -> bool:
    """Whether a block is one that a scenario may hold."""
    if isinstance(block, Kind):
        return not rules.handbook.armoury.faults(evolve(block, weapons=()), ())
    return not rules.handbook.armoury.faults(_bearer(rules.id), (block,))


@cache
def _bearer(rules: str) -> Any:
    """The kind that weapons are judged with."""
    kind: Any = next(iter(RULESETS[rules].handbook.armoury.kinds().values()))
    return evolve(kind, weapons=())


def spelt(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(spelt, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def block_text(table_name: str, block: Block) -> str:
    """A block as a scenario has it."""
    named = fields_dict(type(block))
    lines = [f"[{table_name}.{block.id}]"]
    lines += [f"{name} = {spelt(getattr(block, name))}" for name in named if name != "id"]
    return "\n".join(lines)


@frozen
class Battle:
    """A battle in which figure `a` may act; `text` is its scenario."""

    rules: Ruleset
    state: State
    text: str

    @property
    def view(self) -> View:
        """What the side of the figure sees."""
        return view(self.state, "blue")

    def orders(self, rng: Random, most: int) -> tuple[Order, ...]:
        """Random attacks, at most so many of each verb."""
        state = self.view.state
        return tuple(
            order
            for order in self.drawn("a", rng, most)
            if self.rules.attack(state, order) is not None
        )

    def drawn(self, name: str, rng: Random, most: int) -> tuple[Order, ...]:
        """Random orders for a figure of the side to act, at most so many of each verb."""
        by_verb: dict[str, list[Family]] = {}
        for family in self.rules.options(view(self.state, self.state.clock.side), name):
            by_verb.setdefault(family.verb, []).append(family)
        return tuple(
            dict.fromkeys(
                rng.choice(families).draw(rng.randrange)
                for families in by_verb.values()
                for _ in range(most)
            )
        )

    def turned(self, side: str, phase: str = "") -> Battle:
        """The battle with a side to act."""
        clock = evolve(self.state.clock, side=side, phase=phase or self.state.clock.phase)
        return evolve(
            self, state=with_updated_sight(evolve(self.state, clock=clock), ("blue", "red"))
        )

    def carried(self, order: Order, seed: str) -> tuple[Battle, tuple[Attempt, ...]]:
        """The battle after an order of the side to act, and the attacks in it."""
        done = carry_out(self.rules, self.state, self.state.clock.side, order, Roller(seed))
        return evolve(self, state=done.state), done.attempts


def battle(
    rules: Ruleset, seed: str, shooter: Pick | None = None, figures: int = MOST_FIGURES
) -> Battle:
    """A battle of extreme blocks; the `shooter` and its weapons go by a pick, or by chance."""
    rng = Random(seed)

    def by_chance(values: tuple[Any, ...]) -> Any:
        return values[-1] if rng.random() < HIGH else rng.choice(values)

    kinds, weapons = (
        list(rules.handbook.armoury.kinds().values()),
        list(rules.handbook.armoury.weapons().values()),
    )
    own: Any = extreme(rules, _bearer(rules.id), "kind", shooter or by_chance, rng)
    own = evolve(own, weapons=(), id="shooter_x", **({"si": 40} if hasattr(own, "si") else {}))
    arms: list[Any] = []
    for stock in rng.sample(weapons, len(weapons)):
        arm = extreme(rules, stock, "weapon", shooter or by_chance, rng)
        if len(arms) < 4 and not rules.handbook.armoury.faults(own, (*arms, arm)):
            arms.append(arm)
    others: list[Any] = []
    for number, base in enumerate(rng.sample(kinds, min(6, len(kinds)))):
        pick = (highest, lowest)[number] if number < 2 else by_chance
        bare: Any = evolve(base, weapons=())
        others.append(extreme(rules, bare, "kind", pick, rng))
    return opened(rules, _scenario(rules, own, arms, others, rng, figures))


def _scenario(
    rules: Ruleset,
    own: Kind,
    arms: list[Weapon],
    others: list[Any],
    rng: Random,
    figures: int,
) -> str:
    x, y = HERE
    carried = spelt(tuple(arm.id for arm in arms))
    blue = [f'{{ id = "a", kind = "{own.id}", at = [{x}, {y}], weapons = {carried} }}']
    blue += [
        f'{{ id = "f{n}", kind = "{rng.choice(others).id}", at = [{x - 1}, {y - 1 + n}] }}'
        for n in range(3)
    ]
    places = [(x + 1, y + 1), (x + 1, y - 1)] if rng.random() < BESET else []
    places += [
        (x + 4 + n // CROWD, y - CROWD // 2 + n % CROWD)
        for n in range(figures - len(blue) - len(places))
    ]
    red = [_figure(rules, n, rng.choice(others), at, rng) for n, at in enumerate(places)]
    for name in WATCHERS:
        at = places[int(name[1:])]
        red[int(name[1:])] = (
            f'{{ id = "{name}", kind = "{own.id}", at = [{at[0]}, {at[1]}], weapons = {carried}, '
            'facing = "W" }'
        )
    rows = "\n".join("." * WIDTH for _ in range(HEIGHT))
    return "\n".join(
        [
            f'format = 1\ntitle = "Extreme"\nruleset = "{rules.id}"\nturns = 9\nfirst = "blue"',
            f'[map]\nrows = """\n{rows}\n"""',
            f'[sides.blue]\nname = "Blue"\nfigures = [\n{_list(blue)}]',
            f'[sides.red]\nname = "Red"\nfigures = [\n{_list(red)}]',
            *(block_text("weapons", arm) for arm in arms),
            *(block_text("kinds", kind) for kind in (own, *others)),
        ]
    )


def _list(entries: list[str]) -> str:
    return "".join(f"  {entry},\n" for entry in entries)


def _figure(rules: Ruleset, number: int, kind: Kind, at: tuple[int, int], rng: Random) -> str:
    """An enemy, most of them hurt, so that hardly two are alike."""
    whole = max((getattr(kind, name, 0) for name in ("hp", "dur", "body")), default=0)
    harmed = {"damage": rng.randrange(whole or 1)}
    hurt = whole and not rules.handbook.armoury.state_faults(kind, (), harmed)
    state = f", state = {{ damage = {harmed['damage']} }}" if hurt and harmed["damage"] else ""
    return f'{{ id = "r{number}", kind = "{kind.id}", at = [{at[0]}, {at[1]}]{state} }}'


def opened(rules: Ruleset, text: str) -> Battle:
    """A battle at its first bound of attacks, from the text of its scenario."""
    state = open_text(text).state
    phases = rules.handbook.declared.phases
    phase = "fire" if "fire" in phases else next(iter(phases))
    state = evolve(state, clock=Clock(1, 1, phase, "blue"))
    return Battle(rules, with_updated_sight(state, tuple(state.setup.sides)), text)


def forget() -> None:
    """Drop all that the rules keep, so that all is worked out anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("skirmish.rulesets", "skirmish.core.dice")):
            for kept in list(vars(module).values()):
                if isinstance(kept, type(documented)):
                    kept.cache_clear()


@frozen
class Timed:
    """A question and the time of its answer in seconds; `what` is its family."""

    rules: str
    what: str
    question: str
    seconds: float


def timed(fight: Battle, order: Order) -> Timed:
    """The time of the odds of an order, with all that is told beside them."""
    state = fight.view.state
    plan = fight.rules.attack(state, order)
    assert plan is not None, order

    def answer() -> None:
        odds = odds_of(fight.rules.attack(state, order) or plan, fight.rules.outcomes.no_effect)
        lost_by(fight, odds)
        fight.rules.mishaps(state, order)

    return _timed(fight, order.verb, str(order), answer)


def _timed(fight: Battle, what: str, question: str, answer: Callable[[], object]) -> Timed:
    forget()
    begun = process_time()
    answer()
    return Timed(fight.rules.id, what, question, process_time() - begun)


def lost_by(fight: Battle, odds: Odds) -> Mapping[str, Fraction]:
    """The points that each side can expect to lose to an attack."""
    state = fight.state
    return odds.expected_loss(
        lambda name, out: fight.rules.outcomes.loss(state, name, out),
        {name: figure.side for name, figure in state.figures.items()},
    )


def judged(fight: Battle, rng: Random) -> Iterator[Timed]:
    """What is asked of a battle beside the odds of an order: what figures and orders are worth."""
    rules, sees = fight.rules, fight.view
    others = [name for name in (f"r{n}" for n in range(4, 40)) if name in sees.state.figures]
    for other in (*WATCHERS, *rng.sample(others, 4)):
        for one, two in (("a", other), (other, "a")):
            worth = partial(rules.estimates.menace, sees.state, one, two)
            yield _timed(fight, "menace", f"menace {one} {two}", worth)
    for order in fight.drawn("a", rng, 2):
        yield _timed(
            fight,
            "prospect",
            f"prospect of {order}",
            partial(rules.prospect, sees, order),
        )
        use = partial(rules.ammo_share, sees.state, order)
        yield _timed(fight, "spends", f"spends of {order}", use)


def awaited(fight: Battle, rng: Random) -> Iterator[Timed]:
    """What those who wait would do, what is told of a way under their eyes, and going it."""
    waits = fight.turned("red")
    for name in WATCHERS:
        orders = [order for order in waits.drawn(name, rng, 4) if order.verb in WAITING]
        for order in orders[:1]:
            laid, made = waits.carried(order, "wait")
            waits = waits if laid.state.pending else laid
            yield from _made(waits, str(order), made)
            known = view(waits.state, "red").state
            yield _timed(
                waits, "replies", f"{order}", partial(fight.rules.reactions.replies, known, name)
            )
    mine = waits.turned("blue", next(iter(fight.rules.handbook.declared.phases)))
    for order in mine.drawn("a", rng, 3):
        if order.verb in ("move", "run"):
            told = partial(dangers, fight.rules, mine.view, order)
            yield _timed(mine, "threats", f"threats on {order}", told)
        if refusal(fight.rules, mine.view, order) is None:
            yield _timed(mine, "carry", str(order), partial(mine.carried, order, "go"))
            yield from _made(mine, str(order), mine.carried(order, "go")[1])


def _made(fight: Battle, order: str, made: tuple[Attempt, ...]) -> Iterator[Timed]:
    """The odds of the attacks that were made while an order was carried out."""
    for attempt in made[:3]:
        then = evolve(fight, state=attempt.state)

        def answer(attempt: Attempt = attempt, then: Battle = then) -> None:
            lost_by(then, odds_of(attempt.plan(), then.rules.outcomes.no_effect))

        yield _timed(fight, "attempt", f"attempt of {attempt.figure} in {order}", answer)


def bought(fight: Battle, rng: Random) -> Iterator[Timed]:
    """The odds of what is bought before a battle, where the ruleset has a muster."""
    setup = evolve(fight.state.setup, rules={**fight.state.setup.rules, "muster": True})
    if fight.rules.handbook.musters(setup):
        begun = evolve(fight, state=evolve(fight.state, setup=setup)).turned("blue", MUSTER)
        for order in begun.orders(rng, 3):
            yield timed(begun, order)


def loop() -> float:
    """The time of a plain loop of `STEPS` steps, from a tenth of it."""
    begun = process_time()
    total = 0
    for number in range(STEPS // 10):
        total += number
    return 10 * (process_time() - begun)


def questions(fight: Battle, seed: str, draws: int) -> Iterator[Timed]:
    """All that is asked of a battle, with the time of each answer."""
    rng = Random(seed)
    for order in fight.orders(rng, draws):
        yield timed(fight, order)
    for asked in (judged, awaited, bought):
        yield from asked(fight, rng)


def worst(rules: Ruleset, minutes: float, draws: int = 8) -> Mapping[str, tuple[float, str, str]]:
    """The slowest question of each family in random battles: times of the loop, seed, question."""
    until, found, number = process_time() + 60 * minutes, dict[str, tuple[float, str, str]](), 0
    while not number or process_time() < until:
        fight = battle(rules, str(number), None if number % 10 else highest)
        floor = loop()
        for asked in questions(fight, str(number), draws):
            one = asked.seconds / floor, str(number), asked.question
            found[asked.what] = max(found.get(asked.what, one), one)
        number += 1
    return found


def main() -> None:
    """Print the slowest question of each family, and the most memory that was in use."""
    parser = ArgumentParser(prog="python -m tests.rulesets.extreme")
    parser.add_argument("rulesets", nargs="*", default=[*RULESETS], metavar="RULESET")
    parser.add_argument("--minutes", type=float, default=0.0, help="for each ruleset")
    args = parser.parse_args()
    for name in args.rulesets:
        for verb, (ratio, seed, order) in worst(RULESETS[name], args.minutes).items():
            text = f"{name:12} {verb:10} {ratio:6.3f} x the loop   battle {seed:4} {order}"
            sys.stdout.write(f"{text}\n")
        memory = getrusage(RUSAGE_SELF).ru_maxrss // 1024
        sys.stdout.write(f"{name:12} {memory} MB at most so far\n")


if __name__ == "__main__":
    main()
