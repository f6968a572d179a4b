"""Exceptions of the game; each says where a fault is, what it is and how to correct it.

Messages quote foreign text from files, arguments and orders. Quote it with
`core.sanitize.escaped`; as a last defence `str()` of an error gives only printable lines.
"""

from typing import ClassVar

from attrs import frozen

LINES_SHOWN = 100


def escape(char: str) -> str:
    r"""One character escaped in ASCII: `\x1b`, `\u202e`, `\U000e0001`."""
    return char.encode("unicode_escape").decode("ascii")


def printable(text: str) -> str:
    """Escape characters that are not printable, line breaks included."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else escape(char) for char in text)


def sentence(*parts: str, remedy: str = "") -> str:
    """One printable line: the non-empty parts joined by colons, then the remedy."""
    line = ": ".join(part for part in parts if part)
    return printable(f"{line} ({remedy})" if remedy else line)


def os_reason(error: Exception, otherwise: str = "not a valid file name") -> str:
    """Why the system refused a file, in its words; `otherwise` if it gave no reason."""
    return (error.strerror if isinstance(error, OSError) else None) or otherwise


class SkirmishError(Exception):
    """A fault that the player can correct.

    Attributes:
        what: The fault, without a full stop.
        where: File, line, figure, order or argument; "" if there is only one place.
        remedy: How to correct it; "" if that is obvious.
        exit_code: Exit code of the command: 1 for a fault in its input, 2 for wrong usage.
    """

    exit_code: ClassVar[int] = 1

    # All arguments are positional and in `args`, so that an error can be pickled by a worker
    # process. The same holds for each subclass.
    def __init__(self, what: str, where: str = "", remedy: str = "") -> None:
        """Keep the three parts separate, so that a screen can lay them out."""
        super().__init__(what, where, remedy)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        """One printable line: `where: what (remedy)`."""
        return sentence(self.where, self.what, remedy=self.remedy)


class UsageProblem(SkirmishError):
    """A request that cannot be met: a missing file, no terminal, a bad option."""

    exit_code = 2


class TextRefused(UsageProblem):
    """Text that may not be shown (`core.sanitize`); file loaders turn it into a `Problem`."""


@frozen
class Problem:
    """One fault in a file; `line` and `column` count from 1, 0 means unknown."""

    what: str
    field: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    remedy: str = ""

    @property
    def where(self) -> str:
        """`file:line:column`, as far as known."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file, *numbers]) if self.file else ":".join(numbers)

    def __str__(self) -> str:
        """One printable line: `file:line:column: field: what (remedy)`."""
        return sentence(self.where, self.field, self.what, remedy=self.remedy)


class FileProblem(SkirmishError):
    """A scenario, map or settings file with one or more faults.

    Attributes:
        problems: All faults, in the order given.
    """

    def __init__(self, first: Problem, *others: Problem) -> None:
        """Take `what`, `where` and `remedy` from the first fault."""
        super().__init__(first.what, first.where, first.remedy)
        self.args = self.problems = (first, *others)

    def __str__(self) -> str:
        """One printable line for each fault; after a hundred, the number of the rest."""
        lines = [str(problem) for problem in self.problems[:LINES_SHOWN]]
        if (left := len(self.problems) - LINES_SHOWN) > 0:
            lines.append(f"... and {left} more")
        return "\n".join(lines)


class RecordProblem(SkirmishError):
    """A record that is damaged or does not agree with the rules."""


class OrderRefused(SkirmishError):
    """An order that the rules do not allow, or that cannot be parsed.

    Attributes:
        rule: Id of the rule that forbids it, such as "BAY-08"; may be empty.
    """

    def __init__(self, what: str, where: str = "", remedy: str = "", rule: str = "") -> None:
        """Keep the rule's id with the three common parts."""
        super().__init__(what, where, remedy)
        self.args = (what, where, remedy, rule)
        self.rule = rule

    def __str__(self) -> str:
        """One printable line: `where: what [rule] (remedy)`."""
        what = f"{self.what} [{self.rule}]" if self.rule else self.what
        return sentence(self.where, what, remedy=self.remedy)


class RuleTooWide(SkirmishError):
    """A rule with too many paths for exact odds; `where` names the rule."""


class DiceProblem(SkirmishError):
    """Faces, numbers or a choice that dice cannot use; `where` names the die."""
