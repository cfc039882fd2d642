// The playground's page in a frame, without its head and foot, at one of its views.

const STYLE = "header, footer { display: none !important } main { padding: 0 10px !important } body { overflow: hidden }";

function render({ model, el }) {
  const frame = document.createElement("iframe");
  let address;
  frame.className = "memlab-page";
  frame.title = "playground";
  const resized = new ResizeObserver(([{ target }]) => { frame.style.height = `${target.offsetHeight + 4}px`; });
  frame.onload = () => {
    const { contentWindow: inner, contentDocument: page } = frame;
    if (!page?.getElementById("stage")) return;      // not yet the page
    const style = page.createElement("style"), { history } = inner, replace = history.replaceState.bind(history);
    style.textContent = STYLE;
    const dark = document.body.dataset.jpThemeLight === "false";      // not as the browser, but as JupyterLab
    for (const rule of page.styleSheets[0].cssRules)
      if (rule.media?.mediaText.includes("color-scheme")) rule.media.mediaText = dark ? "all" : "not all";
    page.documentElement.style.colorScheme = dark ? "dark" : "light";
    page.head.append(style);
    const tell = () => {
      model.set("link", inner.location.hash.slice(1));
      model.save_changes();
    };
    history.replaceState = (...given) => { replace(...given); tell(); };      // so the page keeps its settings
    tell();
    resized.observe(page.body);
    const wait = () => { if (page.body.dataset.ready) el.dataset.state = "ready"; else setTimeout(wait, 50); };
    wait();
  };
  model.on("msg:custom", (_, [content]) => {
    address = URL.createObjectURL(new Blob([content], { type: "text/html" }));
    frame.src = `${address}#${model.get("link")}`;
  });
  const themes = new MutationObserver(() => frame.contentWindow.location.reload());
  themes.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  el.append(frame);
  model.send({});      // asks for the page
  return () => { themes.disconnect(); resized.disconnect(); URL.revokeObjectURL(address); };
}

export default { render };
