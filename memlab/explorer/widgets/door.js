// Says that there is a browser: only then is the explorer built. Does for it what no widget can.

// What was typed as a number, as ipywidgets reads numbers: it takes 1e9 for 1 and 50% for 50.
const plain = text => {
  const number = Number(text.replace(/[,\s]|%$/g, "")) / (/%\s*$/.test(text) ? 100 : 1);
  return text.trim() && Number.isFinite(number) ? String(number) : text;
};

function render({ model, el }) {
  const begin = () => {
    const root = el.closest(".memlab");
    if (!root) return requestAnimationFrame(begin);
    root.addEventListener("keypress", event => {
      if (event.target.type === "number") event.stopPropagation();      // it would refuse an "e"
    }, true);
    const typed = ({ target }) => {
      if (target.type === "number") target.value = plain(target.value);
      if (target.matches?.(".widget-readout")) target.textContent = plain(target.textContent);
    };
    for (const kind of ["change", "focusout", "blur"]) root.addEventListener(kind, typed, true);
    root.addEventListener("click", event => {      // a double click on Run does not pause, too
      const twice = event.detail > 1 && event.target.closest(".memlab-keys button");
      if (twice && twice.querySelector(".fa-play, .fa-pause")) event.stopPropagation();
    }, true);
    root.addEventListener("keydown", event => event.key === "Enter" && typed(event), true);
    let quiet = false;      // what a view is about was folded: it stays so
    root.addEventListener("click", ({ target }) => {
      const told = target.closest(".memlab-info > summary");
      if (told) quiet = told.parentNode.open;
    }, true);
    const name = () => {
      for (const told of root.querySelectorAll(".memlab-info[open]")) told.open = !quiet;
      for (const part of root.querySelectorAll(".noUi-handle, .widget-readout, select, input")) {
        const label = part.closest(".jupyter-widgets")?.querySelector("label")?.textContent;
        const said = label || part.title || part.closest("[title]")?.title;
        if (said && !part.ariaLabel) part.ariaLabel = said;
      }
      root.querySelectorAll(".widget-play button").forEach((button, place) => {
        button.ariaLabel = button.title = ["Run, or pause", "Begin anew"][place] ?? "";
      });
    };
    new MutationObserver(name).observe(root, { childList: true, subtree: true });
    name();
    model.send({ browser: true });
  };
  begin();
}

export default { render };
