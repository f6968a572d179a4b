"use strict";

// Keys go to the game without a click, also when one comes back from another tab; textual.js has
// opened its terminal by then.
const listen = () => document.querySelector(".xterm-helper-textarea")?.focus();
window.addEventListener("load", listen);
window.addEventListener("focus", listen);

// Once the game has ended, enter begins another.
const again = document.querySelector("#again");
again.addEventListener("click", () => window.location.reload());
const ended = () => document.body.classList.contains("-closed") && again.focus();
new MutationObserver(ended).observe(document.body, { attributeFilter: ["class"] });

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
