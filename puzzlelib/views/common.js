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
