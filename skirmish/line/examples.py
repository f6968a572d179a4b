"""Worked examples of rules in sentences, with the odds that the game reckons for them now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from skirmish.line.chances import odds_words
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.telling.examples import Worked, cast_words, drawing, placed, worked
from skirmish.telling.offers import Offers


def worked_under(
    ruleset: str, shown: Iterable[str], *, drawn: bool = True
) -> Mapping[str, tuple[str, ...]]:
    """The lines of the examples of some rules, under the first of theirs.

    `drawn`: with their maps; else in words alone.
    """
    return {
        rule: tuple(line for one in found for line in _lines(worked(ruleset, one), drawn=drawn))
        for rule, found in placed(ruleset, shown).items()
    }


def _lines(one: Worked, *, drawn: bool) -> Iterator[str]:
    offers = Offers(ruleset_of(one.view.state.setup.ruleset), one.view)
    yield f"Example ({', '.join(one.example.rules)}): {one.example.text}"
    yield from drawing(one) if drawn else (f"{cast_words(one)}.",)
    yield from odds_words(offers, one.order)
