// Figures side by side, drawn when there is something new and somebody looks.

function figures(el, name, draw) {
  el.classList.add(name);
  const canvases = [];
  let asked = false;
  const show = () => {
    asked = false;
    if (!el.clientWidth) return;
    draw(captions => {      // the canvases below so many captions
      while (canvases.length < captions.length) {
        const figure = document.createElement("figure"), canvas = document.createElement("canvas");
        figure.append(document.createElement("figcaption"), canvas);
        el.append(figure);
        canvases.push(canvas);
      }
      canvases.forEach((canvas, side) => {
        canvas.parentNode.hidden = side >= captions.length;
        canvas.parentNode.firstChild.textContent = captions[side];
      });
      return canvases.slice(0, captions.length);
    });
    el.dataset.frame = 1 + Number(el.dataset.frame ?? 0);
  };
  const ask = () => {
    if (!asked) { asked = true; requestAnimationFrame(show); }
  };
  const sizes = new ResizeObserver(ask);
  sizes.observe(el);
  return [ask, () => sizes.disconnect()];
}
