"""Tests the game in a real browser: the page, a battle by keys and mouse, access from outside.

Starts `skirmish serve` and a headless Chromium, which it controls by the DevTools protocol, and
saves pictures to look at. It needs the extra `web` and a Chromium. It ends with 1 if the page
requested anything from outside, if the browser reported a problem, if a page of another origin was
let in, or if no battle was recorded.

python bench/browser.py [FOLDER] [CHROMIUM]
"""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

SIZE = (1200, 760)
PATIENCE = 30.0
DOWN = 8
"""Lines down from the first scenario to one where both sides see each other from the start."""
FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
FLAGS += " --disable-component-update --disable-sync --disable-quic --mute-audio"
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "End": 35, "ArrowUp": 38, "ArrowDown": 40}
STRANGER = """
new Promise(done => {
  const line = new WebSocket("ws://127.0.0.1:%d/ws");
  line.onopen = () => done("let in");
  line.onerror = () => done("turned away");
})
"""


class Browser:
    """One tab, and the messages from it."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        """Take the connection to the tab."""
        self._line = line
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.asked: list[str] = []
        self.complaints: list[str] = []

    async def listen(self) -> None:
        """Keep the messages from the tab."""
        async for message in self._line:
            said = message.json()
            match said:
                case {"id": int(number)}:
                    self._answers[number].set_result(said)
                case {"method": "Network.requestWillBeSent", "params": params}:
                    self.asked.append(params["request"]["url"])
                case {"method": "Network.webSocketCreated", "params": params}:
                    self.asked.append(params["url"])
                case {"method": "Log.entryAdded", "params": {"entry": entry}}:
                    if "WebGL" not in entry["text"]:  # Without a graphics card it says so.
                        self.complaints.append(f"{entry['level']}: {entry['text']}")
                case {"method": "Runtime.exceptionThrown", "params": params}:
                    self.complaints.append(str(params["exceptionDetails"]))
                case _:
                    pass

    async def do(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the DevTools protocol."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._line.send_json({"id": self._number, "method": method, "params": params})
        found: dict[str, dict[str, Any]] = await asyncio.wait_for(answer, PATIENCE)
        return found["result"]

    async def run(self, script: str) -> object:
        """The result of a script in the page."""
        found = await self.do(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        return found["result"].get("value")

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            code = KEYS.get(key, 0)
            about: dict[str, object] = {"key": key, "windowsVirtualKeyCode": code}
            if not code:
                about["text"] = key
            await self.do("Input.dispatchKeyEvent", type="keyDown", **about)
            await self.do("Input.dispatchKeyEvent", type="keyUp", **about)
            await asyncio.sleep(0.3)

    async def picture(self, path: Path) -> None:
        """Save a picture of the page."""
        await asyncio.sleep(1.0)
        shot = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))
        print(f"  {path}")


@asynccontextmanager
async def process(*command: str, **more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a program that is ended with the context."""
    started = await asyncio.create_subprocess_exec(
        *command, stderr=asyncio.subprocess.PIPE, env={**os.environ, **more}
    )
    try:
        yield started
    finally:
        started.terminate()
        await started.wait()


@asynccontextmanager
async def browser(chromium: str, home: str) -> AsyncIterator[Browser]:
    """Run a browser with an empty tab."""
    flags = [*FLAGS.split(), f"--window-size={SIZE[0]},{SIZE[1]}", f"--user-data-dir={home}"]
    async with process(chromium, *flags, "--remote-debugging-port=0", "about:blank") as started:
        address = ""
        while started.stderr is not None and not address:
            line = (await asyncio.wait_for(started.stderr.readline(), PATIENCE)).decode()
            address = line.partition("ws://")[2].partition("/")[0]
        async with ClientSession() as session:
            tabs = await (await session.get(f"http://{address}/json")).json()
            page = next(tab for tab in tabs if tab["type"] == "page")
            async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as line_:
                tab = Browser(line_)
                listening = asyncio.create_task(tab.listen())
                for part in ("Page", "Network", "Log", "Runtime"):
                    await tab.do(f"{part}.enable")
                yield tab
                listening.cancel()


async def until_up(port: int) -> None:
    """Wait until the server answers."""
    for _ in range(100):
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        await asyncio.sleep(0.1)
    sys.exit("the server does not answer")


async def battle(tab: Browser, folder: Path, port: int) -> None:
    """Go through the title and a new game to a battle, and move and shoot in it."""
    await tab.do("Page.navigate", url=f"http://127.0.0.1:{port}/")
    for _ in range(100):
        if await tab.run("document.body.classList.contains('-first-byte')"):
            break
        await asyncio.sleep(0.1)
    await tab.picture(folder / "1-title.png")
    await tab.press("n")
    await tab.picture(folder / "2-browser.png")
    await tab.press(*["ArrowDown"] * DOWN, "Enter", "s", "Enter")
    await tab.picture(folder / "3-battle.png")
    # The deployment stays as it is; then the next figure to act fires at the first target.
    await tab.press("e")
    await asyncio.sleep(5.0)
    await tab.press("Tab", "f")
    await tab.picture(folder / "4-aimed.png")
    await tab.press("Enter", "Enter")
    await tab.picture(folder / "5-fired.png")
    x, y = SIZE[0] // 3, SIZE[1] // 3
    for what in ("mouseMoved", "mousePressed", "mouseReleased"):
        button = "none" if what == "mouseMoved" else "left"
        await tab.do("Input.dispatchMouseEvent", type=what, x=x, y=y, button=button, clickCount=1)
    await tab.picture(folder / "6-clicked.png")


async def main() -> None:
    """Play, check the messages, and try to get access from another origin."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    chromium = sys.argv[2] if len(sys.argv) > 2 else shutil.which("chromium") or "chromium"
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as own:
        command = (sys.executable, "-m", "skirmish", "serve", "--port", str(port))
        async with process(*command, SKIRMISH_HOME=home), browser(chromium, own) as tab:
            await until_up(port)
            await battle(tab, folder, port)
            asked, complaints = [*tab.asked], [*tab.complaints]
            await tab.do("Page.navigate", url="data:text/html,<p>a page from elsewhere")
            stranger = await tab.run(STRANGER % port)
            records = [path.name for path in Path(home, "records").glob("*.skr")]
    outside = [url for url in asked if f"//127.0.0.1:{port}/" not in url and url[:5] != "data:"]
    print(f"asked for {len(asked)} things, outside: {outside or 'none'}")
    print(f"complaints: {complaints or 'none'}")
    print(f"a page of another origin: {stranger}")
    print(f"records: {records}")
    sys.exit(1 if outside or complaints or stranger != "turned away" or not records else 0)


if __name__ == "__main__":
    asyncio.run(main())
