// The first minute: dots chosen by hand, repaired by learning; what children inherit of that; and what is often
// misunderstood. Learning is the study's own, a step at a time.

const PUZZLE = "map";      // its graph
const EXAMPLE = [0, 1, 3, 5, 7, 8, 11, 14, 16, 17, 19, 23];      // dots, where the reader has chosen none
const SPACE = "http://www.w3.org/2000/svg";

const puzzle = {
  controls: [], still: true, chosen: null, learned: null, depth: 0, seed: 1, steps: 0,
  rate: () => 2.5,      // steps a second
  graph: () => app.graphs[PUZZLE],
  problem: () => conflicts(puzzle.graph(), puzzle.chosen),

  async start({ picture }) {
    puzzle.chosen ??= new Uint8Array(puzzle.graph().n);
    if (picture !== "inheritance") return;
    const enough = puzzle.problem().length > 1;      // or else nothing would be seen
    puzzle.parent = enough ? puzzle.chosen : Uint8Array.from(puzzle.chosen, (_, dot) => Number(EXAMPLE.includes(dot)));
    puzzle.offspring = (await puzzle.taught(puzzle.parent, 100)).learned;
  },
  taught: (set, depth) => call("learnSteps", { graph: puzzle.graph().index, set, depth, seed: String(puzzle.seed) }),
  async go(amount) {
    puzzle.depth += amount;
    Object.assign(puzzle, await puzzle.taught(puzzle.chosen, puzzle.depth));
  },
  step: () => puzzle.go(1),
  again() { puzzle.unlearn(); },      // twins may learn different things
  unlearn() {
    Object.assign(puzzle, { learned: null, depth: 0, steps: 0, seed: puzzle.seed + 1 });
  },
  finished: () => !conflicts(puzzle.graph(), puzzle.learned ?? puzzle.chosen).length,
  status: () => "",

  choose(bits) {
    pause();
    puzzle.chosen = bits;
    puzzle.unlearn();
    draw();
  },
  toggle: dot => puzzle.choose(puzzle.chosen.map((bit, other) => other === dot ? 1 - bit : bit)),

  build(stage, { picture }) {
    if (picture === "inheritance") return puzzle.buildInheritance(stage);
    if (picture === "notes") return puzzle.buildNotes(stage);
    const { puzzle: texts } = app.facts.texts, button = (words, id, onclick) =>
      element("button", { type: "button", id, onclick }, words);
    stage.append(element("figure.card.puzzle", {}, mapPicture(puzzle.graph(), puzzle.toggle),
      element("div.side", {}, element("p", { id: "told", "aria-live": "polite" }),
        element("div.buttons", {}, button(texts.learn, "learn", play),
          button(texts.random, "random", () => puzzle.choose(puzzle.chosen.map(() => Number(Math.random() < 0.5)))),
          button(texts.clear, "clear", () => puzzle.choose(puzzle.chosen.map(() => 0)))),
        element("p.note", { innerHTML: texts.key }))));
  },

  buildInheritance(stage) {
    const { cards, parts } = app.facts.texts.inheritance;
    stage.append(...Object.entries(cards).map(([mode, words]) => element("article.card.heirs", { id: `heirs-${mode}` },
      element("div.name", {}, swatch(mode), element("b", {}, label(mode)), element("span", {}, words)),
      element("div.row", {}, ...parts.map(part =>
        element("figure", {}, mapPicture(puzzle.graph()), element("figcaption", {}, part)))))));
  },

  buildNotes(stage) {
    stage.append(element("div.notes", {}, ...app.facts.texts.notes.map(({ claim, answer }) =>
      element("article.card", {}, element("h3", {}, claim), element("p", { innerHTML: answer })))));
  },

  draw(stage, { picture }) {
    if (picture === "inheritance") {
      for (const mode of Object.keys(app.facts.texts.inheritance.cards)) {
        const born = app.facts.modes[mode].inherits ? puzzle.offspring : puzzle.parent;
        const shown = [[puzzle.parent], [puzzle.offspring, puzzle.parent], [born]];
        stage.querySelectorAll(`#heirs-${mode} .map-picture`).forEach((svg, i) => colourMap(svg, puzzle.graph(), ...shown[i]));
      }
    }
    if (picture !== "puzzle") return;
    colourMap(stage.querySelector(".map-picture"), puzzle.graph(), puzzle.learned ?? puzzle.chosen, puzzle.learned && puzzle.chosen);
    find("told").innerHTML = puzzle.words();
    find("learn").disabled = !puzzle.problem().length;
  },

  words() {
    const { says } = app.facts.texts.puzzle, chosen = ones(puzzle.chosen), bad = puzzle.problem().length;
    const best = puzzle.graph().problems.mis.optimum, left = ones(puzzle.learned ?? puzzle.chosen);
    const key = !chosen ? "nothing" : puzzle.learned ? puzzle.finished() ? "learned" : "learning"
      : bad ? "conflict" : chosen === best ? "best" : "solution";
    const numbers = { chosen: `${chosen} dot${chosen === 1 ? "" : "s"}`, best, left, dropped: chosen - left,
      bad: bad === 1 ? "1 pink line joins" : `${bad} pink lines join` };
    return says[key].replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
  },
};

// A picture of a small graph; with `choose`, its dots can be chosen.
function mapPicture(graph, choose = null) {
  const shape = (kind, attributes) => {
    const node = document.createElementNS(SPACE, kind);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const place = dot => [7 + 111 * graph.spots[2 * dot] / 65535, 7 + 86 * graph.spots[2 * dot + 1] / 65535];
  const svg = shape("svg", { viewBox: "0 0 125 100", class: "map-picture", role: choose ? "group" : "img",
    "aria-label": app.facts.texts.puzzle.picture });
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [[x1, y1], [x2, y2]] = [place(graph.edges[e]), place(graph.edges[e + 1])];
    svg.append(shape("line", { x1, y1, x2, y2 }));
  }
  for (let dot = 0; dot < graph.n; dot++) {
    const [cx, cy] = place(dot), group = shape("g", {});
    group.append(shape("circle", { cx, cy, r: 3.6 }));
    svg.append(group);
    if (!choose) continue;
    group.prepend(shape("circle", { cx, cy, r: 8, class: "reach" }));
    for (const [name, value] of Object.entries({ role: "checkbox", tabindex: 0, "aria-label": `dot ${dot + 1}` }))
      group.setAttribute(name, value);
    group.onclick = () => choose(dot);
    group.onkeydown = event => {
      if (![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      choose(dot);
    };
  }
  return svg;
}

// Colours its dots; those that `before` had and `bits` has not are ringed.
function colourMap(svg, graph, bits, before = null) {
  svg.querySelectorAll("line").forEach((line, e) =>
    line.classList.toggle("conflict", Boolean(bits[graph.edges[2 * e]] && bits[graph.edges[2 * e + 1]])));
  svg.querySelectorAll("g").forEach((group, dot) => {
    group.classList.toggle("chosen", Boolean(bits[dot]));
    group.classList.toggle("dropped", Boolean(before?.[dot] && !bits[dot]));
    if (group.hasAttribute("role")) group.setAttribute("aria-checked", String(Boolean((before ?? bits)[dot])));
  });
}
