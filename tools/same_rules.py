"""Compares the rules before and after a change: `python -m tools.same_rules`.

    python -m tools.same_rules dump FILE [RULESET...]
    python -m tools.same_rules compare FILE [RULESET...]

`dump` plays seeded random games, and the beginnings of games of the computer, on shipped scenarios,
and writes the answers of the rules to a file. `compare` plays the same again and lists the first
differences of each subject. Only `Rules` uses the names of the rulesets' functions.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from attrs import field, frozen

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.core.codec import Shape
from skirmish.core.dice import Roller
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.setup import DEPLOYMENT, SETUP_PHASES
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.game import Game, opening_of
from skirmish.rulesets import engine, foresight
from skirmish.rulesets.attack import Aim, Attack, Odds, odds_of
from skirmish.rulesets.common import deploy
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.families import Family, Routes, Spots
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import find, load

SCENARIOS: Mapping[str, tuple[str, ...]] = {
    "opposed_d6": ("first_steps", "night_pumps", "market_street", "low_water", "first_steps"),
    "dice_pool": ("ninth_floor", "low_water_dice_pool", "container_yard"),
    "d100": ("ring_section", "low_water_d100", "crater_field"),
    "d20": ("water_station", "low_water_d20", "toll_bridge"),
    "trait_die": ("hill_chapel", "low_water_trait_die", "ferry_landing"),
}
HOUSE_RULES: Mapping[str, Mapping[str, bool | int | str]] = {
    "night_pumps": {"ammunition": "tokens", "redirect": "ask", "go_to_ground": True},
    "low_water_d100": {"ammunition": "tokens"},
    "low_water_d20": {"ammunition": "tokens", "reactions": "ask"},
    "low_water_dice_pool": {"reactions": "ask"},
    "low_water_trait_die": {"reactions": "ask"},
    "ferry_landing": {"muster": True},
}
"""House rules that are changed for the random games on a scenario."""
MOMENTS = 20
"""Number of moments of each random game at which everything is asked."""
BETWEEN = 7
"""Number of orders between two such moments."""
SKETCHES = 24
"""Number of made-up orders at each moment; most of them are refused."""
THOUGHTS = 24
"""Number of orders in a game of the computer."""
LEVELS = ("recruit", "regular")
SHOWN = 3
"""Number of differences listed for each subject."""
KEPT = 200
"""Number of characters of a long answer that are kept beside its digest."""

Pick = Callable[[int], int]
Answers = dict[str, dict[str, str]]
"""Answers by subject and question."""


@frozen
class Rules:
    """The questions that this module asks of a ruleset, under names of its own."""

    ruleset: Ruleset

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """The ruleset's orders."""
        return self.ruleset.verbs

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give an order now; None if it may."""
        return engine.refusal(self.ruleset, view, order)

    def impossible(self, state: State, order: Order) -> Refusal | None:
        """Why an attack cannot be made at any time; asked only for orders with dice."""
        return self.ruleset.impossible(state, order)

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders of a figure, as families."""
        return self.ruleset.options(view, figure)

    def movement(self, view: View, figure: str) -> tuple[Family, ...]:
        """The orders of a figure to walk, turn and use doors."""
        return self.ruleset.movement(view, figure)

    def suggestions(self, view: View, figure: str) -> tuple[Order, ...]:
        """Sensible orders of a figure."""
        return suggested(self.ruleset, view, figure)

    def suggested_actions(self, view: View, figure: str) -> tuple[Order, ...]:
        """Sensible orders of a figure, except to walk or turn."""
        return self.ruleset.suggestions.actions(view, figure)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack of an order."""
        return self.ruleset.attack(state, order)

    def odds(self, plan: Attack | Aim) -> Odds:
        """The exact odds of an attack."""
        return odds_of(plan, self.ruleset.outcomes.no_effect)

    def outcome(self, state: State, name: str, outcome: Hashable) -> str:
        """An outcome in words, with its costs."""
        words = dict(self.ruleset.outcomes.words(outcome))
        left = dict(self.ruleset.outcomes.leaves(outcome))
        effect = self.ruleset.outcomes.has_effect(outcome)
        return f"{words} {left!r} {effect} {self.ruleset.outcomes.loss(state, name, outcome)}"

    def of_figure(self, view: View, figure: str) -> Iterator[tuple[str, object]]:
        """Answers about a figure in sight, with the question."""
        rules, state = self.ruleset, view.state
        one = state.figures[figure]
        yield "card", [(line.title, line.value, line.open) for line in rules.card.lines(state, one)]
        yield "ailments", dict(rules.card.ailments(one))
        yield "idle", rules.turn.idle(view)
        if one.side == view.side:
            yield "empty weapons", rules.card.empty_weapons(state, one)
            yield "budget left", rules.estimates.budget_left(state, figure)
            yield "aim share", rules.estimates.aim_share(state, figure)
            replies = rules.reactions.replies(state, figure)
            yield "replies", tuple((one.enemy, one.chance) for one in replies)
            for foe in view.enemies():
                yield "menace", rules.estimates.menace(state, figure, foe.id)
                yield "menace", rules.estimates.menace(state, foe.id, figure)
                for weapon in one.who.weapons:
                    modes = rules.weapon_modes(state, figure, weapon.id, foe.id)
                    yield "modes", {name: str(order) for name, order in modes.items()}

    def of_order(self, view: View, order: Order) -> Iterator[tuple[str, object]]:
        """Estimates for a legal order, with the question."""
        rules, state = self.ruleset, view.state
        yield "cost", rules.cost(state, order)
        yield "prospect", rules.prospect(view, order)
        yield "ammo share", rules.ammo_share(state, order)
        yield "mishaps", rules.mishaps(state, order)
        if rules.verbs[order.verb].target is Shape.PATH:
            for danger in foresight.dangers(rules, view, order):
                shot = danger.shot
                told = None if shot is None else (shot.way, str(shot.order), shot.lost)
                yield "dangers", (danger.enemy, danger.tile, danger.lasting, told)


@frozen
class Notebook:
    """The answers so far; `where` is the game and the moment in it."""

    where: str
    answers: Answers = field(factory=dict)

    def note(self, subject: str, question: str, answer: object) -> None:
        """Keep an answer as text; of a long one only the beginning and a digest."""
        text = str(answer)
        if len(text) > KEPT:
            text = f"{text[:KEPT]}... {digest(text)}"
        noted = self.answers.setdefault(subject, {})
        noted[f"{self.where} | {question} | {len(noted)}"] = text

    def at(self, where: str) -> Notebook:
        """A notebook for another moment that shares these answers."""
        return Notebook(where, self.answers)


def digest(text: str) -> str:
    """A short hash."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def opening(scenario: str, rules: Mapping[str, bool | int | str]) -> Callable[[int], Game]:
    """A function that starts a game on a scenario from a seed."""
    ready = opening_of(load(find(scenario)), rules or None)
    players = dict.fromkeys(ready.state.setup.sides, "human")
    return lambda seed: Game.new(ready, seed, players)


