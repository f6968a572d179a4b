"""Commands and options that have moved to `tools`: each names its successor and ends with 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from skirmish.errors import UsageProblem

_PASS_ON = {"ignore_unknown_options": True}


def _moved(where: str, tool: str) -> UsageProblem:
    return UsageProblem(f"moved to 'python -m {tool}' in the source checkout", where)


@click.command(hidden=True, add_help_option=False, context_settings=_PASS_ON)
@click.argument("rest", nargs=-1, type=click.UNPROCESSED)
def ladder(rest: tuple[str, ...]) -> None:
    """Name the tools that play the ladder and sit the exam now."""
    if "--exam" in rest:
        raise _moved("skirmish ladder --exam", "tools.exam")
    raise _moved("skirmish ladder", "tools.ladder")


def retired_option(name: str, tool: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a flag of a command that no longer exists end with the name of its successor.

    Args:
        name: The option, as in `--styles`.
        tool: The module that does its work now.
    """

    def refuse(context: click.Context, _: click.Parameter, given: bool) -> None:
        if given:
            raise _moved(f"{context.command_path} {name}", tool)

    return click.option(
        name, is_flag=True, hidden=True, is_eager=True, expose_value=False, callback=refuse
    )
