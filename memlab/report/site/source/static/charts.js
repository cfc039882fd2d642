// Charts become interactive when they come into view; until then, and without scripts, they are SVG.
const options = {
  mode: "vega-lite",
  renderer: "svg",
  actions: { export: true, source: false, compiled: false, editor: false },
  config: { mark: { tooltip: true } },
};

function draw(figure) {
  const spec = JSON.parse(figure.querySelector("script").textContent);
  delete spec.$schema;      // of the Vega-Lite that JupyterLab has; here is a newer one
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
