// The page side of controls.py: each kind is a function that builds it and returns how to redraw it.

const KINDS = { messages, fold, modes, field, sketch };

function make(tag, className = "", attributes = {}) {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function messages(model, root) {
  const news = make("p", "puzzlelib-note", { role: "status" });
  const alert = make("p", "puzzlelib-alert", { role: "alert" });
  const running = make("p", "puzzlelib-running");
  const progress = make("span", "", { role: "status" });
  const stop = make("button", "", { type: "button" });
  stop.textContent = "Stop";
  stop.addEventListener("click", () => tell(model, { stop: true }));
  running.append(stop, progress);
  root.append(running, news, alert);
  whenShown(root, () => {
    const lab = root.closest(".puzzlelib-lab");
    lab?.setAttribute("role", "region");
    lab?.setAttribute("aria-label", model.get("_label"));
  });
  return () => {
    news.textContent = model.get("news");
    alert.textContent = model.get("_alert");
    keepInSight(alert);
    progress.textContent = model.get("progress");
    running.hidden = !model.get("progress");
  };
}

// A warning that is out of sight, because the person acts further down, floats above the page.
function keepInSight(alert) {
  alert.removeAttribute("popover");
  if (!alert.textContent) return;
  const watch = new IntersectionObserver(([{ isIntersecting }]) => {
    watch.disconnect();
    if (isIntersecting || !alert.showPopover || !alert.textContent) return;
    alert.setAttribute("popover", "manual");
    alert.showPopover();
  });
  watch.observe(alert);
}

function fold(model, root) {
  const button = make("button", "puzzlelib-fold", { type: "button" });
  button.textContent = model.get("_label");
  button.addEventListener("click", () => tell(model, { toggle: true }));
  root.append(button);
  return () => button.setAttribute("aria-expanded", model.get("unfolded"));
}

function modes(model, root) {
  root.setAttribute("role", "radiogroup");
  root.setAttribute("aria-label", model.get("_label"));
  const name = `puzzlelib-modes-${Math.random()}`; // radio buttons of one view belong together
  const inputs = model.get("options").map((option) => {
    const label = make("label", "puzzlelib-mode");
    const input = make("input", "", { type: "radio", name, value: option });
    input.addEventListener("change", () => tell(model, { choose: option }));
    label.append(input, option);
    root.append(label);
    return input;
  });
  return () => inputs.forEach((input) => (input.checked = input.value === model.get("value")));
}

// Python may answer while the person types on: its value is shown once it has heard all of it.
function field(model, root) {
  const label = make("label", "puzzlelib-field");
  const input = make("input", "", model.get("_attributes"));
  label.append(model.get("_label"), input);
  root.append(label);
  let unheard = null; // the token of the last message, until it is answered
  const send = (more) => {
    unheard = Math.random();
    tell(model, { value: input.value, token: unheard, ...more });
  };
  // a number is told when it is complete; the page says so before a click elsewhere
  input.addEventListener(input.type === "number" ? "change" : "input", () => send());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) send({ submit: true });
  });
  return () => {
    if (model.get("_heard") === unheard) unheard = null;
    const value = `${model.get("value")}`;
    if (unheard === null && input.value !== value) input.value = value;
  };
}

function sketch(model, root) {
  const picture = make("div", "puzzlelib-sketch", { tabindex: "-1" });
  const parts = pickable(picture, (message) => tell(model, message));
  root.append(picture);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !parts.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => parts.draw(model.get("drawing"));
}

function render({ model, el }) {
  const root = make("div", "puzzlelib");
  el.append(root);
  const draw = KINDS[model.get("_kind")](model, root);
  draw();
  model.on("change", draw);
  keepKeysFromHost(root);
  return () => model.off("change", draw);
}

export default { render };
