"""Stat blocks of a scenario: kinds and weapons of its ruleset and its own.

Own blocks are `[kinds.*]`, `[weapons.*]` and `[terrain.*]`. Each is structured strictly into the
attrs class that declares its fields: all of them, or those that differ from a `base`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

import attrs
from attrs import evolve, frozen
from cattrs import BaseConverter, Converter
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)

from skirmish.core.figures import Kind, Weapon
from skirmish.core.sanitize import NAME_LIMIT, clean, escaped, is_glyph, is_name
from skirmish.core.sanitize import escaped as quoted
from skirmish.errors import TextRefused
from skirmish.rulesets.handbook import Handbook
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean, known_key, not_in_range
from skirmish.scenario.model import Block, Scenario
from skirmish.scenario.toml_table import MAX_NUMBER, in_its_type, type_name

NOT_A_LETTER = "not a valid letter for a map"
ONE_COLUMN = "write one character, one column wide"
OTHER_WEAPONS = "remove a weapon, or choose others"
TEXT_LIMIT = 100
"""Characters of a text of a stat block; the armouries of the game keep to it."""
_WORD = re.compile(r"\w+")
_B = TypeVar("_B", Kind, Weapon)


@frozen
class StatBlocks:
    """Kinds and weapons by id; None for a faulty one of the scenario.

    `own` are the ids of the scenario's own kinds.
    """

    kinds: Mapping[str, Kind | None]
    weapons: Mapping[str, Weapon | None]
    own: tuple[str, ...] = ()

    def armed(self, names: Iterable[str]) -> tuple[Weapon, ...] | None:
        """The weapons with these ids; None if one is faulty or missing."""
        found = [self.weapons.get(name) for name in names]
        weapons = tuple(weapon for weapon in found if weapon is not None)
        return weapons if len(weapons) == len(found) else None


def stat_blocks_of(scenario: Scenario, ruleset: Handbook, faults: Faults) -> StatBlocks:
    """All kinds and weapons of a scenario; the faults of its own blocks are added."""
    weapons = _with_own(
        scenario.weapons, ruleset.armoury.weapons(), ruleset.armoury.weapon_class, "weapons", faults
    )
    kinds = _with_own(
        scenario.kinds, ruleset.armoury.kinds(), ruleset.armoury.kind_class, "kinds", faults
    )
    whole = StatBlocks(kinds, weapons, tuple(scenario.kinds))
    for name, block in scenario.kinds.items():
        kind = kinds[name]
        if kind is not None:
            _check_kind(kind, block, whole, ruleset, faults)
    # A weapon is checked with a kind that carries it; any kind will do.
    bearer = next(iter(ruleset.armoury.kinds().values()), None)
    for name, block in scenario.weapons.items():
        weapon = weapons[name]
        if weapon is not None and bearer is not None:
            _note("weapons", weapon, block, _of_weapon(bearer, weapon, ruleset), faults)
    return whole


def _with_own(
    own: Mapping[str, Block],
    given: Mapping[str, _B],
    block_class: type[_B],
    key: str,
    faults: Faults,
) -> Mapping[str, _B | None]:
    blocks: dict[str, _B | None] = {**given}
    for name, block in own.items():
        blocks[name] = _own(name, block, given, block_class, key, faults)
    return blocks


def _own(
    name: str, block: Block, given: Mapping[str, _B], of: type[_B], key: str, faults: Faults
) -> _B | None:
    path: Path = (key, name)
    if not is_name(name):
        remedy = f"a small letter, then small letters, digits or _, at most {NAME_LIMIT}"
        faults.add(Fault(path, "not a valid id", remedy, on_key=True))
        return None
    if block.base and block.base not in given:
        what = f"nothing called '{escaped(block.base, NAME_LIMIT)}' in the ruleset's armoury"
        faults.add(Fault((*path, "base"), what, did_you_mean(block.base, given)))
        return None
    if faults.is_faulty(*path, "base"):
        return None
    base = given[block.base] if block.base else None
    made, wrong = build_block(of, block, base, {"id": name})
    for fault in wrong:
        faults.add(evolve(fault, path=path + fault.path))
    if made is not None and not 0 < len(made.name) <= NAME_LIMIT:
        faults.add(Fault((*path, "name"), f"must have 1 to {NAME_LIMIT} characters"))
        return None
    return made


def _check_kind(
    kind: Kind, block: Block, blocks: StatBlocks, ruleset: Handbook, faults: Faults
) -> None:
    path = ("kinds", kind.id)
    if not is_glyph(kind.glyph):
        faults.add(Fault((*path, "glyph"), NOT_A_LETTER, ONE_COLUMN))
    if "weapons" in block.fields:
        for n, weapon in enumerate(kind.weapons):
            if weapon not in blocks.weapons:
                what = f"no weapon {{}} in ruleset {ruleset.id}"
                faults.add_unknown((*path, "weapons", n), what, weapon, blocks.weapons)
    _note("kinds", kind, block, ruleset.armoury.faults(kind, ()), faults)
    weapons = blocks.armed(kind.weapons)
    if weapons is not None:
        where = (*path, "weapons") if "weapons" in block.fields else path
        check_outfit(where, kind, weapons, ruleset, faults)


def check_outfit(
    path: Path, kind: Kind, weapons: tuple[Weapon, ...], ruleset: Handbook, faults: Faults
) -> None:
    """Add faults of the combination of a kind and its weapons, not those of either alone."""
    alone = faults_alone(kind, weapons, ruleset)
    for text in ruleset.armoury.faults(kind, weapons):
        if text not in alone:
            faults.add(Fault(path, text, OTHER_WEAPONS))


def faults_alone(kind: Kind, weapons: tuple[Weapon, ...], ruleset: Handbook) -> tuple[str, ...]:
    """The faults of a kind, and of each of its weapons."""
    each = (text for weapon in weapons for text in _of_weapon(kind, weapon, ruleset))
    return (*ruleset.armoury.faults(kind, ()), *each)


def _of_weapon(bearer: Kind, weapon: Weapon, ruleset: Handbook) -> tuple[str, ...]:
    """The faults of a weapon that do not depend on its bearer."""
    found = ruleset.armoury.faults(bearer, (weapon,))
    return tuple(text for text in found if not text.startswith(f"{bearer.id}: "))


def _note(
    key: str, made: Kind | Weapon, block: Block, found: tuple[str, ...], faults: Faults
) -> None:
    """Add the ruleset's faults, each at the last field of the block that it names."""
    for text in found:
        what = text.removeprefix(f"{made.id}: ")
        named = _subjects(what, made)
        written = [name for name in named if name in block.fields]
        path: Path = (key, made.id, *written[-1:])
        if written and len(named) == 1:
            rest = what.removeprefix(f"{named[0]} ")
            what = rest if rest.startswith("must be") else what
        faults.add(Fault(path, what, _of_the_base(named, block)))


