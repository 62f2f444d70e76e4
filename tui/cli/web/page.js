// A narrow window has smaller letters, so that a whole screen fits, and the terminal has the focus once there is one.
const COLUMNS = 80, WIDTH_OF_SIZE = 0.6, LEAST = 7, MOST = 16;

document.addEventListener("DOMContentLoaded", () => {
  const dots = window.devicePixelRatio || 1;
  const across = (size) => Math.floor(size * WIDTH_OF_SIZE * dots) / dots * COLUMNS;
  let size = MOST;
  while (size > LEAST && across(size) > window.innerWidth) size--;
  document.getElementById("terminal").dataset.fontSize = size;
});
new MutationObserver((_, watch) => {
  if (!document.querySelector(".textual-terminal.-connected")) return;
  watch.disconnect();
  document.querySelector(".xterm-helper-textarea").focus();
}).observe(document, {attributes: true, attributeFilter: ["class"], childList: true, subtree: true});
