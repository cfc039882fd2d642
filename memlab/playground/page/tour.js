// The tour through the views: its steps are in texts.toml.

function tourPanel(step) {
  const panel = find("tour"), scene = app.facts.texts.tour[step - 1], last = app.facts.texts.tour.length;
  panel.hidden = !scene;
  panel.classList.toggle("last", step === last);
  panel.replaceChildren();
  find("lead").hidden = Boolean(scene);
  if (!scene) return;
  const button = (text, to, id, kind = "button") =>
    element(kind, { type: "button", id: `tour-${id}`, onclick: () => visit(to) }, text);
  const guess = (name, words) => element(`button${app.guess === name ? ".primary" : ""}`, { type: "button", id: `guess-${name}`,
    onclick: () => { app.guess = name; visit(step + 1); } }, words);
  panel.replaceChildren(
    element("div", {}, element("span.count", {}, `${step} / ${last}`), element("h2", {}, scene.title),
      element("p", { innerHTML: scene.text + (scene.play && calm() ? " Press play." : "") })),
    ...scene.guess ? [element("div.buttons.guess", {}, ...Object.entries(app.facts.texts.guesses).map(pair => guess(...pair)))] : [],
    element("div.buttons", {}, ...step > 1 ? [button("Back", step - 1, "back")] : [],
      button(...step < last ? [scene.guess ? "Skip" : "Next", step + 1] : ["Done", 0], "on", scene.guess ? "button" : "button.primary"),
      ...step < last ? [button("End tour", 0, "end")] : []));
}

function visit(step) {
  const scene = app.facts.texts.tour[step - 1];
  if (!scene) return change({ tour: 0 });
  pause();
  app.values = { ...defaults(), view: scene.view, ...scene.set, tour: step };
  reconcile(app.values, app.graphs);
  const shown = show();
  shown.then(() => scene.play && !calm() && play());
  find("tour").scrollIntoView({ block: "nearest" });
  return shown;
}
