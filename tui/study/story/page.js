"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const told = JSON.parse(byId("story").textContent);
  const board = byId("board"), canvas = byId("canvas"), slide = byId("slide"), moves = byId("moves");
  const now = byId("now"), where = byId("where"), play = byId("play"), pace = byId("pace"), cards = byId("cards");
  const seats = [...document.querySelectorAll(".seats li")];
  const end = told.frames.length - 1;
  const positions = [];
  let marks = told.places.map(() => -1);
  for (const [changes] of told.frames) {
    marks = marks.slice();
    for (let at = 0; at < changes.length; at += 2) marks[changes[at]] = changes[at + 1];
    positions.push(marks);
  }
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let ply = -1, timer = 0;

  function drawn(name, place) {
    const [x, y, percent] = told.places[place];
    const one = document.createElementNS(board.namespaceURI, "use");
    one.setAttribute("href", "#" + name);
    one.setAttribute("transform", `translate(${x} ${y})` + (percent === 100 || name === "mark-last" ? "" : ` scale(${percent / 100})`));
    return one;
  }

  function draw(before) {
    const position = positions[ply], nodes = new Map();
    position.forEach((mark, place) => { if (mark >= 0) nodes.set(place, drawn("mark-" + mark, place)); });
    byId("last").replaceChildren(...told.frames[ply][1].map((place) => drawn("mark-last", place)));
    byId("pieces").replaceChildren(...nodes.values());
    if (Math.abs(ply - before) !== 1 || before < 0 || still.matches) return;
    const old = positions[before], left = new Map();
    old.forEach((mark, place) => { if (mark >= 0 && position[place] !== mark) left.set(mark, place); });
    for (const [place, node] of nodes) {
      const mark = position[place], from = left.get(mark);
      if (old[place] === mark || from === undefined || told.places[from][2] !== told.places[place][2]) continue;
      left.delete(mark);
      const dx = told.places[from][0] - told.places[place][0], dy = told.places[from][1] - told.places[place][1];
      node.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: 260, easing: "ease-out" });
    }
  }

  function caption() {
    const here = byId("p" + ply).cloneNode(true), line = document.createElement("p");
    line.className = "move";
    line.append(...here.querySelector("a").childNodes);
    const beside = here.querySelector(".beside");
    now.replaceChildren(line, ...(beside ? [beside] : []));
  }

  function mark(focused) {
    for (const link of moves.querySelectorAll("[aria-current]")) {
      link.removeAttribute("aria-current");
      link.tabIndex = -1;
      link.parentNode.classList.remove("here");
    }
    const item = byId("p" + ply), link = item.querySelector("a");
    link.setAttribute("aria-current", "step");
    link.tabIndex = 0;
    item.classList.add("here");
    if (focused) link.focus({ preventScroll: true });
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < moves.scrollTop) moves.scrollTop = top - 8;
    else if (bottom > moves.scrollTop + moves.clientHeight) moves.scrollTop = Math.max(0, Math.min(top - 8, bottom - moves.clientHeight + 8));
  }

  function follow() {
    const last = told.frames[ply][1];
    if (!last.length || canvas.scrollWidth <= canvas.clientWidth) return;
    const x = told.places[last[last.length - 1]][0] / board.viewBox.baseVal.width * canvas.scrollWidth;
    canvas.scrollLeft = x - canvas.clientWidth / 2;
  }

  function go(to) {
    const before = ply, focused = moves.contains(document.activeElement);
    ply = Math.max(0, Math.min(end, to));
    if (ply === before) return;
    draw(before);
    caption();
    slide.value = ply;
    const place = told.words.at.replace("{n}", told.numbers[ply]).replace("{m}", told.numbers[end]);
    where.textContent = place;
    slide.setAttribute("aria-valuetext", place);
    seats.forEach((seat, at) => {
      const [text, turn] = told.seats[ply][at];
      seat.querySelector(".state").textContent = told.texts[text];
      seat.classList.toggle("turn", turn === 1);
    });
    if (cards) cards.textContent = told.texts[told.cards[ply]];
    mark(focused);
    follow();
    if (ply === end) stop();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = told.words.play;
  }

  function wait() {
    const read = 1 + Math.min(3, now.querySelectorAll(".talk, .pact, .comment, .turning").length / 2);
    timer = setTimeout(() => { go(ply + 1); if (timer) wait(); }, read * 1000 / pace.value);
  }

  function run() {
    if (timer) return stop();
    if (ply === end) go(0);
    play.textContent = told.words.stop;
    wait();
  }

  const jump = (to) => { stop(); go(to); };
  const steps = { ArrowLeft: () => ply - 1, ArrowRight: () => ply + 1, Home: () => 0, End: () => end };
  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => jump(ply - 1));
  byId("next").addEventListener("click", () => jump(ply + 1));
  byId("final").addEventListener("click", () => jump(end));
  play.addEventListener("click", run);
  slide.addEventListener("input", () => jump(Number(slide.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target === pace) return;
    const pressed = event.target.closest("button, summary") !== null;
    let to = steps[event.key];
    if (moves.contains(event.target)) to = { ArrowUp: steps.ArrowLeft, ArrowDown: steps.ArrowRight }[event.key] || to;
    if (to) jump(to());
    else if (event.key === " " && !pressed) run();
    else if (event.key === "+" || event.key === "-") pace.selectedIndex = Math.max(0, Math.min(pace.length - 1, pace.selectedIndex + (event.key === "+" ? 1 : -1)));
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#p"]');
    if (!link) return;
    event.preventDefault();
    jump(Number(link.hash.slice(2)));
    if (!moves.contains(link)) byId("replay").scrollIntoView({ block: "start" });
  });
  const asked = () => (/^#p\d+$/.test(location.hash) ? Number(location.hash.slice(2)) : 0);
  addEventListener("hashchange", () => jump(asked()));
  addEventListener("load", () => {
    mark(false);
    if (asked()) byId("replay").scrollIntoView({ block: "start" });
  });
  for (const link of moves.querySelectorAll("li > a")) link.tabIndex = -1;
  slide.max = end;
  if (innerWidth < 700) for (const part of document.querySelectorAll("details")) part.open = false;
  go(asked());
})();
