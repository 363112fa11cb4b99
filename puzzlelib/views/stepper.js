// The stepper's page side. Python holds the run; this asks for one step at a time and shows it.

const SPEEDS = [
  ["1000", "1 a second"],
  ["500", "2 a second"],
  ["300", "3 a second"],
  ["200", "5 a second"],
  ["100", "10 a second"],
  ["17", "as fast as it goes"],
]; // milliseconds from one step to the next
const PATIENCE = 5000; // milliseconds before it is said that Python has not answered

const SKELETON = `
  <div class="puzzlelib-panes">
    <div class="puzzlelib-picture" tabindex="0" role="group"
         aria-label="Picture. Arrow keys step, space plays."></div>
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
      <span class="puzzlelib-gap"></span>
      <button type="button" data-do="whole" aria-pressed="false">Show whole run</button>
      <button type="button" data-do="present" aria-pressed="false">Present</button>
    </div>
    <div class="puzzlelib-row">
      <input type="range" min="0" step="1" aria-label="Step">
      <label>Step <input type="number" min="0" step="1"></label>
      <span class="puzzlelib-total"></span>
    </div>
    <div class="puzzlelib-row puzzlelib-landmarks">
      <button type="button" data-do="previous-landmark"></button>
      <select data-set="landmark" aria-label="Landmark"></select>
      <button type="button" data-do="next-landmark"></button>
    </div>
  </div>
  <div class="puzzlelib-chart">
    <label class="puzzlelib-measure">
      Chart of <b></b><select data-set="series" aria-label="Measure"></select> by step
    </label>
    <div class="puzzlelib-run"></div>
  </div>`;

const singular = (name) => name.replace(/([^s])s$/, "$1");

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

