// Hinton and Nowlan's experiment, with learning and without.

const ALLELES = ["wrong", "right", "undecided"];

const needle = {
  controls: ["trials", "population", "seed"],
  rate: values => [1, 2, 5, 15, 50][values.speed - 1],      // generations a second
  most: 200,

  async start(values) {
    needle.sides = [{ rows: [] }, { rows: [] }];
    needle.take(await call("startNeedle", { population: values.population, trials: values.trials, seed: values.seed }));
  },
  async go(amount) {
    const generations = Math.min(amount, needle.most + 1 - needle.sides[0].rows.length);
    if (generations > 0) needle.take(await call("goNeedle", { generations }));
    return needle.sides[0].rows.length > needle.most;
  },
  step: () => needle.go(1),
  take(news) {
    news.forEach(({ alleles, wasted, rows }, i) => Object.assign(needle.sides[i], { alleles, wasted, rows: [...needle.sides[i].rows, ...rows] }));
  },

  build(stage, values) {
    const side = (id, title) => element("article.card", { id },
      element("h2", {}, title), element("p.score"), element("canvas.curve"), element("canvas.alleles"));
    const key = ALLELES.map(allele => element("span", {}, element(`i.allele.${allele}`), allele));
    stage.append(element("p.key", {}, "Genes: ", ...key), element("div.pair", {},
      side("learners", `With learning: ${number(values.trials)} trials in a life`), side("others", "Without learning")),
    element("p.note", {}, "In the lower pictures each column is an individual, fittest first, and each row a gene."));
  },

  draw(stage, values) {
    const inks = ["alert", "accent", "blank"].map(property), genes = 20, people = values.population;
    needle.sides.forEach(({ alleles, wasted, rows }, i) => {
      const side = stage.querySelector(i ? "#others" : "#learners"), x = rows.map((_, g) => g);
      const last = rows.at(-1), all = people * genes, percent = share => `${number(100 * share)} %`;
      const words = `Generation ${rows.length - 1}: ${ALLELES.map((name, a) => `${percent(last[a] / all)} ${name}`).join(", ")}; `
        + `<b>${number(last[3])}</b> of ${number(people)} found the needle`;
      side.querySelector(".score").innerHTML = words;
      const canvas = side.querySelector(".curve"), dashes = [[2, 2], [1, 0], [6, 3]];
      drawCurves(canvas, { x: [0, Math.max(50, rows.length), "generations"], y: [0, 1],
        series: ALLELES.map((_, a) => ({ x, y: rows.map(row => row[a] / all), dash: dashes[a], colour: property(["alert", "accent", "soft"][a]) })) });
      describe(canvas, side.querySelector(".score").textContent);
      const order = wasted.map((t, who) => [t < 0 ? 1e9 : t, who]).sort((a, b) => a[0] - b[0] || a[1] - b[1]), picture = new Uint8Array(all);
      order.forEach(([, who], column) => { for (let g = 0; g < genes; g++) picture[g * people + column] = alleles[who * genes + g]; });
      drawPixels(side.querySelector(".alleles"), picture, genes, people, inks);
      describe(side.querySelector(".alleles"), `Genes of the population; ${side.querySelector(".score").textContent}`);
    });
  },

  status: () => `generation ${needle.sides[0].rows.length - 1}`,
};
