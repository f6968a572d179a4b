"use strict";

// Keys go to the game without a click, also after a return from another tab. Not before the game is
// connected: textual.js reports the focus to it, which would fail.
const classes = document.body.classList;
const listen = () =>
  classes.contains("-loaded") && document.querySelector(".xterm-helper-textarea")?.focus();
window.addEventListener("focus", listen);

// The classes change twice: connected, then closed. After that, Enter begins another game.
const again = document.querySelector("#again");
again.addEventListener("click", () => window.location.reload());
const changed = () => (classes.contains("-closed") ? again.focus() : listen());
new MutationObserver(changed).observe(document.body, { attributeFilter: ["class"] });

// The terminal would swallow the browser's own keys: reload, full screen, tools. A reload loses
// nothing: the title offers to continue.
const BROWSERS = ["F5", "F11", "F12"];
window.addEventListener(
  "keydown",
  (event) => {
    if (BROWSERS.includes(event.key)) event.stopImmediatePropagation();
  },
  { capture: true },
);