def play_at_random(name: str, book: Notebook) -> None:
    """Ask everything at some moments of a random game on each scenario of a ruleset."""
    for seed, scenario in enumerate(SCENARIOS[name]):
        start = opening(scenario, HOUSE_RULES.get(scenario, {}))
        pick = _picks(f"{scenario}:{seed}")
        with start(seed) as game:
            for moment in range(MOMENTS):
                for _ in range(BETWEEN if moment else 0):
                    _step(game, pick)
                if game.over:
                    break
                place = book.at(f"{scenario} {moment} {digest(game.record.text)}")
                ask_everything(Rules(game.ruleset), game.view(game.to_act), pick, place)
            book.at(scenario).note("random games", "record", digest(game.record.text))


def _picks(seed: str) -> Pick:
    dice = Roller(f"same_rules:{seed}")
    return lambda number: dice.die(number) - 1


def _step(game: Game, pick: Pick) -> None:
    """Give a random legal order; attacks are chosen more often than by chance."""
    if game.over:
        return
    view, rules = game.view(game.to_act), Rules(game.ruleset)
    if view.question is not None:
        game.order(game.to_act, f"answer {view.question.options[pick(len(view.question.options))]}")
        return
    before = view.state.clock.phase in SETUP_PHASES
    own = _figures(view)
    if not own or not pick(8):
        game.order(game.to_act, "ready" if before else "end")
        return
    for _ in range(len(own)):
        order = _drawn(rules, view, own[pick(len(own))], pick)
        if order is not None and rules.refusal(view, order) is None:
            game.order(game.to_act, order)
            return
    game.order(game.to_act, "ready" if before else "end")


def _figures(view: View) -> tuple[str, ...]:
    """The side's figures that can be asked about; during a muster all of them."""
    if view.state.clock.phase in SETUP_PHASES:
        return tuple(f.id for f in view.state.figures.values() if f.side == view.side)
    return tuple(figure.id for figure in view.own())


