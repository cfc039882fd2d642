// Charts of Vega-Lite that are embedded once; afterwards only their data is swapped.
// vegaEmbed is put in front of this file by vl-convert: nothing is fetched.

function render({ model, el }) {
  el.classList.add("memlab-charts");
  let panels = [];      // {host, view}, as many as there are specs

  const visible = () => el.clientWidth > 0;
  const dark = () => document.body.dataset.jpThemeLight === "false";

  let generation = 0;
  async function embed() {
    const mine = ++generation;
    const specs = model.get("specs"), old = panels, fresh = [];
    for (const spec of specs) {
      const host = document.createElement("div");
      host.className = "memlab-chart";
      host.style.minWidth = Math.min(model.get("least_width"), 0.96 * innerWidth) + "px";
      host.setAttribute("role", "img");
      host.setAttribute("aria-label", spec.title.text);
      fresh.push({ host, spec });
    }
    el.replaceChildren(...fresh.map(panel => panel.host));
    for (const panel of fresh) {
      const options = { actions: false, renderer: "canvas",
                        tooltip: { theme: dark() ? "dark" : "default" } };
      const embedded = await vegaEmbed(panel.host, structuredClone(panel.spec), options);
      if (mine !== generation) return embedded.finalize();
      panel.view = embedded.view;
      panel.finalize = embedded.finalize;
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
    if (!visible()) return;
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
      if (panel && contentRect.width > 0) panel.view.signal("width", contentRect.width - 4);
    }
    ask();
  });

  model.on("change:specs", embed);
  model.on("change:rows", ask);
  embed();
  return () => {
    sizes.disconnect();
    for (const panel of panels) panel.finalize?.();
  };
}

export default { render };
