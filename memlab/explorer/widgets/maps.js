// Maps of bits or of bytes side by side, of the same shape, drawn when there is something new and somebody looks.

function render({ model, el }) {
  el.classList.add("memlab-maps");
  el.setAttribute("role", "img");
  const canvases = [], images = [];      // an image has one pixel a place
  function paint(side, rows, columns) {
    const image = images[side] ??= document.createElement("canvas");
    image.width = columns; image.height = rows;
    const context = image.getContext("2d"), pixels = context.createImageData(columns, rows);
    const words = new Uint32Array(pixels.data.buffer), depth = model.get("depth");
    const stride = Math.ceil(columns * depth / 8);
    const packed = model.get("bits")[side];
    const [r, g, b] = model.get("colour").match(/\w\w/g).map(hex => parseInt(hex, 16));
    const colour = (b << 16) | (g << 8) | r;
    for (let row = 0, pixel = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, pixel++) {
        const shade = depth === 8 ? packed.getUint8(row * stride + column)
          : 255 * (packed.getUint8(row * stride + (column >> 3)) >> (7 - (column & 7)) & 1);
        words[pixel] = (shade << 24) | colour;
      }
    context.putImageData(pixels, 0, 0);
  }

  let asked = false, repaint = true;
  function show() {
    asked = false;
    if (!el.clientWidth) return;
    const [rows, columns] = model.get("shape"), captions = model.get("captions");
    const ratio = devicePixelRatio || 1;
    const height = Math.max(72, Math.min(400, 0.4 * innerHeight, 12 * rows));
    while (canvases.length < captions.length) {
      const figure = document.createElement("figure"), canvas = document.createElement("canvas");
      figure.append(document.createElement("figcaption"), canvas);
      el.append(figure);
      canvases.push(canvas);
    }
    canvases.forEach((canvas, side) => {
      const figure = canvas.parentNode;
      figure.hidden = side >= captions.length;
      if (figure.hidden) return;
      figure.firstChild.textContent = captions[side];
      if (repaint) paint(side, rows, columns);
      const width = figure.clientWidth;
      canvas.width = width * ratio; canvas.height = height * ratio;
      canvas.style.height = height + "px";
      const context = canvas.getContext("2d");
      context.imageSmoothingEnabled = width * ratio < columns;
      context.imageSmoothingQuality = "high";
      context.drawImage(images[side], 0, 0, canvas.width, canvas.height);
    });
    repaint = false;
    el.setAttribute("aria-label", `${captions.join("; ")}.`);
    el.dataset.frame = 1 + Number(el.dataset.frame ?? 0);
  }
  const ask = () => {
    if (!asked) { asked = true; requestAnimationFrame(show); }
  };
  const sizes = new ResizeObserver(ask);
  sizes.observe(el);
  model.on("change:bits change:depth change:shape change:colour", () => { repaint = true; ask(); });
  model.on("change:captions", ask);
  return () => sizes.disconnect();
}

export default { render };
