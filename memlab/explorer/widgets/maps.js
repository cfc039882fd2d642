// Bit maps side by side, of the same shape; a click or an arrow key chooses a row of all.

function render({ model, el }) {
  el.tabIndex = 0;
  el.setAttribute("role", "application");
  const images = [];      // of one pixel a bit
  function paint(side, rows, columns) {
    const image = images[side] ??= document.createElement("canvas");
    image.width = columns; image.height = rows;
    const context = image.getContext("2d"), pixels = context.createImageData(columns, rows);
    const words = new Uint32Array(pixels.data.buffer), stride = Math.ceil(columns / 8);
    const packed = model.get("bits")[side];
    const [r, g, b] = model.get("colour").match(/\w\w/g).map(hex => parseInt(hex, 16));
    const one = (255 << 24) | (b << 16) | (g << 8) | r;
    for (let row = 0, pixel = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, pixel++)
        if (packed.getUint8(row * stride + (column >> 3)) >> (7 - (column & 7)) & 1) words[pixel] = one;
    context.putImageData(pixels, 0, 0);
  }

  let repaint = true;
  const [ask, leave] = figures(el, "memlab-maps", show => {
    const [rows, columns] = model.get("shape"), captions = model.get("captions");
    const ratio = devicePixelRatio || 1, chosen = model.get("chosen") - 1;
    const height = Math.max(72, Math.min(200, 0.2 * innerHeight, 12 * rows));
    show(captions).forEach((canvas, side) => {
      if (repaint) paint(side, rows, columns);
      const width = canvas.parentNode.clientWidth;
      canvas.width = width * ratio; canvas.height = height * ratio;
      canvas.style.height = height + "px";
      const context = canvas.getContext("2d");
      context.imageSmoothingEnabled = width * ratio < columns;
      context.imageSmoothingQuality = "high";
      context.drawImage(images[side], 0, 0, canvas.width, canvas.height);
      const step = canvas.height / rows, top = chosen * step;
      context.strokeStyle = getComputedStyle(el).color;
      context.lineWidth = 2 * ratio;
      context.strokeRect(ratio, Math.max(ratio, top - ratio), canvas.width - 2 * ratio,
                         Math.min(step + 2 * ratio, canvas.height - 2 * ratio));
    });
    repaint = false;
    const said = !rows ? "" : ` Individual ${chosen + 1} of ${rows} is chosen.`;
    el.setAttribute("aria-label", `${captions.join("; ")}.${said}`);
  });

  function choose(row) {
    model.set("chosen", Math.max(1, Math.min(model.get("shape")[0], row)));
    model.save_changes();
  }
  el.addEventListener("click", ({ target, offsetY }) => {
    if (target.tagName === "CANVAS")
      choose(1 + Math.floor(offsetY / target.clientHeight * model.get("shape")[0]));
  });
  const moves = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 };
  el.addEventListener("keydown", event => {
    if (!(event.key in moves)) return;
    choose(model.get("chosen") + moves[event.key]);
    event.preventDefault();
    event.stopPropagation();
  });

  model.on("change:bits change:shape change:colour", () => { repaint = true; ask(); });
  model.on("change:chosen change:captions", ask);
  return leave;
}

export default { render };
