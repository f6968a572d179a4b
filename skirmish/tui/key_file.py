"""The file of own keys as it is printed to begin with: everything in it, nothing changed."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.tui.about import group_name
from skirmish.tui.flat import line_of
from skirmish.tui.keymap import groups

_HEAD = """\
# Keys of skirmish.
#
# Save this as {file} and take the # from the lines that you
# change; the game reads it when it starts. 'skirmish keys --check FILE' tells what is wrong in it.
#
# A key is a character (m, M, ?), a name (enter, space, tab, escape, backspace, delete, home, f5,
# comma, full_stop), or one of them after ctrl+, alt+ or shift+. Several keys stand side by side
# with a comma between them; "" is no key. The number pad sends digits, or home, up, pageup and so
# on, depending on NumLock: a direction has both. Arrows, home, end, page up, page down and enter
# always go through lists. Not every terminal sends every key with ctrl+shift or alt.
"""


def usual_file(file: str) -> Iterator[str]:
    """The lines of a file in which every key is as it is from the start, each as a comment."""
    yield from _HEAD.format(file=file).splitlines()
    listed: dict[str, None] = {}
    for name, keys in groups():
        new = [key for key in keys if key.id not in listed]
        listed |= dict.fromkeys(key.id for key in new)
        if new:
            yield ""
            yield f"# {group_name(name)}"
        for key in new:
            line = line_of(key.id, key.keys.replace(",", ", "))
            yield f"#{line:<44} # {key.help}"
