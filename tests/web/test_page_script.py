"""The script of the page, run with a page that only has its names."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from skirmish.web.server import PAGE

NODE = shutil.which("node")
HEAD = """
const seen = [], body = new Set(), handlers = {};
let notify;
const element = (name) => ({ focus: () => seen.push(name), addEventListener: () => {} });
const box = { ".xterm-helper-textarea": element("terminal"), "#again": element("again") };
globalThis.document = {
  body: { classList: { contains: (name) => body.has(name) } },
  querySelector: (name) => box[name],
};
globalThis.window = { addEventListener: (name, call) => { handlers[name] = call; } };
globalThis.MutationObserver = class {
  constructor(call) { notify = call; }
  observe() {}
};
%s
"""
FOCUS = """
handlers.load?.();
handlers.focus();
console.log(seen.join());
body.add("-loaded");
notify();
handlers.focus();
console.log(seen.join());
body.add("-closed");
notify();
console.log(seen.join());
"""
COPY = """
let marked;
document.execCommand = () => handlers.copy({ defaultPrevented: marked });
window.removeEventListener = (name) => { delete handlers[name]; };
for (marked of [false, true]) {
  const key = { key: "c", ctrlKey: true, shiftKey: false, altKey: false };
  key.stopImmediatePropagation = () => console.log(`copied ${marked}`);
  key.preventDefault = () => {};
  handlers.keydown(key);
}
"""


def run(then: str) -> str:
    """What the script of the page and some more prints."""
    assert NODE is not None
    script = HEAD % (PAGE / "page.js").read_text() + then
    done = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.skipif(NODE is None, reason="needs Node to run a script of a page")
def test_the_terminal_has_the_keys_once_it_is_connected_and_until_it_is_closed() -> None:
    """Before, its focus would be sent through a websocket that is not open, which fails."""
    assert run(FOCUS).splitlines() == ["", "terminal,terminal", "terminal,terminal,again"]


@pytest.mark.skipif(NODE is None, reason="needs Node to run a script of a page")
def test_ctrl_c_is_a_key_of_the_game_only_where_nothing_is_marked() -> None:
    """The terminal has what is marked, and copies it when told to."""
    assert run(COPY) == "copied true\n"
