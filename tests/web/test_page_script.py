"""The script of the page, run with a page that only has its names."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from skirmish.web.server import PAGE

NODE = shutil.which("node")
RUN = """
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


@pytest.mark.skipif(NODE is None, reason="needs Node to run a script of a page")
def test_the_terminal_has_the_keys_once_it_is_connected_and_until_it_is_closed() -> None:
    """Before, its focus would be sent through a websocket that is not open, which fails."""
    script = RUN % (PAGE / "page.js").read_text()
    assert NODE is not None
    run = subprocess.run([NODE, "-e", script], capture_output=True, text=True, check=False)

    assert run.stderr == ""
    assert run.stdout.splitlines() == ["", "terminal,terminal", "terminal,terminal,again"]