// Asks Python: one request under way; of several moves that wait, the latest counts.
function requests(model, alarm) {
  const waiting = [];
  const moves = (message) => "go" in message || "landmark" in message;
  let patience;
  const self = {
    busy: false,
    target: null, // where the moves that were asked for lead

    ask(message) {
      const older = waiting.findIndex(moves);
      if (moves(message) && older >= 0) waiting.splice(older, 1);
      waiting.push(message);
      if (!self.busy) sendNext();
    },
    go(step) {
      self.target = Math.max(0, step);
      self.ask({ go: self.target });
    },
    answered() {
      clearTimeout(patience);
      alarm(model.get("_alert"));
      if (!waiting.some(moves)) self.target = null;
      sendNext();
    },
  };
  function sendNext() {
    self.busy = waiting.length > 0;
    if (!self.busy) return;
    tell(model, waiting.shift());
    patience = setTimeout(() => alarm("Python has not answered yet. Is it busy, or stopped?"), PATIENCE);
  }
  return self;
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

  const request = requests(model, alarm);
  const parts = pickable(picture, request.ask);

  function alarm(text) {
    find(".puzzlelib-alert").textContent = text;
    if (text) play(false);
  }

  // --- moving ----------------------------------------------------------------------------------
  const by = (count) => request.go((request.target ?? shown().step) + count);
  const jump = (count, name = menu("landmark").value) => {
    if (name) request.ask({ landmark: name, by: count });
  };

  // Play is timed here, and never faster than the answers come.
  let timer = null;
  let before = null; // the step at the last tick: play ends when it stays
  function play(on) {
    clearTimeout(timer);
    [timer, before] = [null, null];
    button("play").textContent = on ? "Pause" : "Play";
    caption.setAttribute("aria-live", on ? "off" : "polite");
    if (on) tick();
  }
  function tick() {
    if (!request.busy) {
      if (shown().end || shown().step === before) return play(false);
      before = shown().step;
      menu("unit").value ? jump(1, menu("unit").value) : by(1);
    }
    timer = setTimeout(tick, Number(menu("speed").value));
  }

  // --- drawing ---------------------------------------------------------------------------------
  let dragging = false; // the slider's scale must not change under the hand
  let typing = false;
  function draw() {
    const { step, horizon, seen, whole, ...now } = shown();
    parts.draw(now.picture);
    find(".puzzlelib-why").innerHTML = now.why;
    caption.textContent = now.caption;
    if (!dragging) drawSlider();
    if (!typing) number.value = step;
    find(".puzzlelib-total").textContent = whole ? `of ${horizon.toLocaleString("en")}` : "";
    button("whole").setAttribute("aria-pressed", whole);
    button("next").classList.toggle("puzzlelib-primary", !now.end);
    root.style.setProperty("--cursor", `${(100 * step) / horizon}%`);
    root.style.setProperty("--seen", `${(100 * seen) / horizon}%`);
  }
  function drawSlider() {
    slider.max = shown().horizon;
    slider.value = request.target ?? shown().step;
    slider.setAttribute("aria-valuetext", `step ${slider.value}`);
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
  function drawNote() {
    find(".puzzlelib-note").innerHTML = model.get("_note");
  }

  // Present: in the page's top layer, above everything, whatever the host does.
  const presenting = () => root.classList.contains("puzzlelib-presenting");
  function present(on) {
    root.classList.toggle("puzzlelib-presenting", on);
    button("present").setAttribute("aria-pressed", on);
    if (on) {
      root.setAttribute("popover", "manual");
      root.showPopover?.();
      picture.focus({ preventScroll: true });
    } else {
      root.removeAttribute("popover");
      button("present").focus();
    }
  }

  // --- what a person does ----------------------------------------------------------------------
  const actions = {
    start: () => request.go(0),
    back: () => by(-1),
    next: () => by(1),
    end: () => request.ask({ go: "end" }),
    "previous-landmark": () => jump(-1),
    "next-landmark": () => jump(1),
    whole: () => request.ask({ whole: !shown().whole }),
  };
  const keys = {
    ArrowRight: "next",
    ArrowDown: "next",
    ArrowLeft: "back",
    ArrowUp: "back",
    PageDown: "next-landmark",
    PageUp: "previous-landmark",
    Home: "start",
    End: "end",
  };
  function act(name) {
    if (name === "play") return play(timer === null);
    if (name === "present") return present(!presenting());
    play(false);
    actions[name]();
  }
  root.addEventListener("click", (event) => {
    const name = event.target.closest("[data-do]")?.dataset.do;
    if (name) act(name);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") presenting() ? present(false) : leave(root);
    else if (event.target.matches("input, select")) return; // they keep their own keys
    else if (parts.key(event)) play(false);
    else if (event.key === " " && picture.contains(event.target)) act("play");
    else if (event.key in keys) act(keys[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  find(".puzzlelib-run").addEventListener("click", (event) => {
    const { x, width } = find(".puzzlelib-plot").getBoundingClientRect();
    request.go(Math.round(((event.clientX - x) / width) * shown().horizon));
  });
  slider.addEventListener("input", () => request.go(Number(slider.value)));
  slider.addEventListener("pointerdown", () => {
    dragging = true;
    window.addEventListener("pointerup", drop, { once: true });
  });
  slider.addEventListener("change", drop);
  function drop() {
    dragging = false;
    drawSlider();
  }
  number.addEventListener("input", () => (typing = true));
  number.addEventListener("change", goToTyped);
  number.addEventListener("keydown", (event) => event.key === "Enter" && goToTyped());
  function goToTyped() {
    typing = false;
    if (number.value === "") number.value = shown().step;
    else request.go(Math.round(Number(number.value)));
  }
  menu("landmark").addEventListener("change", nameLandmarkButtons);
  menu("series").addEventListener("change", () => request.ask({ series: menu("series").value }));

  fill(menu("speed"), SPEEDS);
  menu("speed").value = model.get("_pace");
  const heard = {
    "change:_menus": drawMenus,
    "change:_chart": drawChart,
    "change:_note": drawNote,
    "change:_shown": draw,
    "change:_alert": () => alarm(model.get("_alert")),
    "change:_answered": request.answered,
  };
  for (const [event, listener] of Object.entries(heard)) {
    model.on(event, listener);
    listener();
  }
  keepKeysFromHost(root);

  return () => {
    play(false);
    for (const [event, listener] of Object.entries(heard)) model.off(event, listener);
  };
}

export default { render };
