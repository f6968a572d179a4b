"""Hints as sentences: one table of templates for every kind of hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from attrs import fields

from skirmish.core.geometry import Facing, tile_text
from skirmish.core.orders import Purpose
from skirmish.presentation.odds import hint_kinds
from skirmish.presentation.odds.forecast_rows import cost_words
from skirmish.presentation.wording import (
    default_detail_words,
    detail_phrase,
    detail_value,
    detail_words,
    percent,
)


class NameOrder(Protocol):
    """Names an order in a sentence: in quotes, or with its key."""

    def __call__(self, verb: str, said: str = "") -> str:
        """The name of a verb, with words `said` for its figure's action, if any."""


MOST_NAMED = 3
"""Number of enemies that a hint names one by one."""
TEMPLATES: Mapping[str, str] = {
    "NothingLeftThere": (
        "it cannot attack after this move, and {foes} will see it in the open: "
        "attack first, or stop short"
    ),
    "NothingLeftThere.objective": (
        "it cannot attack after this move, and {foes} will see it in the open: attack first"
    ),
    "OutOfCover": "it leaves cover: {foes} will see it in the open",
    "WrongFacing": "facing {facing} it cannot shoot {foe}: face {better}",
    "BetterCover": (
        "{tile} gives cover {cover} against {foe} ({terrain} at {source}), {end} gives {here}"
    ),
    "NeedsShelter": "{figure} is exposed to {foes}: it could {ways}",
    "UselessSmoke": "this smoke hides none of your figures: aim between them and the enemy",
    "FriendlyFire": "{risk}: aim farther away, or move them first",
    "FriendlyFire.thrower": "{risk}: aim farther away, or move back first",
    "FriendlyFire.pays": "{risk}, though the enemy loses more on average",
    "NearlyEmpty": ("the {weapon} has only {left} of {full} {unit} left: {verb} takes {cost}"),
    "StillLoaded": "the {weapon} still has {left} of {full} {unit}",
    "BetterAttack.rough": "better: {way}",
    "BetterAttack": "better: {way}: average loss worth {gain} (this attack{again}: {own_gain})",
    "BetterAttack.risky": (
        "better, though {risk}: {way}: the enemy loses {gain} more than you on average"
        " (this attack{again}: {own_gain})"
    ),
    "BetterAttack.risky_rough": "better, though {risk}: {way}",
    "BetterShooter.rough": "better: {friend}; your side makes one attack on {foe}",
    "BetterShooter": (
        "better: {friend}, average loss worth {gain} (this figure: {own_gain});"
        " your side makes one attack on {foe}"
    ),
    "CalledShot.rough": "called shot, {limb}: it does more than the same shot uncalled",
    "CalledShot": "called shot, {limb}: average loss worth {gain}, uncalled {plain_gain}",
    "CalledShot.out": "called shot, {limb}: puts it out {out}, uncalled {plain_out}",
    "NothingNew": "choose another target: {foe} already suffers the likely effect",
    "NoHarm": (
        "hits on {foe} are unlikely to harm it: use another weapon or setting, or another target"
    ),
    "HardlyAnyEffect": "this rarely has any effect: move closer, aim first, or save the rounds",
    "TooLateToShoot": (
        "it cannot shoot again before the enemy acts: the aim helps later, if it stays there"
    ),
    "EmptyGround": "no enemy in sight is in that area",
    "EmptyGround.better": ("no enemy in sight is in that area: facing {better} it covers {foe}"),
}
"""A template for each kind of hint, and for its variants behind a dot."""
_SHELTER_WORDS: Mapping[Purpose | None, str] = {
    Purpose.POSTURE: "lie down by {}",
    Purpose.WATCH: "go on {}",
    Purpose.HOLD: "{} its action",
}
"""Words for an order that makes its figure safer; by default the order alone."""
_CHANGES: Mapping[tuple[str, str], str] = {
    ("rolls", "1"): "the whole burst as one roll",
    ("split", ""): "the whole burst at one target",
    ("dice", ""): "with all dice",
    ("aid", ""): "without the aid of others",
}
"""Words for a detail with a value that its name and value do not explain."""
_NUMBERED_CHANGES: Mapping[str, str] = {
    "rolls": "the burst divided equally over {} rolls",
    "split": "the burst divided, {}",
    "dice": "with {} dice",
}
"""Templates of the same for details whose value is a number, or shares."""
_TIMES_WORDS = {2: "twice", 3: "three times"}


def quoted(verb: str, said: str = "") -> str:
    """An order in quotes, as a player types it, behind words for its effect, if any."""
    return f"{said} ('{verb}')" if said else f"'{verb}'"


def hint_words(
    hint: hint_kinds.Hint, name_order: NameOrder = quoted, *, numbers: bool = True
) -> str:
    """A hint as a sentence without its full stop; `numbers` includes chances and worth."""
    variant, values = _values(hint, name_order, numbers)
    kind = type(hint).__name__
    return TEMPLATES[f"{kind}.{variant}" if variant else kind].format(**values)


def end_hint_words(found: Iterable[hint_kinds.NeedsShelter], name_order: NameOrder = quoted) -> str:
    """Hints at the end of a bound as one sentence; "" for none."""
    return "; ".join(hint_words(hint, name_order) for hint in found)


def begins_with_id(hint: hint_kinds.Hint) -> bool:
    """Whether the sentence of a hint begins with the id of a figure, which has no capital."""
    thrown = isinstance(hint, hint_kinds.FriendlyFire) and bool(hint.thrower)
    return thrown or isinstance(hint, hint_kinds.NeedsShelter)


def times_words(times: int) -> str:
    """How often, in words."""
    return _TIMES_WORDS.get(times, f"{times} times")


