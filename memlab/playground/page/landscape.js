// Fitness landscapes, small enough to be shown whole: as they are, and as more and more learning makes them.

const landscape = {
  controls: ["kind"],
  rate: values => [1, 2, 4, 8, 1e9][values.speed - 1],      // amounts of learning a second

  start: values => anew(landscape, landscape.controls, values, async () => { landscape.shown = 0; }),
  async go(amount, { kind }) {
    landscape.shown = Math.min(landscape.shown + amount, app.facts.landscapes[kind].amounts.length - 1);
  },
  step: values => landscape.go(1, values),
  again() { landscape.key = null; },
  finished: () => landscape.shown === app.facts.landscapes[app.values.kind].amounts.length - 1,

  build(stage, { kind }) {
    stage.append(find("scene-landscape").content.cloneNode(true));
    stage.querySelector("figcaption").innerHTML = app.facts.texts.landscapes[kind].info;
  },

  draw(stage, { kind }) {
    const { before, after } = app.facts.landscapes[kind], all = [...before, ...after.flat()];
    const [least, most] = [Math.min(...all), Math.max(...all)], margin = 0.06 * (most - least);
    const x = before.map((_, place) => place), canvas = stage.querySelector("canvas");
    drawCurves(canvas, {
      series: [["darwinian", before], ["baldwinian", after[landscape.shown]]].map(
        ([mode, y]) => ({ ...look(mode), x, y })),
      x: [0, before.length - 1, app.facts.texts.landscapes[kind].places], y: [least - margin, most + margin] });
    describe(canvas, `${SETTINGS.kind.options[kind]}, after ${landscape.status()}`);
  },

  status() {
    const { amounts, unit } = app.facts.landscapes[app.values.kind], amount = amounts[landscape.shown];
    return `${number(amount)} ${unit}${amount === 1 ? "" : "s"}`;
  },
};