def _drawn(rules: Rules, view: View, name: str, pick: Pick) -> Order | None:
    if view.state.clock.phase == DEPLOYMENT:
        families = deploy.choices(view, name)
    else:
        if view.state.clock.phase not in SETUP_PHASES and pick(3):
            suggested = rules.suggestions(view, name)
            attacks = [one for one in suggested if rules.verbs[one.verb].dice]
            if attacks or suggested:
                return (attacks or suggested)[pick(len(attacks or suggested))]
        families = rules.options(view, name)
    return families[pick(len(families))].draw(pick) if families else None


def ask_everything(rules: Rules, view: View, pick: Pick, book: Notebook) -> None:
    """Record all answers about one moment, from the view of the side to act."""
    if view.question is not None or view.state.clock.phase == DEPLOYMENT:
        return
    for figure in tuple(view.state.figures.values()):
        if figure.at is not None:
            for subject, answer in rules.of_figure(view, figure.id):
                book.note(subject, figure.id, answer)
    orders: dict[Order, None] = {}
    for name in _figures(view):
        families = rules.options(view, name)
        book.note("options", name, [_family_text(family) for family in families])
        movement = rules.movement(view, name)
        book.note("movement", name, [_family_text(family) for family in movement])
        suggested = rules.suggestions(view, name)
        book.note("suggestions", name, [str(order) for order in suggested])
        actions = rules.suggested_actions(view, name)
        book.note("suggested actions", name, [str(order) for order in actions])
        orders |= dict.fromkeys((*suggested[:4], *(family.draw(pick) for family in families)))
    orders |= dict.fromkeys(_sketch(rules, view, pick) for _ in range(SKETCHES))
    for order in orders:
        _ask_about(rules, view, order, book)


def _ask_about(rules: Rules, view: View, order: Order, book: Notebook) -> None:
    line = str(order)
    refused = rules.refusal(view, order)
    book.note("refusals", line, _refusal_text(refused))
    known = view.state.figures.get(order.figure)
    if known is None or known.side != view.side or known.at is None:
        return
    if rules.verbs[order.verb].dice:
        book.note("impossible", line, _refusal_text(rules.impossible(view.state, order)))
    book.note("attacks", line, _attack_text(rules, view.state, order))
    if refused is None:
        for subject, answer in rules.of_order(view, order):
            book.note(subject, line, answer)


def _refusal_text(refused: Refusal | None) -> str:
    return "legal" if refused is None else f"{refused.reason} | {refused.rule} | {refused.remedy}"


def _family_text(family: Family) -> str:
    target = family.target
    if isinstance(target, Routes | Spots):
        text = f"{type(target).__name__} {target.mask:x}"
    else:
        text = repr(target)
    return f"{family.verb} {family.figure} {text} {family.fields} {family.hint} {family.fixed}"


def _attack_text(rules: Rules, state: State, order: Order) -> str:
    plan = rules.attack(state, order)
    if plan is None:
        return "no attack"
    odds = rules.odds(plan)
    lines = [f"{odds.named} {odds.policy} {sorted(odds.varying)}"]
    lines += [f"{m.on} {m.figure} {m.name} {m.value} {m.rule}" for m in odds.modifiers]
    lines += [f"{tile} {chance}" for tile, chance in odds.landing.items()]
    for name, outcomes in odds.figures.items():
        lines += [f"{name} {rules.outcome(state, name, o)} {p}" for o, p in outcomes.items()]
    mean = sum(
        (
            p * rules.ruleset.outcomes.loss(state, name, o)
            for name, os in odds.figures.items()
            for o, p in os.items()
        ),
        Fraction(0),
    )
    return f"mean {mean}; " + "; ".join(lines)


def _sketch(rules: Rules, view: View, pick: Pick) -> Order:
    """A well-formed order about things in sight, or a little beyond."""
    verbs = tuple(rules.verbs[name] for name in sorted(rules.verbs))
    verb, own = verbs[pick(len(verbs))], _figures(view)
    figure = own[pick(len(own))] if own and pick(10) else "nobody"
    word = partial(_word, view, figure, pick)
    target = word(verb.target, ()) if verb.target is not None else ""
    said = (f for f in verb.fields if not pick(3))
    fields = {f.name: word(f.shape, [o for o in f.options if o != f.default]) for f in said}
    return Order.of(verb.name, figure if verb.figure else "", target, **fields)


