"""Checks of text from outside: files, file names, arguments, environment, typed orders.

Accepted text is in NFC and safe to show: each character is printable, independent of its
neighbours and takes the one or two columns that `display_width` counts. So foreign text can
neither control the terminal nor shift a column.

Refused are control, bidi, format, private and unassigned characters, every space except U+0020,
and characters that join their neighbour: combining marks that NFC could not merge, variation
selectors, skin tones, single Hangul jamo, fillers. So names in scripts that need such marks
(Devanagari, Thai) are refused; wide characters and right-to-left letters are accepted.

Length is checked before anything else, because the text may be of any size.
"""

import re
import unicodedata

from skirmish.errors import TextRefused, escape

LINE_LIMIT = 80
NAME_LIMIT = 24
_CUT = "..."

# NFC merges at most three marks with a letter. Sorting a longer run takes time that grows with
# its square (64,000 marks: three seconds), and a mark would be left over in any case.
_MARKS_MERGED = 3
_CODE_POINTS_MERGED = 1 + _MARKS_MERGED

# Printable according to Unicode but of unreliable width, as first and last code points.
_UNRELIABLE = (
    (0x115F, 0x11FF),  # jamo vowels and finals: no column of their own, and the fillers
    (0x2630, 0x2637),  # trigrams, mono- and digrams, hexagrams, counting rods: one column
    (0x268A, 0x268F),  # before Unicode 16, two since, so programs disagree
    (0x2800, 0x2800),  # a Braille pattern without a dot: a space in disguise
    (0x3164, 0x3164),  # Hangul filler: invisible
    (0x4DC0, 0x4DFF),
    (0xD7B0, 0xD7FF),  # more jamo vowels and finals
    (0xFFA0, 0xFFA0),  # Hangul filler, half width
    (0x1D300, 0x1D356),
    (0x1D360, 0x1D376),
    (0x1F3FB, 0x1F3FF),  # skin tones: they combine with the emoji before them
)
_UNRELIABLE_CHARS = frozenset(
    chr(point) for first, last in _UNRELIABLE for point in range(first, last + 1)
)

_KINDS = {
    "Cc": "a control character",
    "Cf": "an invisible format character",
    "Cn": "an unassigned character",
    "Co": "a private-use character",
    "Cs": "a byte that is not text",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
    "Zs": "an unusual space",
    "Mc": "a mark that joins its neighbour",
    "Me": "a mark that joins its neighbour",
    "Mn": "a mark that joins its neighbour",
}
_BREAKS = {"\n": "a line break", "\r": "a line break", "\t": "a tab"}
_UNRELIABLE_KIND = "a character whose width differs between programs"
_NAME_PATTERN = re.compile(rf"[a-z][a-z0-9_]{{0,{NAME_LIMIT - 1}}}")
_RIGHT_TO_LEFT = ("R", "AL", "AN")


def is_showable(char: str) -> bool:
    """Whether a character is shown by itself on every terminal."""
    return (
        char.isprintable()
        and not unicodedata.category(char).startswith("M")
        and char not in _UNRELIABLE_CHARS
    )


def clean(text: str, *, what: str, limit: int = LINE_LIMIT) -> str:
    """Return a line of text in NFC, with at most `limit` characters, all showable; may be empty.

    Args:
        text: The text from outside.
        what: Its name for the message: "title", "figures[2].name".
        limit: Maximum number of characters after NFC.

    Raises:
        TextRefused: It is too long, or has a character that may not be shown.
    """
    if text.isascii() and text.isprintable():
        merged = text
    else:
        if len(text) > limit * _CODE_POINTS_MERGED:
            raise _too_long(what, limit)
        merged = _merged(text, what)
    if len(merged) > limit:
        raise _too_long(what, limit)
    return merged


def clean_lines(text: str, *, what: str, lines: int = LINE_LIMIT) -> tuple[str, ...]:
    r"""Return the lines of a text, split at `\n` only, each as `clean` returns it.

    Raises:
        TextRefused: It has more than `lines` lines, or one of them is refused.
    """
    if text.count("\n") >= lines:
        raise TextRefused(f"longer than {lines} lines", what, "shorten it")
    return tuple(
        clean(line, what=f"{what}, line {number}", limit=LINE_LIMIT)
        for number, line in enumerate(text.split("\n"), start=1)
    )


def escaped(text: str, limit: int = LINE_LIMIT) -> str:
    """Return any text in a form that is safe to quote in a message.

    Characters that `clean` refuses are escaped in ASCII; text over `limit` is cut and ends in
    `...`.
    """
    raw_limit = limit * _CODE_POINTS_MERGED
    head = unicodedata.normalize("NFC", text[:raw_limit])
    spelt = "".join(char if is_showable(char) else escape(char) for char in head)
    if len(spelt) <= limit and len(text) <= raw_limit:
        return spelt
    return spelt[: max(0, limit - len(_CUT))] + _CUT


def is_name(text: str) -> bool:
    """Whether text is a valid id: a small letter, then small letters, digits and `_`."""
    return _NAME_PATTERN.fullmatch(text) is not None


def is_glyph(text: str) -> bool:
    """Whether text can be drawn in a map cell: one showable character, one column wide.

    Right-to-left letters are refused: a terminal may reverse the row that they are in.
    """
    return (
        len(text) == 1
        and is_showable(text)
        and display_width(text) == 1
        and unicodedata.bidirectional(text) not in _RIGHT_TO_LEFT
    )


def display_width(text: str) -> int:
    """Return the columns that text takes; it must come from `clean` or `escaped`."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)


def casefolded(text: str) -> str:
    """Return the form in which names are compared: case is ignored."""
    return unicodedata.normalize("NFC", text.casefold())


def _merged(text: str, what: str) -> str:
    """Return text in NFC; refuse characters that are not showable."""
    run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run > _MARKS_MERGED:
            raise _refused(char, what)
    merged = unicodedata.normalize("NFC", text)
    for char in merged:
        if not is_showable(char):
            raise _refused(char, what)
    return merged


def _refused(char: str, what: str) -> TextRefused:
    kind = _BREAKS.get(char) or _KINDS.get(unicodedata.category(char), _UNRELIABLE_KIND)
    remedy = "write a space instead" if char in _BREAKS else "remove it"
    return TextRefused(f"contains U+{ord(char):04X}, {kind}", what, remedy)


def _too_long(what: str, limit: int) -> TextRefused:
    return TextRefused(f"longer than {limit} characters", what, "shorten it")
