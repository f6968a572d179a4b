"""Sentences of the log as they are put together: what belongs to one deed becomes one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from attrs import field, frozen
from textual.content import Content

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.state import Setup, Zone
from skirmish.core.view import News
from skirmish.tui.wording import spoken

_ACTS = (ev.Moved, ev.Fired)


@frozen
class Sentence:
    """One line of the log: what it says, in which style, whom it is about, with which dice."""

    text: str
    style: str = ""
    about: str = ""
    event: ev.Event | None = None
    faces: tuple[Face, ...] = ()

    @property
    def content(self) -> Content:
        """As it is shown; the dice stand behind, dimmed."""
        dice = dice_words(self.faces)
        return Content.assemble((self.text, self.style), (f"  ({dice})" if dice else "", "dim"))


def dice_words(faces: Iterable[Face]) -> str:
    """Dice with what they were for; several in a row for one thing name it once."""
    parts = [
        " ".join([spoken(what) or "die", *(str(face.face) for face in run)])
        for what, run in groupby(faces, key=lambda face: face.what)
    ]
    return ", ".join(parts)


@frozen
class Teller:
    """Tells news one after the other, joining what belongs to one deed.

    `zones` are those that it was told of, by id, as they were last.
    """

    setup: Setup
    said: list[Sentence] = field(factory=list)
    zones: dict[str, Zone] = field(factory=dict)

    def add(self, text: str, news: News, style: str = "") -> None:
        """A new sentence."""
        self.said.append(Sentence(text, style, news.event.subject, news.event, news.faces))

    def join(self, text: str, news: News, style: str = "") -> None:
        """Goes on with the last sentence."""
        last = self.said.pop()
        faces = last.faces + news.faces
        self.said.append(
            Sentence(last.text + text, style or last.style, last.about, last.event, faces)
        )

    def follows(self, name: str, *kinds: type[ev.Event]) -> bool:
        """Whether the last sentence began with such an event of this figure."""
        return (
            bool(self.said)
            and self.said[-1].about == name
            and isinstance(self.said[-1].event, kinds or _ACTS)
        )

    def has_said(self, *words: str) -> bool:
        """Whether the last sentence holds all these words already, however they are written."""
        text = self.said[-1].text.casefold() if self.said else ""
        return bool(self.said) and all(spoken(word).casefold() in text for word in words)
