"""What a figure's card shows; what the enemy may not see is marked as such."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.common.walking import tiles_text
from skirmish.rulesets.ruleset import Line
from skirmish.rulesets.trait_die import blows, holding, muster
from skirmish.rulesets.trait_die.acting import pace
from skirmish.rulesets.trait_die.ammunition import size
from skirmish.rulesets.trait_die.burden import burden, limit, si_text
from skirmish.rulesets.trait_die.declared import ACT, AIM, PRONE, WHOLE
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import arms, rounds_in, soldier, toughness_parts
from skirmish.rulesets.trait_die.parts import limit as most_wounds

BODY = ("agility", "spirit", "strength", "vigor")
SKILLS = ("shooting", "fighting", "throwing")
CONDITIONS = ("shaken", "recovering", "rapid", "holding")


def card(state: State, figure: Figure) -> tuple[Line, ...]:
    """The lines of a figure's card: traits, what protects it, weapons, state."""
    kind = soldier(figure)
    rank = "wild card" if kind.wild_card else "extra"
    tough = total(toughness_parts(figure, 0))
    return (
        Line(kind.name, f"{rank}, pace {kind.pace}"),
        Line("traits", _dice(figure, BODY)),
        Line("skills", _dice(figure, SKILLS)),
        Line("toughness / parry", f"{tough} ({kind.armour}) / {blows.parry(figure)}"),
        *(Line(arm.name, _weapon(arm)) for arm in arms(figure)),
        *(Line("is", words, status=True) for words in _conditions(state, figure)),
        *_own(state, figure),
    )


def _dice(figure: Figure, traits: tuple[str, ...]) -> str:
    kind = soldier(figure)
    return ", ".join(f"{trait} d{getattr(kind, trait)}" for trait in traits)


def _weapon(arm: Arm) -> str:
    """A weapon in a few words: `2d8, AP 2, 12/24/48, single auto 3`."""
    bonus = f"{arm.bonus:+}" if arm.bonus else ""
    damage = f"{arm.dice}d{arm.sides}{bonus}" if arm.dice else "strength"
    words = [f"strength + {damage}" if arm.melee and arm.dice else damage]
    words += [f"AP {arm.ap}"] if arm.ap else []
    words += [f"{arm.short}/{arm.medium}/{arm.long}"] if arm.short else []
    words += [f"{arm.template} template, {arm.flight}"] if arm.template else []
    words += [" ".join(arm.modes)] if arm.modes else []
    words += [f"{arm.rof} dice"] if arm.rof > 1 else []
    return ", ".join(words)


def _conditions(state: State, figure: Figure) -> Iterator[str]:
    counters = state.setup.declared.counters
    for name in CONDITIONS:
        if figure.count(name):
            yield counters[name].label
    if figure.damage:
        yield f"wounded, {figure.damage} of {most_wounds(figure) - 1}"
    if figure.posture == PRONE:
        yield "prone"


def _own(state: State, figure: Figure) -> Iterator[Line]:
    """What only its own side may read."""
    for arm in arms(figure):
        if text := _left(figure, arm):
            yield Line(arm.name, text, open=False)
    if state.clock.phase == MUSTER:
        yield Line("carries", f"{si_text(burden(figure))} of {limit(figure)} SI", open=False)
        rest = muster.MOST_PURCHASES - figure.count("purchases")
        yield Line("purchases left", str(rest), open=False)
        yield from _wares(figure)
    if state.clock.phase == ACT and state.clock.side == figure.side:
        yield Line("may move", f"{tiles_text(pace(figure).halves)} tiles", open=False)
        yield Line("actions", _actions(figure.count("acts")), open=False)
    if figure.count("holding"):
        chances = holding.going_first(state, figure.id)
        if words := ", ".join(f"{foe} {round(100 * chance)}%" for foe, chance in chances):
            yield Line("goes before", words, open=False)
    for link in state.linked(AIM, figure.id):
        yield Line("aims at", link.b, open=False)


def _wares(figure: Figure) -> Iterator[Line]:
    """What may be rolled for, by weapon and price level."""
    sold: dict[tuple[str, str], list[str]] = {}
    for item in muster.offered(figure):
        sold.setdefault((item.arm.name, item.price), []).append(item.id)
    for (name, price), items in sold.items():
        yield Line(f"{name}: {price}", ", ".join(items), open=False)


def _actions(taken: int) -> str:
    """The actions of a bound so far, and what the next one costs: `2 taken, next -4`."""
    if taken >= WHOLE:
        return "all taken"
    return f"{taken} taken, next {-2 * taken}" if taken else "none taken"


def _left(figure: Figure, arm: Arm) -> str:
    """What is in a weapon and carried for it: `2 of 3 tokens, 4 spare, tracer`."""
    if arm.count:
        return f"{slots.get(figure, 'rounds', arm.id)} left"
    if not arm.magazine:
        return ""
    tokens, spare = (slots.get(figure, name, arm.id) for name in ("tokens", "spare"))
    rounds = rounds_in(figure, arm)
    kind = "" if rounds.id == "standard" else f", {rounds.name}"
    return f"{tokens} of {size(figure, arm)} tokens, {spare} spare{kind}"
