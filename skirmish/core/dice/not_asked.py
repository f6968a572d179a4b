"""What stands in the place of outcomes whose odds nobody asked for."""

from typing import Any, NoReturn

from skirmish.errors import DiceProblem


class NotAsked:
    """Stands for the outcome of an item whose odds are not asked; reading it is an error."""

    def __repr__(self) -> str:
        return "NOT_ASKED"

    def __getattr__(self, name: str) -> NoReturn:
        # Special methods are looked for by anybody: copy, pickle, a test's report.
        raise AttributeError(name) if name.startswith("__") else _read()

    def __bool__(self) -> NoReturn:
        raise _read()


def _read() -> DiceProblem:
    return DiceProblem(
        "a rule reads the outcome of an item whose odds are not asked",
        remedy="return what `each` gives, unread",
    )


# Any: it stands for an outcome of every type.
NOT_ASKED: Any = NotAsked()
