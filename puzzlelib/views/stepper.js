// The stepper's page side. Python holds the run; this asks for one step at a time and shows it.

const SPEEDS = [["1", "1 a second"], ["2", "2 a second"], ["5", "5 a second"], ["10", "10 a second"], ["60", "as fast as it goes"]];
const PATIENCE = 5000; // milliseconds before it is said that Python has not answered

const SKELETON = `
  <div class="puzzlelib-panes">
    <div class="puzzlelib-picture" tabindex="0" role="group"></div>
    <div class="puzzlelib-why"></div>
  </div>
  <p class="puzzlelib-caption" aria-live="polite"></p>
  <p class="puzzlelib-note" aria-live="polite"></p>
  <p class="puzzlelib-alert" role="alert"></p>
  <div class="puzzlelib-bar">
    <div class="puzzlelib-row">
      <button type="button" data-do="start">Start</button>
      <button type="button" data-do="back">‹ Back</button>
      <button type="button" data-do="next" class="puzzlelib-primary">Next ›</button>
      <button type="button" data-do="end">End</button>
      <button type="button" data-do="play">Play</button>
      <select data-set="unit" aria-label="Play by"></select>
      <select data-set="speed" aria-label="Speed"></select>
    </div>
    <div class="puzzlelib-row puzzlelib-grow">
      <input type="range" min="0" step="1" aria-label="Step">
      <label>Step <input type="number" min="0" step="1"></label>
      <span class="puzzlelib-total"></span>
    </div>
    <div class="puzzlelib-row">
      <span class="puzzlelib-landmarks">
        <button type="button" data-do="previous-landmark"></button>
        <select data-set="landmark" aria-label="Landmark"></select>
        <button type="button" data-do="next-landmark"></button>
      </span>
      <button type="button" data-do="whole" aria-pressed="false">Show whole run</button>
      <button type="button" data-do="present" aria-pressed="false">Present</button>
    </div>
  </div>
  <div class="puzzlelib-chart">
    <label class="puzzlelib-measure">Chart of <b></b><select data-set="series" aria-label="Measure"></select> by step</label>
    <div class="puzzlelib-run"></div>
  </div>`;

