// A narrow window has smaller letters, so that a whole screen fits, and the terminal has the focus once there is one.
const COLUMNS = 80, WIDTH_OF_SIZE = 0.605, LEAST = 7, MOST = 16;

document.addEventListener("DOMContentLoaded", () => {
  const fitting = Math.floor(window.innerWidth / COLUMNS / WIDTH_OF_SIZE);
  document.getElementById("terminal").dataset.fontSize = Math.min(MOST, Math.max(LEAST, fitting));
});
new MutationObserver((_, watch) => {
  if (!document.querySelector(".textual-terminal.-connected")) return;
  watch.disconnect();
  document.querySelector(".xterm-helper-textarea").focus();
}).observe(document, {attributes: true, attributeFilter: ["class"], childList: true, subtree: true});
