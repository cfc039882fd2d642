// Hinton and Nowlan's experiment: without learning, with it, and with what was learned inherited.

const ALLELES = [      // by their numbers in the kernel: name, colours of curve and picture, dashes
  ["wrong", "alert", "alert", [2, 2]], ["right", "accent", "accent", [1, 0]],
  ["undecided", "soft", "blank", [6, 3]]];
const GENES = 20, MOST_GENERATIONS = 200;

const needle = {
  controls: ["trials", "population", "seed"],
  rate: values => [1, 2, 5, 15, 50][values.speed - 1],      // generations a second

  start: values => anew(needle, needle.controls, values, async given => {
    needle.sides = Object.keys(app.facts.texts.learners).map(() => ({ rows: [] }));
    needle.take(await call("startNeedle", given));
  }),
  async go(amount) {
    const generations = Math.min(amount, MOST_GENERATIONS + 1 - needle.sides[0].rows.length);
    if (generations > 0) needle.take(await call("goNeedle", { generations }));
  },
  again() { needle.key = null; },
  finished: () => needle.sides[0].rows.length > MOST_GENERATIONS,
  step: () => needle.go(1),
  take(news) {
    needle.sides = needle.sides.map(({ rows }, i) => ({ ...news[i], rows: [...rows, ...news[i].rows] }));
  },

  build(stage) {
    const sides = Object.entries(app.facts.texts.learners).map(([mode, words]) =>
      element("article.card", { id: `needle-${mode}` },
        element("div.name", {}, swatch(mode), element("b", {}, label(mode))), element("p.inherits", {}, words),
        element("p.score"), element("canvas.curve"), element("canvas.alleles")));
    stage.append(find("scene-needle").content.cloneNode(true));
    stage.querySelector(".sides").append(...sides);
  },

  draw(stage, { population }) {
    const all = population * GENES;
    needle.sides.forEach(({ alleles, wasted, rows }, i) => {
      const side = stage.querySelectorAll("article")[i], x = rows.map((_, time) => time);
      const [curve, picture] = side.querySelectorAll("canvas"), last = rows.at(-1);
      const shares = ALLELES.map(([name], a) => `${number(100 * last[a] / all)} % ${name}`);
      const score = side.querySelector(".score");
      score.innerHTML = `Genes: ${shares.join(", ")}; <b>${number(last[3])}</b> of ${number(population)} found the needle`;
      drawCurves(curve, { x: [0, Math.max(50, rows.length), "generations"], y: [0, 1], series: ALLELES.map(
        ([, colour, , dash], a) => ({ x, y: rows.map(row => row[a] / all), dash, colour: property(colour) })) });
      const late = wasted.map(trials => trials < 0 ? Infinity : trials), genes = new Uint8Array(all);
      const order = late.map((_, who) => who).sort((a, b) => late[a] - late[b] || a - b);
      order.forEach((who, column) => {
        for (let gene = 0; gene < GENES; gene++)
          genes[gene * population + column] = alleles[who * GENES + gene];
      });
      drawPixels(picture, genes, GENES, population, ALLELES.map(([, , colour]) => property(colour)));
      for (const canvas of [curve, picture]) describe(canvas, score.textContent);
    });
  },

  status: () => `generation ${needle.sides[0].rows.length - 1}`,
};
