// Charts become interactive when they come into view; until then, and without scripts, they are SVG.
const options = {
  mode: "vega-lite",
  renderer: "svg",
  actions: { export: true, source: false, compiled: false, editor: false },
  config: { mark: { tooltip: true } },
};

// Where the page is narrow, charts that stand beside each other go below each other, and wide ones shrink.
function fit(spec, width) {
  const { columns, encoding } = spec;
  if (spec.hconcat) {
    spec.vconcat = spec.hconcat;
    delete spec.hconcat;
  }
  if (columns > 1) spec.columns = Math.max(1, Math.min(columns, Math.floor(width / 260)));
  if (encoding?.facet?.columns > 1)
    encoding.facet.columns = Math.max(1, Math.min(encoding.facet.columns, Math.floor(width / 260)));
  for (const part of [spec, spec.spec ?? {}])
    if (part.width > width - 110) part.width = Math.max(160, width - 110);      // beside axis and legend
  for (const inner of [...spec.vconcat ?? [], ...spec.concat ?? []]) fit(inner, width);
}

function draw(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent);
  delete spec.$schema;      // of the Vega-Lite that JupyterLab has; here is a newer one
  if (figure.clientWidth < 600) fit(spec, figure.clientWidth);
  const place = document.createElement("div");
  vegaEmbed(place, spec, options).then(() => figure.querySelector("img").replaceWith(place));
}

document.addEventListener("DOMContentLoaded", () => {
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      seen.unobserve(entry.target);
      draw(entry.target);
    }
  }, { rootMargin: "300px" });
  document.querySelectorAll("figure.chart").forEach((figure) => seen.observe(figure));
});
