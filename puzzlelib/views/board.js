// A grid of buttons: one is in the page's tab order, arrow keys move between them or slide tiles.

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "puzzlelib puzzlelib-board";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", model.get("_label"));
  const grid = document.createElement("div");
  grid.className = "puzzlelib-grid";
  grid.classList.toggle("puzzlelib-coordinates", model.get("coordinates"));
  const alert = document.createElement("p");
  alert.className = "puzzlelib-alert";
  alert.setAttribute("role", "alert");
  root.append(grid, alert);
  el.append(root);

  let buttons = [];
  let reachable = 0; // the one cell that Tab leads to

  function build() {
    const [rows, columns] = [model.get("rows"), model.get("columns")];
    const checkered = model.get("checkered");
    grid.style.setProperty("--columns", columns);
    buttons = Array.from({ length: rows * columns }, (_, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.index = index;
      const [row, column] = [Math.floor(index / columns), index % columns];
      button.classList.toggle("puzzlelib-shaded", checkered && (row + column) % 2 === 1);
      if (column === 0) button.dataset.row = row;
      if (row === 0) button.dataset.column = column;
      return button;
    });
    grid.replaceChildren(...buttons);
    reachable = Math.min(reachable, buttons.length - 1);
    buttons[reachable].tabIndex = 0;
  }

  function draw() {
    root.classList.toggle("puzzlelib-tiles", model.get("_slides"));
    const cells = model.get("cells");
    const columns = model.get("columns");
    if (buttons.length !== cells.length || grid.style.getPropertyValue("--columns") !== `${columns}`) build();
    const places = new Map(buttons.map((button) => [button.textContent, button]));
    cells.forEach(({ text = "", label, mark = "", disabled = false }, index) => {
      const button = buttons[index];
      const moved = text !== "" && button.textContent !== `${text}`;
      if (moved && model.get("_slides")) glide(places.get(`${text}`), button);
      button.tabIndex = index === reachable ? 0 : -1;
      button.dataset.mark = mark;
      button.setAttribute("aria-disabled", disabled);
      const place = `row ${Math.floor(index / columns)}, column ${index % columns}`;
      button.setAttribute("aria-label", label ?? `${text} ${place}`);
    });
    cells.forEach(({ text = "" }, index) => (buttons[index].textContent = text));
    alert.textContent = model.get("_alert");
  }

  function glide(from, to) {
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [x, y] = [from.offsetLeft - to.offsetLeft, from.offsetTop - to.offsetTop];
    to.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], 120);
  }

  function focus(index) {
    buttons[reachable].tabIndex = -1;
    reachable = index;
    buttons[index].tabIndex = 0;
    buttons[index].focus();
  }

  function neighbour(index, key) {
    const [rows, columns] = [model.get("rows"), model.get("columns")];
    const [row, column] = [Math.floor(index / columns), index % columns];
    if (key === "Home") return index - column;
    if (key === "End") return index - column + columns - 1;
    if (key === "ArrowUp") return row > 0 ? index - columns : index;
    if (key === "ArrowDown") return row < rows - 1 ? index + columns : index;
    if (key === "ArrowLeft") return column > 0 ? index - 1 : index;
    return column < columns - 1 ? index + 1 : index;
  }

  grid.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    focus(Number(button.dataset.index));
    if (button.getAttribute("aria-disabled") !== "true") tell(model, { click: reachable });
  });
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key in ARROWS && model.get("_slides")) tell(model, { key: ARROWS[key] });
    else if (key in ARROWS || key === "Home" || key === "End") focus(neighbour(reachable, key));
    else if (key === "Escape") leave(root);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  draw();
  model.on("change", draw);
  keepKeysFromHost(root);
  return () => model.off("change", draw);
}

export default { render };
