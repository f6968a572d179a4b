"use strict";

// Keys go to the game without a click; textual.js has opened its terminal by then.
window.addEventListener("load", () => document.querySelector(".xterm-helper-textarea")?.focus());
document.querySelector("#again").addEventListener("click", () => window.location.reload());
