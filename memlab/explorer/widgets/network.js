// A graph, once for each of a few solutions, such as one before and one after learning.

const MOST_EDGES = 4000;      // more cannot be told apart

function render({ model, el }) {
  const numbers = (name, Kind) => {
    const view = model.get(name);
    return new Kind(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
  };
  const colour = name => getComputedStyle(el).getPropertyValue(`--memlab-${name}`);
  let places, edges;
  const [ask, leave] = figures(el, "memlab-network", show => {
    const solutions = model.get("solutions"), ratio = devicePixelRatio || 1;
    places = numbers("places", Float32Array);
    edges = numbers("edges", Int32Array);
    const captions = places.length ? model.get("captions").slice(0, solutions.length) : [];
    show(captions).forEach((canvas, side) => {
      const size = Math.min(canvas.parentNode.clientWidth, 420, 0.3 * innerHeight);
      canvas.width = canvas.height = size * ratio;
      canvas.style.width = canvas.style.height = size + "px";
      const context = canvas.getContext("2d");
      context.scale(ratio, ratio);
      picture(context, size, solutions[side], solutions[Math.max(0, side - 1)]);
      Object.assign(canvas, { role: "img", ariaLabel: captions[side] });
    });
  });

  function picture(context, size, bits, before) {
    const n = places.length / 2, radius = Math.max(2, Math.min(7, 55 / Math.sqrt(n)));
    const at = i => radius + 2 + (size - 2 * radius - 4) * places[i];
    const cut = model.get("cut"), strong = [], weak = [];
    for (let e = 0; e < edges.length; e += 2) {
      const u = bits.getUint8(edges[e]), v = bits.getUint8(edges[e + 1]);
      (cut ? u !== v : u & v) ? strong.push(e) : weak.push(e);
    }
    const lines = (list, most, colour, width) => {
      const stride = Math.max(1, Math.ceil(list.length / most));
      context.beginPath();
      for (let i = 0; i < list.length; i += stride) {
        const u = 2 * edges[list[i]], v = 2 * edges[list[i] + 1];
        context.moveTo(at(u), at(u + 1));
        context.lineTo(at(v), at(v + 1));
      }
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    };
    const crowded = edges.length > 2000;
    lines(weak, MOST_EDGES / 2, colour("faint"), crowded ? 0.4 : 1);
    context.globalAlpha = cut && crowded ? 0.35 : crowded ? 0.6 : 1;
    lines(strong, MOST_EDGES / 2, colour(cut ? "ink" : "conflict"), crowded ? 0.7 : 2);
    context.globalAlpha = 1;
    for (const chosen of [0, 1]) {      // the chosen ones on top
      const fill = colour(chosen ? "chosen" : "other");
      for (let v = 0; v < n; v++) {
        if (bits.getUint8(v) !== chosen) continue;
        context.beginPath();
        context.arc(at(2 * v), at(2 * v + 1), chosen ? Math.max(radius, 3.2) : 0.75 * radius, 0, 7);
        context.fillStyle = fill;
        context.globalAlpha = chosen || cut ? 1 : 0.55;
        context.fill();
        context.globalAlpha = 1;
        if (before.getUint8(v) !== chosen) {
          context.strokeStyle = colour("conflict");
          context.lineWidth = Math.min(1.6, 0.4 * radius);
          context.stroke();
        }
      }
    }
  }

  model.on("change:places change:edges change:solutions change:captions change:cut", ask);
  return leave;
}

export default { render };
