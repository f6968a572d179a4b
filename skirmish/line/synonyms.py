"""Words that people type for others: which order or command they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping

from skirmish.core.gate import shown
from skirmish.errors import OrderRefused
from skirmish.line.commands import HELP, known_words
from skirmish.line.reply import QUIT
from skirmish.line.spot import closest, one_of
from skirmish.presentation.legal_orders import LegalOrders

_MEANT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("?", "h", "commands", "man"), (HELP,)),
    **dict.fromkeys(("exit", "bye", "q", ":q"), (QUIT,)),
    **dict.fromkeys(("go", "walk", "step", "advance"), ("move",)),
    **dict.fromkeys(("sprint", "dash"), ("run", "move")),
    **dict.fromkeys(("shoot", "attack", "kill"), ("fire", "strike", "fight")),
    **dict.fromkeys(("melee", "hit", "stab", "charge"), ("strike", "fight", "charge")),
    **dict.fromkeys(("throw", "grenade", "shell", "mortar", "lob"), ("bombard", "throw")),
    **dict.fromkeys(("watch", "guard", "wait", "hold"), ("overwatch", "watch", "hold")),
    **dict.fromkeys(("face", "rotate"), ("turn",)),
    **dict.fromkeys(("open", "close"), ("door",)),
    **dict.fromkeys(("crouch", "prone", "stand", "kneel", "lie"), ("pose",)),
    **dict.fromkeys(("done", "pass", "finish"), ("end", "ready")),
    **dict.fromkeys(("surrender", "concede"), ("resign",)),
    **dict.fromkeys(("l", "examine", "describe", "where", "scan"), ("look",)),
    **dict.fromkeys(("enemies", "enemy", "contacts"), ("foes",)),
    **dict.fromkeys(("team", "friends", "roster", "units", "list"), ("figures",)),
    **dict.fromkeys(("status", "info", "card", "stats", "inspect"), ("who",)),
    **dict.fromkeys(("what", "options", "actions", "offers"), ("orders",)),
    **dict.fromkeys(("chance", "chances", "probability", "preview"), ("odds",)),
    **dict.fromkeys(("can", "may", "could"), ("why",)),
    **dict.fromkeys(("threat", "danger", "dangers", "risk"), ("threats",)),
    **dict.fromkeys(
        ("goals", "goal", "objective", "mission", "how", "far", "distance"), ("objectives",)
    ),
    **dict.fromkeys(("news", "replay", "again", "happened", "changed"), ("recap",)),
    **dict.fromkeys(("history",), ("log",)),
    **dict.fromkeys(("points", "losses"), ("score",)),
    **dict.fromkeys(("back", "u"), ("undo",)),
}
"""The first of the words that there is now."""
_FILLERS = (
    "at",
    "the",
    "of",
    "please",
    "with",
    "using",
    "is",
    "are",
    "i",
    "me",
    "my",
    "do",
    "can",
    "a",
)
_ASIDE = (("(", " "), (")", " "), ('"', " "), (";", " ; "))
_PAIR = re.compile(r"(?<![\d,])(\d{1,3})(?: *, *| +)(\d{1,3})(?![\d,])")
"""Two numbers: a tile, however it is written."""


def plainly(text: str) -> list[str]:
    """The words of a line without those that only make it polite, tiles as `12,7`.

    Raises:
        OrderRefused: They are several orders.
    """
    for old, new in _ASIDE:
        text = text.replace(old, new)
    first, *rest = _PAIR.sub(r"\1,\2", text).split() or [""]
    if ";" in rest[:-1]:
        raise OrderRefused("several orders in one line", remedy="give one after the other")
    if first.casefold() == "please" and rest:
        first, *rest = rest
    kept = [word for word in rest if word.casefold() not in _FILLERS]
    return [first, *kept] if first else []


def word_meant(offers: LegalOrders, word: str) -> str:
    """The order or command that a word is, begins, or is another word for.

    Raises:
        OrderRefused: None, or several, could be meant.
    """
    known = known_words(offers)
    if word not in known:
        meant = next((other for other in _MEANT.get(word, ()) if other in known), "")
        if meant:
            return meant
    try:
        return one_of(word, known, "order or command")
    except OrderRefused as refused:
        near = closest(word, known)
        if any(name.startswith(word) for name in known) or near.startswith("did"):
            raise
        what = f"no order or command '{shown(word)}'"
        raise OrderRefused(
            what, remedy="'help' lists them, 'orders' what can be ordered"
        ) from refused
