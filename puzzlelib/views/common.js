// What the page sides of all widgets share; it stands in front of each of them.

// JupyterLab's own shortcuts (arrows, d d, x) must not act on keys that are meant for the lab.
// It looks for the mark from the element with the focus upwards, and ends at the first match
// with a shortcut's selector, which may be that element itself: so each gets the mark.
function keepKeysFromHost(root) {
  whenShown(root, () => {
    const mark = (element) => element.setAttribute("data-lm-suppress-shortcuts", "true");
    const lab = root.closest(".puzzlelib-lab") ?? root;
    mark(lab);
    lab.addEventListener("focusin", (event) => mark(event.target));
  });
}

function whenShown(root, then) {
  root.isConnected ? then() : requestAnimationFrame(() => whenShown(root, then));
}

// Give the keyboard back to the notebook.
function leave(root) {
  document.activeElement?.blur();
  root.closest(".jp-Notebook")?.focus();
}

// Ask Python; a page on the same machine says so, and its answer comes without delay (see PUSH).
const NEARBY = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const tell = (model, message) => model.send({ ...message, nearby: NEARBY });

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Makes the parts of the picture that have a data-pick buttons: one in the page's tab order,
// the others an arrow key away.
function pickable(picture, ask) {
  const parts = () => [...picture.querySelectorAll("[data-pick]")];
  const partOf = (element) => element?.closest?.("[data-pick]");

  function focus(part) {
    for (const other of parts()) other.setAttribute("tabindex", other === part ? "0" : "-1");
    part.focus({ preventScroll: true });
  }
  function neighbour(part, key) {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [x, y] = middle(part.getBoundingClientRect());
    const [right, down] = DIRECTIONS[key];
    let [nearest, least] = [null, Infinity];
    for (const other of parts()) {
      const [u, v] = middle(other.getBoundingClientRect());
      const ahead = (u - x) * right + (v - y) * down;
      const distance = ahead + 3 * Math.abs((u - x) * down + (v - y) * right); // straight on first
      if (ahead > 1 && distance < least) [nearest, least] = [other, distance];
    }
    return nearest;
  }
  picture.addEventListener("click", (event) => {
    const part = partOf(event.target);
    const plane = event.target.closest("svg[data-pick-plane]");
    if (part) {
      ask({ pick: part.dataset.pick });
    } else if (plane) {
      const point = new DOMPoint(event.clientX, event.clientY);
      const { x, y } = point.matrixTransform(plane.getScreenCTM().inverse());
      ask({ pick: [x, y] });
    }
  });
  return {
    // Put another drawing in its place; the part with the focus keeps it.
    draw(drawing) {
      const held = picture.contains(document.activeElement) && partOf(document.activeElement);
      picture.innerHTML = drawing;
      parts().forEach((part, index) => {
        part.setAttribute("tabindex", index ? "-1" : "0");
        part.setAttribute("role", "button");
      });
      // an image would hide its parts from screen readers
      if (parts().length) picture.querySelector("svg")?.setAttribute("role", "group");
      if (!held) return;
      const same = parts().find((part) => part.dataset.pick === held.dataset.pick);
      same ? focus(same) : picture.focus({ preventScroll: true });
    },
    // Act on a key if a part has the focus, and tell whether it was one for parts.
    key({ key, target }) {
      const part = partOf(target);
      if (!part || !(key in DIRECTIONS || key === "Enter" || key === " ")) return false;
      if (key in DIRECTIONS) focus(neighbour(part, key) ?? part);
      else ask({ pick: part.dataset.pick });
      return true;
    },
  };
}
