"""What can go wrong, each kind an exception that says where, what and how to mend it.

Messages quote files, arguments and orders that strangers wrote. Whoever composes one quotes with
`core.sanitize.shown`; `str()` is the last defence and gives printable lines only, whatever came in.
"""

from typing import ClassVar

from attrs import frozen

LINES_SHOWN = 100


def escape(char: str) -> str:
    r"""Spell one character in ASCII: `\x1b`, `\u202e`, `\U000e0001`."""
    return char.encode("unicode_escape").decode("ascii")


def printable(text: str) -> str:
    """Spell out what a terminal would obey instead of show; a line break counts as that."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else escape(char) for char in text)


def sentence(*parts: str, remedy: str = "") -> str:
    """One printable line: the parts that are not empty, a colon between, then the remedy."""
    line = ": ".join(part for part in parts if part)
    return printable(f"{line} ({remedy})" if remedy else line)


class SkirmishError(Exception):
    """A fault that the player, not the programmer, can mend.

    Attributes:
        what: The fault, without a full stop.
        where: File, line, figure, order or argument; empty when there is only one place.
        remedy: What to do about it; empty when that is plain.
        exit_code: What the command ends with: 1 for a fault in what was read, 2 for usage.
    """

    exit_code: ClassVar[int] = 1

    # By position, and all of them in `args`: else an error does not survive the way back from a
    # worker process. The same holds for each child.
    def __init__(self, what: str, where: str = "", remedy: str = "") -> None:
        """Keep the three parts apart, so that a screen can lay them out."""
        super().__init__(what, where, remedy)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        """One printable line: `where: what (remedy)`."""
        return sentence(self.where, self.what, remedy=self.remedy)


class UsageProblem(SkirmishError):
    """What was asked for cannot be done as asked: a missing file, no terminal, a bad option."""

    exit_code = 2


class TextRefused(UsageProblem):
    """Text that may not be shown (`core.sanitize`); a file's loader makes a `Problem` of it."""


@frozen
class Problem:
    """One fault in a file; `line` and `column` count from 1, and 0 means not known."""

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
    """A scenario, map or settings file with one or more faults, all of them together.

    Attributes:
        problems: Every fault, in the order in which they were given.
    """

    def __init__(self, first: Problem, *others: Problem) -> None:
        """Take `what`, `where` and `remedy` from the first fault."""
        super().__init__(first.what, first.where, first.remedy)
        self.args = self.problems = (first, *others)

    def __str__(self) -> str:
        """One printable line for each fault; past a hundred, how many more there are."""
        lines = [str(problem) for problem in self.problems[:LINES_SHOWN]]
        if (left := len(self.problems) - LINES_SHOWN) > 0:
            lines.append(f"... and {left} more")
        return "\n".join(lines)


class RecordProblem(SkirmishError):
    """The record of a game that is damaged, or does not agree with the rules."""


class OrderRefused(SkirmishError):
    """An order that the rules do not allow, or that cannot be read.

    Attributes:
        rule: Id of the rule that forbids it, such as "BAY-08"; empty when none does.
    """

    def __init__(self, what: str, where: str = "", remedy: str = "", rule: str = "") -> None:
        """Keep the rule's id beside the three parts that every error has."""
        super().__init__(what, where, remedy)
        self.args = (what, where, remedy, rule)
        self.rule = rule

    def __str__(self) -> str:
        """One printable line: `where: what [rule] (remedy)`."""
        what = f"{self.what} [{self.rule}]" if self.rule else self.what
        return sentence(self.where, what, remedy=self.remedy)


class RuleTooWide(SkirmishError):
    """A rule with more ways through its dice than exact odds can walk; `where` names the rule."""


class DiceProblem(SkirmishError):
    """Faces, numbers or a choice that a rule's dice cannot use; `where` names the die."""