const singular = (name) => name.replace(/([^s])s$/, "$1");

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "puzzlelib puzzlelib-stepper";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", model.get("_label"));
  root.tabIndex = -1; // a click beside the controls keeps the keys here
  root.innerHTML = SKELETON;
  el.append(root);

  const find = (selector) => root.querySelector(selector);
  const button = (name) => find(`[data-do="${name}"]`);
  const menu = (name) => find(`[data-set="${name}"]`);
  const picture = find(".puzzlelib-picture");
  const caption = find(".puzzlelib-caption");
  const slider = find("input[type=range]");
  const number = find("input[type=number]");
  const shown = () => model.get("_shown");

  // --- asking Python: one request under way; of several moves waiting the latest counts --------
  let busy = false;
  let patience;
  let target = null; // where the moves that were asked for lead
  const waiting = [];

  const moves = (message) => "go" in message || "landmark" in message;
  function ask(message) {
    if (moves(message)) {
      const older = waiting.findIndex(moves);
      if (older >= 0) waiting.splice(older, 1);
    }
    waiting.push(message);
    if (!busy) sendNext();
  }
  function sendNext() {
    busy = waiting.length > 0;
    if (!busy) return;
    tell(model, waiting.shift());
    patience = setTimeout(() => alarm("Python has not answered yet. Is it busy, or stopped?"), PATIENCE);
  }
  function answered() {
    clearTimeout(patience);
    alarm(model.get("_alert"));
    busy = false;
    if (!waiting.some(moves)) target = null;
    sendNext();
  }
  function alarm(text) {
    find(".puzzlelib-alert").textContent = text;
    if (text) play(false);
  }

  const go = (step) => {
    target = step === "end" ? null : Math.max(0, step);
    ask({ go: step === "end" ? step : target });
  };
  const by = (count) => go((target ?? shown().step) + count);
  const jump = (count, name = menu("landmark").value) => name && ask({ landmark: name, by: count });

  // --- play: timed here, and never faster than the answers come ---------------------------------
  let timer = null;
  let before = null; // the step at the last tick: play ends when it stays
  function play(on) {
    clearTimeout(timer);
    timer = null;
    before = null;
    button("play").textContent = on ? "Pause" : "Play";
    caption.setAttribute("aria-live", on ? "off" : "polite");
    if (on) tick();
  }
  function tick() {
    if (!busy) {
      if (shown().end || shown().step === before) return play(false);
      before = shown().step;
      menu("unit").value ? jump(1, menu("unit").value) : by(1);
    }
    timer = setTimeout(tick, 1000 / Number(menu("speed").value));
  }

  // --- drawing ---------------------------------------------------------------------------------
  function draw() {
    const now = shown();
    const held = document.activeElement?.closest?.("[data-pick]");
    const kept = held && picture.contains(held) ? held.dataset.pick : null;
    picture.innerHTML = now.picture;
    find(".puzzlelib-why").innerHTML = now.why;
    caption.textContent = now.caption;
    if (!dragging) {
      slider.max = now.horizon;
      slider.value = target ?? now.step;
    }
    slider.setAttribute("aria-valuetext", `step ${now.step}`);
    if (!typing) number.value = now.step;
    find(".puzzlelib-total").textContent = now.whole ? `of ${now.horizon.toLocaleString("en")}` : "";
    button("whole").setAttribute("aria-pressed", now.whole);
    root.style.setProperty("--cursor", `${(100 * now.step) / now.horizon}%`);
    root.style.setProperty("--seen", `${(100 * now.seen) / now.horizon}%`);
    makePicksReachable(kept);
  }
  function drawChart() {
    find(".puzzlelib-run").innerHTML = model.get("_chart");
    find(".puzzlelib-chart").hidden = !model.get("_chart");
  }
  function drawMenus() {
    const { series, landmarks } = model.get("_menus");
    fill(menu("series"), series.map((name) => [name, name]));
    menu("series").hidden = series.length < 2;
    find(".puzzlelib-measure b").textContent = series.length < 2 ? series[0] : "";
    fill(menu("landmark"), landmarks.map((name) => [name, name]));
    fill(menu("unit"), [["", "by step"], ...landmarks.map((name) => [name, `by ${singular(name)}`])]);
    menu("unit").hidden = landmarks.length === 0;
    find(".puzzlelib-landmarks").hidden = landmarks.length === 0;
    menu("landmark").hidden = landmarks.length < 2;
    nameLandmarkButtons();
  }
  function nameLandmarkButtons() {
    const name = singular(menu("landmark").value);
    button("previous-landmark").textContent = `‹ Previous ${name}`;
    button("next-landmark").textContent = `Next ${name} ›`;
  }
  const drawNote = () => (find(".puzzlelib-note").innerHTML = model.get("_note"));

  // --- picking parts of the picture ------------------------------------------------------------
  const picks = () => [...picture.querySelectorAll("[data-pick]")];
  function makePicksReachable(kept) {
    for (const [index, part] of picks().entries()) {
      part.setAttribute("tabindex", index ? "-1" : "0");
      part.setAttribute("role", "button");
      if (part.dataset.pick === kept) focusPick(part);
    }
    // a picture with parts to press is a group: an image would hide them from screen readers
    if (picks().length) picture.querySelector("svg")?.setAttribute("role", "group");
  }
  function focusPick(part) {
    for (const other of picks()) other.setAttribute("tabindex", other === part ? "0" : "-1");
    part.focus({ preventScroll: true });
  }
  function neighbour(part, key) {
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    const [x, y] = middle(part.getBoundingClientRect());
    const [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const other of picks()) {
      const [u, v] = middle(other.getBoundingClientRect());
      const ahead = (u - x) * ax + (v - y) * ay;
      const aside = Math.abs((u - x) * ay) + Math.abs((v - y) * ax);
      if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [other, ahead + 3 * aside];
    }
    return best;
  }
  function pick(event) {
    const part = event.target.closest("[data-pick]");
    if (part) return ask({ pick: part.dataset.pick });
    const plane = event.target.closest("[data-pick-plane]");
    if (!plane) return;
    const drawing = plane.closest("svg");
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    ask({ pick: [point.x, point.y] });
  }

  // --- present: in the page's top layer, above everything, whatever the host does ---------------
  function present(on) {
    root.classList.toggle("puzzlelib-presenting", on);
    button("present").setAttribute("aria-pressed", on);
    if (on) {
      root.setAttribute("popover", "manual");
      root.showPopover?.();
      picture.focus({ preventScroll: true });
    } else if (root.hasAttribute("popover")) {
      root.removeAttribute("popover");
      button("present").focus();
    }
  }
  const presenting = () => root.classList.contains("puzzlelib-presenting");

  // --- what a person does ----------------------------------------------------------------------
  const actions = {
    start: () => go(0),
    back: () => by(-1),
    next: () => by(1),
    end: () => go("end"),
    play: () => play(timer === null),
    whole: () => ask({ whole: !shown().whole }),
    present: () => present(!presenting()),
    "previous-landmark": () => jump(-1),
    "next-landmark": () => jump(1),
  };
  root.addEventListener("click", (event) => {
    const name = event.target.closest("[data-do]")?.dataset.do;
    if (!name) return;
    if (name !== "play" && name !== "present") play(false);
    actions[name]();
  });
  picture.addEventListener("click", pick);
  find(".puzzlelib-run").addEventListener("click", (event) => {
    const box = find(".puzzlelib-plot").getBoundingClientRect();
    go(Math.round(((event.clientX - box.x) / box.width) * shown().horizon));
  });

  let dragging = false; // the slider's scale must not change under the hand
  let typing = false;
  slider.addEventListener("pointerdown", () => (dragging = true));
  slider.addEventListener("change", () => {
    dragging = false;
    slider.max = shown().horizon;
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  number.addEventListener("input", () => (typing = true));
  number.addEventListener("change", goToTyped);
  number.addEventListener("keydown", (event) => event.key === "Enter" && goToTyped());
  function goToTyped() {
    typing = false;
    if (number.value === "") number.value = shown().step;
    else go(Math.round(Number(number.value)));
  }
  menu("landmark").addEventListener("change", nameLandmarkButtons);
  menu("series").addEventListener("change", () => ask({ series: menu("series").value }));

  const keys = {
    ArrowRight: actions.next,
    ArrowDown: actions.next,
    ArrowLeft: actions.back,
    ArrowUp: actions.back,
    PageDown: actions["next-landmark"],
    PageUp: actions["previous-landmark"],
    Home: actions.start,
    End: actions.end,
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target: on } = event;
    const part = on.closest("[data-pick]");
    if (key === "Escape") {
      presenting() ? present(false) : leave(root);
    } else if (on.matches("input, select, textarea")) {
      return; // they keep their own keys
    } else if (part && key.startsWith("Arrow")) {
      const next = neighbour(part, key);
      if (next) focusPick(next);
    } else if (part && (key === "Enter" || key === " ")) {
      ask({ pick: part.dataset.pick });
    } else if (key === " " && picture.contains(on)) {
      actions.play();
    } else if (key in keys) {
      play(false);
      keys[key]();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  const heard = {
    "change:_shown": draw,
    "change:_chart": drawChart,
    "change:_menus": drawMenus,
    "change:_note": drawNote,
    "change:_alert": () => alarm(model.get("_alert")),
    "change:_answered": answered,
  };
  for (const [event, listener] of Object.entries(heard)) model.on(event, listener);
  picture.setAttribute("aria-label", "Picture. Arrow keys step, space plays.");
  fill(menu("speed"), SPEEDS);
  menu("speed").value = "2";
  drawMenus();
  drawChart();
  draw();
  keepKeysFromHost(root);

  return () => {
    play(false);
    clearTimeout(patience);
    for (const [event, listener] of Object.entries(heard)) model.off(event, listener);
  };
}

export default { render };
