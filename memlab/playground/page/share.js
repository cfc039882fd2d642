// Links: copied, as a QR code, and told to the page around this one, such as the book, which tells its own address.

const framed = parent !== window;

function remember() {      // the settings, in the address
  const link = writeLink(app.values);
  history.replaceState(null, "", `#${link}`);
  if (framed) parent.postMessage({ playground: link }, "*");
}

function listen({ data, source }) {      // to the page around
  if (source !== parent || typeof data?.playground !== "string") return;
  app.address = data.address;
  if (!data.playground || data.playground === location.hash.slice(1)) return;
  location.hash = data.playground;      // which is followed
}

onmessage = listen;

const address = () => `${(app.address ?? location.href).replace(/#.*/s, "")}#${writeLink(app.values)}`;

async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(app.facts.texts.share.refused);
  }
}

function share() {
  const texts = app.facts.texts.share, link = address(), code = qrCode(link), canvas = element("canvas.code");
  const text = element("textarea", { id: "link", readOnly: true, rows: 3, value: link, "aria-label": texts.link });
  find("share").replaceChildren(element("h2", {}, texts.title), text,
    ...shows(app.values, view()) ? [element("p", {}, app.facts.texts.own.shown)] : [],
    ...code ? [canvas] : [element("p", {}, texts.long)],
    ...link.startsWith("file:") ? [element("p.note", {}, texts.file)] : [],
    element("div.buttons", {},
      element("button.primary", { type: "button", id: "copy", onclick: () => {
        text.select();
        copyText(link, texts.copied);
        find("share").close();
      } }, texts.copy),
      element("button", { type: "button", onclick: () => find("share").close() }, texts.close)));
  if (code) drawCode(canvas, code, texts.code);
  find("share").showModal();
}

function drawCode(canvas, code, words) {      // with the light border that readers need
  const border = 4, size = code.length + 2 * border, scale = Math.ceil(480 / size);
  Object.assign(canvas, { width: scale * size, height: scale * size });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000000";
  code.forEach((row, y) => row.forEach((dark, x) => {
    if (dark) pen.fillRect(scale * (x + border), scale * (y + border), scale, scale);
  }));
  describe(canvas, words);
}

function reset() {      // the settings of this view
  pause();
  app.values = { ...defaults(), view: app.values.view };
  reconcile(app.values, app.graphs);
  return show();
}

const throwDice = () => change({ seed: String(1 + Math.floor(Math.random() * 1e6)) });
