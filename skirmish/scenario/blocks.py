"""Stat blocks of a scenario's own: `[kinds.*]`, `[weapons.*]`, `[terrain.*]`.

Each is structured strictly into the attrs class that says what fields there are: every field, or
those that differ from a `base`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

import attrs
from cattrs import BaseConverter, Converter
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)

from skirmish.core.gate import NAME, clean
from skirmish.core.gate import shown as quoted
from skirmish.errors import TextRefused
from skirmish.scenario.faults import Fault, Path, did_you_mean
from skirmish.scenario.model import Block
from skirmish.scenario.table import MOST, type_name

_T = TypeVar("_T")
_WORDS = {int: "a whole number", bool: "true or false", str: "text"}


class _Wrong(Exception):
    """A value that its field does not take."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy


def _plain(value: object, wanted: type) -> object:
    if type(value) is not wanted:
        raise _Wrong(f"must be {_WORDS[wanted]}, not {type_name(value)}")
    if isinstance(value, str):
        try:
            return clean(value, what="")
        except TextRefused as refused:
            raise _Wrong(refused.what, refused.remedy) from None
    if type(value) is int and not -MOST <= value <= MOST:
        raise _Wrong(f"must be from -{MOST} to {MOST}")
    return value


def _choice(value: object, wanted: Any) -> object:  # noqa: ANN401 - Literal[...]
    options = get_args(wanted)
    if type(value) is not str:
        raise _Wrong(f"must be text, not {type_name(value)}")
    if value not in options:
        shown = [option or '""' for option in options]
        raise _Wrong(f"'{quoted(value, NAME)}' is none of the choices", did_you_mean(value, shown))
    return value


def _strict_tuple(wanted: Any, converter: BaseConverter) -> Callable[[Any, Any], Any]:  # noqa: ANN401 - as above
    read = homogenous_tuple_structure_factory(wanted, converter)

    def structure(value: object, as_type: Any) -> object:  # noqa: ANN401 - as above
        if type(value) is not list:
            raise _Wrong(f"must be an array, not {type_name(value)}")
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


def build(
    of: type[_T], block: Block, base: _T | None, given: Mapping[str, object]
) -> tuple[_T | None, list[Fault]]:
    """A stat block as its class, or what is wrong with it, by paths inside the block.

    Args:
        of: The attrs class.
        block: What the file says.
        base: What it differs from.
        given: Fields that the file does not say, such as its id.
    """
    attrs.resolve_types(cast("Any", of))
    fields = {field.name: field for field in attrs.fields(cast("Any", of))}
    values = dict(given)
    faults: list[Fault] = []
    known = [name for name in fields if name not in given]
    for name, raw in block.fields.items():
        if name not in known:
            remedy = did_you_mean(name, known)
            faults.append(Fault((name,), "unknown key", remedy, on_key=True))
            continue
        try:
            values[name] = _converter().structure(thawed(raw), fields[name].type)
            _validate(fields[name], values[name])
        except (_Wrong, BaseValidationError) as error:
            faults += _faults(error, (name,))
    if base is None:
        absent = [n for n, f in fields.items() if f.default is attrs.NOTHING and n not in values]
        meant = [f.remedy for f in faults]
        faults += [
            Fault((n,), "missing", "write it, or name a base")
            for n in absent
            if n not in block.fields and f"did you mean '{n}'?" not in meant
        ]
    if faults:
        return None, faults
    return (of(**values) if base is None else attrs.evolve(cast("Any", base), **values)), []


def _validate(field: attrs.Attribute[Any], value: object) -> None:
    """Ask the validator of a field; its words begin with the field's name, which is told anyway."""
    if field.validator is None:
        return
    try:
        field.validator(None, field, value)
    except (ValueError, TypeError) as error:
        raise _Wrong(str(error.args[0]).removeprefix(f"'{field.name}' ")) from None


def _faults(error: Exception, path: Path) -> Iterator[Fault]:
    """The faults in an exception of cattrs; its notes say where each lies."""
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
        yield Fault(path, "of a wrong shape", "see the stat blocks in docs/scenarios.md")


def _noted(error: Exception) -> Path:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name,)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


def frozen(value: Any) -> Any:  # noqa: ANN401 - any TOML value
    """A value with tuples for its arrays."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: frozen(item) for key, item in value.items()}
    return value


def thawed(value: Any) -> Any:  # noqa: ANN401 - as above
    """A value with arrays for its tuples."""
    if isinstance(value, tuple):
        return [thawed(item) for item in value]
    if isinstance(value, dict):
        return {key: thawed(item) for key, item in value.items()}
    return value
