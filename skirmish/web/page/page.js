"use strict";

// Keys go to the game without a click, also when one comes back from another tab. Not before it is
// connected: textual.js tells it of the focus, and would fail.
const classes = document.body.classList;
const listen = () =>
  classes.contains("-loaded") && document.querySelector(".xterm-helper-textarea")?.focus();
window.addEventListener("focus", listen);

// A change of these classes: connected, then closed. Enter then begins another game.
const again = document.querySelector("#again");
again.addEventListener("click", () => window.location.reload());
const changed = () => (classes.contains("-closed") ? again.focus() : listen());
new MutationObserver(changed).observe(document.body, { attributeFilter: ["class"] });

// The terminal would swallow what belongs to the browser: reload, full screen, its tools. Nothing
// is lost by a reload: the title offers to go on.
const BROWSERS = ["F5", "F11", "F12"];
window.addEventListener(
  "keydown",
  (event) => {
    if (BROWSERS.includes(event.key)) event.stopImmediatePropagation();
  },
  { capture: true },
);
