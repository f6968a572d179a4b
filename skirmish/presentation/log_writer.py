"""Log sentences and the writer that joins news of one action into one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.state import Setup, Zone
from skirmish.core.view import News
from skirmish.presentation.wording import humanize

HEADING = "head"
STRONG = "strong"
"""What begins a part of the log; what nobody should miss."""
_ACTIONS = (ev.Moved, ev.Fired)


@frozen
class Sentence:
    """One line of the log: what it says, how much it weighs, whom it is about, with which dice.

    `weight` is empty, or one of the words below; how that looks is a screen's business.
    """

    text: str
    weight: str = ""
    subject: str = ""
    event: ev.Event | None = None
    faces: tuple[Face, ...] = ()

    @property
    def words(self) -> str:
        """As plain text; the dice stand behind."""
        dice = dice_words(self.faces)
        return self.text + (f"  ({dice})" if dice else "")


def dice_words(faces: Iterable[Face]) -> str:
    """Dice with what they were for; what several were for is named once."""
    thrown: dict[str, list[str]] = {}
    for face in faces:
        thrown.setdefault(humanize(face.what) or f"d{face.sides}", []).append(str(face.face))
    return ", ".join(" ".join([what, *numbers]) for what, numbers in thrown.items())


@frozen
class LogWriter:
    """Tells news one after the other, joining what belongs to one deed.

    `names` are those of weapons, by figure and id. `zones` are those that it was told of, by id, as
    they were last. `struck` are the sentences that tell what the deed did to whom, `harmed` those
    whose damage they have told.
    """

    setup: Setup
    names: Mapping[tuple[str, str], str] = field(factory=dict)
    sentences: list[Sentence] = field(factory=list)
    zones: dict[str, Zone] = field(factory=dict)
    struck_sentences: dict[str, int] = field(factory=dict)
    damage_written: dict[str, None] = field(factory=dict)

    def add(self, text: str, news: News, weight: str = "") -> None:
        """A new sentence."""
        self.sentences.append(Sentence(text, weight, news.event.subject, news.event, news.faces))

    def join(self, text: str, news: News, weight: str = "", at: int = -1) -> None:
        """Goes on with the last sentence, or with another one."""
        last = self.sentences[at]
        faces = last.faces + news.faces
        self.sentences[at] = Sentence(
            last.text + text, weight or last.weight, last.subject, last.event, faces
        )

    def weapon_name(self, figure: str, weapon: str) -> str:
        """What a figure's weapon is called."""
        return self.names.get((figure, weapon)) or humanize(weapon)

    def begin_action(self) -> None:
        """What comes now has nothing to do with who was struck before."""
        self.struck_sentences.clear()
        self.damage_written.clear()

    def continues(self, name: str, *kinds: type[ev.Event]) -> bool:
        """Whether the last sentence began with such an event of this figure."""
        return (
            bool(self.sentences)
            and self.sentences[-1].subject == name
            and isinstance(self.sentences[-1].event, kinds or _ACTIONS)
        )

    def mentions(self, *words: str, at: int = -1) -> bool:
        """Whether the last sentence, or another, holds all these words, however written."""
        text = self.sentences[at].text.casefold() if self.sentences else ""
        return bool(self.sentences) and all(humanize(word).casefold() in text for word in words)