def _word(view: View, name: str, pick: Pick, shape: Shape, options: Sequence[str]) -> str:
    """A random value of a shape, as text."""
    state = view.state
    if options:
        return options[pick(len(options))]
    if shape is Shape.FACING:
        return tuple(Facing)[pick(len(Facing))].name
    if shape is Shape.FIGURE:
        names = (*state.figures, "nobody")
        return names[pick(len(names))]
    if shape in (Shape.TILE, Shape.PATH):
        return _tile(view, name, pick)
    if shape is Shape.WORD:
        one = state.figures.get(name)
        carried = [weapon.id for weapon in one.who.weapons] if one else []
        words = (*state.setup.declared.postures, *carried, "nothing")
        return words[pick(len(words))]
    if shape is Shape.CHANCE:
        return f"{10 * pick(10)}%"
    if shape is Shape.NUMBER:
        return str(1 + pick(5))
    names = tuple(state.figures)
    first, second = names[pick(len(names))], names[pick(len(names))]
    return f"{first}:{1 + pick(3)}+{second}:1" if shape is Shape.SPLIT else f"{first}+{second}"


def _tile(view: View, name: str, pick: Pick) -> str:
    """A tile near a figure, or sometimes any tile."""
    board, figure = view.state.board, view.state.figures.get(name)
    if figure is None or figure.at is None or not pick(4):
        return f"{pick(board.width)},{pick(board.height)}"
    reach = 1 + 3 * pick(2)
    x, y = (at + reach * (pick(3) - 1) for at in figure.at)
    return f"{max(0, x)},{max(0, y)}"


def play_computer(name: str, book: Notebook) -> None:
    """Record hashes of the first orders of games between two levels of the computer."""
    for seed, scenario in enumerate(SCENARIOS[name][:2]):
        with opening(scenario, {})(seed) as game:
            _computer_plays(game, dict(zip(game.sides, LEVELS, strict=True)), seed)
            book.at(scenario).note("computer's games", "record", digest(game.record.text))
            book.at(scenario).note("computer's games", "last", game.lines[-1].order)


def _computer_plays(game: Game, levels: Mapping[str, str], seed: int) -> None:
    streams = {side: Stream(key_of(seed, side)) for side in game.sides}
    last: dict[str, Choice] = {}
    for _ in range(THOUGHTS):
        if game.over:
            return
        side = game.to_act
        choice = think(
            game.ruleset, game.view(side), levels[side], streams[side], previous=last.get(side)
        )
        last[side] = choice
        game.order(side, choice.order)


def answers_of(names: Sequence[str]) -> dict[str, Answers]:
    """All answers by ruleset, subject and question."""
    found: dict[str, Answers] = {}
    for name in names:
        book = Notebook(name)
        try:
            play_at_random(name, book)
            play_computer(name, book)
        except (SkirmishError, RuntimeError) as error:
            book.note("errors", "play", repr(error))
        found[name] = book.answers
    return found


def differences(before: Answers, after: Answers) -> Iterator[str]:
    """The first differences of each subject, and how many there are."""
    for subject in dict.fromkeys((*before, *after)):
        old, new = before.get(subject, {}), after.get(subject, {})
        differing = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
        if differing:
            yield f"  {subject}: {len(differing)} of {len(old)} differ"
        for key in differing[:SHOWN]:
            yield f"    {key}"
            yield f"      before: {old.get(key, 'not asked')}"
            yield f"      after:  {new.get(key, 'not asked')}"


def main(arguments: Sequence[str], write: Callable[[str], object] = print) -> int:
    """Dump or compare; the exit code is 1 if anything differs."""
    usage = "usage: python -m tools.same_rules dump|compare FILE [RULESET...]"
    if len(arguments) < len(("dump", "FILE")) or arguments[0] not in ("dump", "compare"):
        write(usage)
        return 2
    file, names = Path(arguments[1]), arguments[2:] or tuple(SCENARIOS)
    if unknown := [name for name in names if name not in SCENARIOS]:
        write(f"no ruleset {unknown[0]}; known: {', '.join(SCENARIOS)}")
        return 2
    if arguments[0] == "dump":
        file.write_text(json.dumps(answers_of(names), indent=0), encoding="utf-8")
        return 0
    before: dict[str, Answers] = json.loads(file.read_text(encoding="utf-8"))
    found = False
    for name, after in answers_of(names).items():
        lines = tuple(differences(before.get(name, {}), after))
        count = sum(map(len, after.values()))
        write(f"{name}: {count} answers, " + ("the same" if not lines else "different:"))
        for line in lines:
            write(line)
        found = found or bool(lines)
    return int(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