def _subjects(text: str, made: Kind | Weapon) -> list[str]:
    """The fields that a fault is about: "short, medium and long must rise"."""
    subject = text.partition(" must ")[0] if " must " in text else text.partition(" ")[0]
    return [word for word in _WORD.findall(subject) if word in attrs.fields_dict(type(made))]


def _of_the_base(named: Iterable[str], block: Block) -> str:
    """The remedy if a base gives some of these fields; "" if it gives none."""
    given = [name for name in named if block.base and name not in block.fields]
    if not given:
        return ""
    fields = " and ".join(given)
    change = f"write {'them' if given[1:] else 'it'} here to change {'them' if given[1:] else 'it'}"
    return f"{fields} came from its base {block.base}: {change}"


_T = TypeVar("_T")
_WORDS = {int: "a whole number", bool: "true or false", str: "text"}


class _Wrong(Exception):
    """A value that is invalid for its field."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy


def _plain(value: object, wanted: type) -> object:
    if type(value) is not wanted:
        raise _Wrong(
            f"must be {_WORDS[wanted]}, not {type_name(value)}", in_its_type(value, wanted)
        )
    if isinstance(value, str):
        try:
            return clean(value, what="", limit=TEXT_LIMIT)
        except TextRefused as refused:
            raise _Wrong(refused.what, refused.remedy) from None
    if type(value) is int and not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise _Wrong(not_in_range(-MAX_NUMBER, MAX_NUMBER, value))
    return value


def _choice(value: object, wanted: Any) -> object:  # noqa: ANN401 - Literal[...]
    options = get_args(wanted)
    if type(value) is not str:
        raise _Wrong(f"must be text, not {type_name(value)}")
    if value not in options:
        shown = [option or '""' for option in options]
        raise _Wrong(
            f"'{quoted(value, NAME_LIMIT)}' is not one of the choices", did_you_mean(value, shown)
        )
    return value


def _strict_tuple(wanted: Any, converter: BaseConverter) -> Callable[[Any, Any], Any]:  # noqa: ANN401 - as above
    read = homogenous_tuple_structure_factory(wanted, converter)

    def structure(value: object, as_type: Any) -> object:  # noqa: ANN401 - as above
        if type(value) is not list:
            remedy = f'write ["{escaped(value, NAME_LIMIT)}"]' if isinstance(value, str) else ""
            raise _Wrong(f"must be an array, not {type_name(value)}", remedy)
        return read(value, as_type)

    return structure


def _is_choice(wanted: Any) -> bool:  # noqa: ANN401 - any annotation
    return get_origin(wanted) is Literal


def _is_tuple(wanted: Any) -> bool:  # noqa: ANN401 - as above
    return get_origin(wanted) is tuple


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for plain in _WORDS:
        converter.register_structure_hook(plain, _plain)
    converter.register_structure_hook_func(_is_choice, _choice)
    converter.register_structure_hook_factory(_is_tuple, _strict_tuple)
    return converter


def build_block(
    of: type[_T], block: Block, base: _T | None, given: Mapping[str, object]
) -> tuple[_T | None, list[Fault]]:
    """A stat block as its class, or its faults by paths inside the block.

    Args:
        of: The attrs class.
        block: The block in the file.
        base: The block that it is based on.
        given: Fields that are not in the file, such as its id.
    """
    attrs.resolve_types(cast("Any", of))
    fields = {field.name: field for field in attrs.fields(cast("Any", of))}
    values = dict(given)
    faults: list[Fault] = []
    known = [name for name in fields if name not in given]
    for name, raw in block.fields.items():
        if name not in known:
            remedy = known_key(name, known)
            faults.append(Fault((name,), "unknown key", remedy, on_key=True))
            continue
        try:
            values[name] = _converter().structure(with_lists(raw), fields[name].type)
            _validate(fields[name], values[name])
        except (_Wrong, BaseValidationError) as error:
            faults += _faults(error, (name,))
    if base is None:
        absent = [n for n, f in fields.items() if f.default is attrs.NOTHING and n not in values]
        meant = [f.remedy for f in faults]
        faults += [
            Fault((n,), "missing", "add it, or name a base")
            for n in absent
            if n not in block.fields and f"did you mean '{n}'?" not in meant
        ]
    if faults:
        return None, faults
    return (of(**values) if base is None else attrs.evolve(cast("Any", base), **values)), []


def _validate(field: attrs.Attribute[Any], value: object) -> None:
    """Run the validator of a field; drop the field's name from its message."""
    if field.validator is None:
        return
    try:
        field.validator(None, field, value)
    except (ValueError, TypeError) as error:
        raise _Wrong(str(error.args[0]).removeprefix(f"'{field.name}' ")) from None


def _faults(error: Exception, path: Path) -> Iterator[Fault]:
    """The faults in an exception of cattrs; its notes give their places."""
    if isinstance(error, BaseValidationError):
        for inner in error.exceptions:
            yield from _faults(inner, path + _noted(inner))
    elif isinstance(error, _Wrong):
        yield Fault(path, error.what, error.remedy)
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            known = [field.name for field in attrs.fields(cast("Any", error.cl))]
            yield Fault((*path, key), "unknown key", did_you_mean(key, known), on_key=True)
    elif isinstance(error, KeyError):
        yield Fault(path, "missing")
    else:
        yield Fault(path, "wrong kind of value", "see the stat blocks in docs/scenarios.md")


def _noted(error: Exception) -> Path:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name,)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


def with_tuples(value: Any) -> Any:  # noqa: ANN401 - any TOML value
    """A value with tuples instead of lists."""
    if isinstance(value, list):
        return tuple(with_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: with_tuples(item) for key, item in value.items()}
    return value


def with_lists(value: Any) -> Any:  # noqa: ANN401 - as above
    """A value with lists instead of tuples."""
    if isinstance(value, tuple):
        return [with_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: with_lists(item) for key, item in value.items()}
    return value
