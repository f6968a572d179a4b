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

// Ctrl+C copies what is marked: the terminal does so when told to copy, and stops the event then.
// Without a mark it is a key of the game.
const isCopy = (event) =>
  event.ctrlKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "c";
const copied = () => {
  let found = false;
  const note = (event) => (found = event.defaultPrevented);
  window.addEventListener("copy", note);
  document.execCommand("copy");
  window.removeEventListener("copy", note);
  return found;
};
window.addEventListener(
  "keydown",
  (event) => {
    if (BROWSERS.includes(event.key)) event.stopImmediatePropagation();
    if (isCopy(event) && copied()) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  },
  { capture: true },
);
