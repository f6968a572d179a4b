"""Sentences about the figures in a blast that it does not harm: one for all of an action."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from skirmish.core import events as ev
from skirmish.presentation.log_writer import Sentence
from skirmish.presentation.wording import humanize

_BLAST = "blast"
"""How a figure is struck by what bursts beside it."""
_BEYOND = "missed"
"""What a blast does where it has run out: nothing that needs a sentence."""
_UNHARMED = ("nothing", "unharmed", "unhurt")
"""Effects of what reaches a figure and does it no harm."""


def join_unharmed(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, those about figures that one blast did not harm joined to one at the last."""
    joined: list[Sentence] = []
    spared: list[int] = []
    bursting = False
    for said in sentences:
        if not isinstance(said.event, ev.Struck):
            _join(joined, spared)
            bursting = any(isinstance(event, ev.Burst) for event in said.events)
        elif bursting and _bare(said, said.event):
            if (said.event.how, said.event.effect) == (_BLAST, _BEYOND):
                continue
            if said.event.effect in _UNHARMED:
                spared.append(len(joined))
        joined.append(said)
    _join(joined, spared)
    return joined


def _bare(said: Sentence, event: ev.Struck) -> bool:
    """Whether a sentence tells nothing but what one attack did to one figure."""
    return len(said.events) == 1 and not said.faces and not event.sums


def _join(sentences: list[Sentence], spared: list[int]) -> None:
    """Put one sentence in the place of the last of some, and take the others out."""
    if len(spared) > 1:
        said = [sentences[at] for at in spared]
        hits = [one.event for one in said if isinstance(one.event, ev.Struck)]
        effects = dict.fromkeys(humanize(hit.effect) for hit in hits)
        how = dict.fromkeys(humanize(hit.how) for hit in hits if hit.how)
        names = ", ".join(hit.figure for hit in hits)
        lead = f"{names}: {', '.join((' or '.join(effects), *how))}"
        sentences[spared[-1]] = evolve(said[-1], lead=lead, subject="", tail="", events=tuple(hits))
        for at in reversed(spared[:-1]):
            del sentences[at]
    spared.clear()