def _values(
    hint: hint_kinds.Hint, name_order: NameOrder, numbers: bool
) -> tuple[str, Mapping[str, str]]:
    """The variant of a hint's template and the words for its fields."""
    words = {field.name: _word(getattr(hint, field.name)) for field in fields(type(hint))}
    match hint:
        case hint_kinds.NeedsShelter():
            many = len(hint.foes) > MOST_NAMED
            ways = [
                _SHELTER_WORDS.get(verb.purpose, "{}").format(name_order(verb.name))
                for verb in hint.verbs
            ]
            foes = f"{len(hint.foes)} enemies" if many else words["foes"]
            return "", {**words, "ways": " or ".join(ways), "foes": foes}
        case hint_kinds.FriendlyFire():
            variant = "pays" if hint.pays else "thrower" if hint.thrower else ""
            return variant, {"risk": risk_words(hint, numbers=numbers)}
        case hint_kinds.NearlyEmpty():
            costs = ", ".join(cost_words(one, rest=False) for one in hint.costs)
            cost = costs or f"{percent(hint.cost)} of its time"
            return "", {**words, "verb": name_order(hint.verb), "cost": cost}
        case hint_kinds.BetterAttack() | hint_kinds.BetterShooter() | hint_kinds.CalledShot():
            variant, values = _values_of_gain(hint, name_order)
            if isinstance(hint, hint_kinds.BetterAttack) and hint.risks:
                values = {**values, "risk": risk_words(hint, numbers=numbers)}
                return "risky" if numbers else "risky_rough", {**words, **values}
            return variant if numbers else "rough", {**words, **values}
        case hint_kinds.NothingLeftThere():
            return "objective" if hint.objective else "", words
        case hint_kinds.EmptyGround():
            return "better" if hint.foe else "", words
        case _:
            return "", words


def _values_of_gain(
    hint: hint_kinds.BetterAttack | hint_kinds.BetterShooter | hint_kinds.CalledShot,
    name_order: NameOrder,
) -> tuple[str, Mapping[str, str]]:
    """The variant and the words of a hint about a better gain, with its numbers."""
    match hint:
        case hint_kinds.BetterAttack():
            return "", {"way": _way_words(hint, name_order), **_gain_words(hint)}
        case hint_kinds.BetterShooter():
            return "", {"gain": _points(hint.gain, 2), "own_gain": _points(hint.own_gain, 2)}
        case hint_kinds.CalledShot():
            out, plain_out = percent(hint.out), percent(hint.plain_out)
            return "out" if out != plain_out and hint.out > hint.plain_out else "", {
                "limb": detail_value(None, "limb", hint.limb),
                "gain": _points(hint.gain, 2),
                "plain_gain": _points(hint.plain_gain, 2),
            }


def own_risk_words(hint: hint_kinds.BetterAttack, *, numbers: bool = True) -> str:
    """The own figures that a better attack may hit, as its odds mark them: `b5 15% YOURS`."""
    return ", ".join(f"{n} {percent(p)} YOURS" if numbers else f"{n} YOURS" for n, p in hint.risks)


def risk_words(
    hint: hint_kinds.FriendlyFire | hint_kinds.BetterAttack, *, numbers: bool = True
) -> str:
    """The own figures that an attack may hit, with their chances: the thrower itself first."""
    chances = {name: f" ({percent(chance)})" if numbers else "" for name, chance in hint.risks}
    others = ", ".join(n + chance for n, chance in chances.items() if n != hint.thrower)
    may_hit = f"it may hit your own {others}" if others else ""
    if not hint.thrower:
        return may_hit
    blast = f"{hint.thrower} may be caught in its own blast{chances[hint.thrower]}"
    return f"{blast}, and {may_hit}" if others else blast


def _word(value: object) -> str:
    """A field of a hint in words."""
    match value:
        case Facing():
            return value.name
        case Fraction():
            return percent(value)
        case (int() as x, int() as y):
            return tile_text((x, y))
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def _way_words(hint: hint_kinds.BetterAttack, name_order: NameOrder) -> str:
    """What to change for a better attack, and how often it can be made."""
    parts = [name_order(hint.verb, hint.does)] if hint.verb else [hint.does] * bool(hint.does)
    parts += [f"at {hint.foe}"] if hint.foe else []
    parts += [f"with {hint.weapon}"] if hint.weapon and hint.weapon not in hint.does else []
    parts += [_change_words(name, text) for name, text in hint.changes]
    times = "" if hint.times == 1 else f", {times_words(hint.times)}"
    return ", ".join(parts or [hint.way]) + times


def _change_words(name: str, text: str) -> str:
    """A changed detail of the better attack: words of its own, or name and value."""
    if said := _CHANGES.get((name, text)):
        return said
    if said := _CHANGES.get((name, "")) if not text else _NUMBERED_CHANGES.get(name):
        return said.format(text)
    if text:
        return detail_phrase(None, name, text)
    return f"{detail_words(name)} {default_detail_words(name)}"


def _gain_words(hint: hint_kinds.BetterAttack) -> Mapping[str, str]:
    """Both gains in worth, and how often the order is given; the gain of several is an estimate."""
    if max(hint.times, hint.own_times) == 1 and not hint.own_rest:
        return {"gain": _points(hint.gain, 2), "again": "", "own_gain": _points(hint.own_gain, 2)}
    again = "" if hint.own_times == 1 else f" made {times_words(hint.own_times)}"
    again += f", then {hint.own_rest}" if hint.own_rest else ""
    places = 1 if again else 2
    own_gain = _points(hint.own_gain, places)
    return {"gain": f"about {_points(hint.gain)}", "again": again, "own_gain": own_gain}


def _points(lost: Fraction, places: int = 1) -> str:
    return f"{lost.numerator / lost.denominator:.{places}f}"
