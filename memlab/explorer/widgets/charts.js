// Charts of Vega-Lite that are embedded once; afterwards only their data is swapped.
// The widget Vega brings what draws them: nothing is fetched.

function render({ model, el }) {
  const grid = document.createElement("div");
  el.classList.add("memlab-charts");
  el.append(grid);
  let panels = [];      // {host, view}, as many as there are specs

  let generation = 0;
  async function embed() {
    const mine = ++generation;
    const old = panels, fresh = [], page = getComputedStyle(document.body);
    const usual = page.getPropertyValue("--memlab-ink").trim();
    const ink = page.getPropertyValue("--jp-ui-font-color1").trim() || usual;
    const theme = document.body.dataset.jpThemeLight === "false" ? "dark" : "default";
    for (const spec of JSON.parse(JSON.stringify(model.get("specs")).replaceAll(usual, ink))) {
      const host = Object.assign(document.createElement("div"), {
        className: "memlab-chart", role: "figure", ariaLabel: spec.title.text });
      fresh.push({ host, spec });
    }
    grid.replaceChildren(...fresh.map(panel => panel.host));
    while (!globalThis.memlabVega) await new Promise(requestAnimationFrame);
    for (const panel of fresh) {
      const options = { actions: { export: true, source: false, compiled: false, editor: false },
                        downloadFileName: panel.spec.title.text, renderer: "canvas",
                        tooltip: { theme } };
      Object.assign(panel, await memlabVega(panel.host, structuredClone(panel.spec), options));
      if (mine !== generation) return panel.finalize();
      panel.host.querySelector("summary").ariaLabel = "Save this picture";
      sizes.observe(panel.host);
    }
    for (const panel of old) panel.finalize?.();
    panels = fresh;
    ask();
  }

  // A frame that cannot be drawn in time is dropped: the next one shows what is newest.
  let asked = false;
  function ask() {
    if (!asked) { asked = true; requestAnimationFrame(draw); }
  }
  async function draw() {
    asked = false;
    if (!el.clientWidth) return;
    const rows = model.get("rows");
    await Promise.all(panels.map(({ view, spec }) => {
      const { name } = spec.data;
      if (name in rows) view.data(name, structuredClone(rows[name]));
      return view.runAsync();
    }));
    el.dataset.frame = 1 + Number(el.dataset.frame ?? 0);
  }
  const sizes = new ResizeObserver(entries => {
    for (const { target, contentRect } of entries) {
      const panel = panels.find(panel => panel.host === target);
      if (!panel || !contentRect.width) continue;
      panel.view.signal("width", contentRect.width - 4);
      // Two rows of charts, or one of twice the height, go on a lecturer's screen.
      const across = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
      const low = Math.max(84, Math.min(160, 0.14 * innerHeight - 22));
      panel.view.signal("height", across > 2 ? 1.8 * low : low);
    }
    ask();
  });

  const theme = new MutationObserver(embed);
  theme.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  model.on("change:specs", embed);
  model.on("change:rows", ask);
  embed();
  return () => {
    sizes.disconnect();
    theme.disconnect();
    for (const panel of panels) panel.finalize?.();
  };
}

export default { render };
