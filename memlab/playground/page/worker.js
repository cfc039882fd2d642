// The worker: it holds the runs and takes them on, a short while at a time.
const PATIENCE = 25, TURN = 50;      // milliseconds; evaluations that a run goes on for
let facts, bytes, module;

// ---- the race -----------------------------------------------------------------------------------

let race;

// setups: settings that a mode has for itself, by its name
function startRace({ graph, problem, modes, mu, lambda, crossover, lb, coin, rate = 1, depth = 0, price = 0,
                     budget, seed, own, setups = {} }) {
  const described = racing(own ?? source(graph), problem);
  const machine = new Machine(module), runs = modes.map(mode => {
    const { learns, inherits } = facts.modes[mode], mine = { mu, lambda, crossover, lb, ...setups[mode] };
    const generations = Math.floor((budget - mine.mu) / mine.lambda);
    const run = newRun(machine, described, { learns: learns && rate > 0, inherits: inherits ?? mine.lb, mu: mine.mu,
      lambda: mine.lambda, generations, budget });
    for (const [name, value] of Object.entries({ each: Number(coin === "each"), crossover_rate: mine.crossover,
      learning_probability: learns ? rate : 0, step_cost: price, ...(depth > 0 ? { learning_depth: depth } : {}) }))
      run.set(`algorithm.${name}`, value);
    run.view("population.rng").set(seedState(seed));
    run.call("start");
    run.call("settle");
    return Object.assign(run, { mode, mu: mine.mu, lambda: mine.lambda, price, generations, generation: 0, told: 0,
      spent: mine.mu, over: generations < 1 });
  });
  race = { runs, positions: Array.from(runs[0].view("layout.positions"), Number) };
  return showRace({});
}

function newRun(machine, described, { learns, inherits, mu, lambda, generations, budget }) {
  const apart = learns && inherits < 1;      // phenotypes beside the genomes
  const run = new Block(machine, described, bytes, {
    sizes: [mu, lambda, generations],
    shapes: { "ledger.seen": [2 ** Math.ceil(Math.log2(2 * (budget + lambda) + 2))],      // never full
              "ledger.improvements": [budget + lambda, 3] },
    shared: apart ? {} : { "population.phenotypes": "population.genomes" } });
  for (const [name, value] of Object.entries({ inherits, mu, lambda_: lambda, budget }))
    run.set(`algorithm.${name}`, value);
  run.set("end", mu);      // of the initial population
  return run;
}

// Whoever has spent least goes on, until all have spent so much.
function goRace({ evaluations, inside }) {
  const end = performance.now() + PATIENCE, behind = () => race.runs.reduce((least, run) =>
    run.over || run.spent >= (least?.spent ?? evaluations) ? least : run, null);
  for (let run = behind(); run && performance.now() < end; run = behind()) goOn(run, evaluations);
  return showRace({ inside });
}

function goOn(run, evaluations) {      // a generation, or a few small ones, if what is left pays for them
  const missing = Math.ceil((evaluations - run.spent) / run.lambda), few = Math.max(1, Math.floor(TURN / run.lambda));
  const until = Math.min(run.generation + Math.min(missing, few), run.generations);
  run.set("until", until);
  run.call("advance");
  run.generation = run.number("ledger.generation");
  run.spent = run.mu + run.lambda * run.generation + run.price * run.number("ledger.steps");
  run.over = run.generation < until || until === run.generations;
}

function showRace({ inside = [] }) {
  const { runs, positions } = race, underway = runs.filter(run => !run.over), done = !underway.length;
  const spent = (done ? runs : underway).map(run => run.spent);
  return { done, evaluations: Math.round(done ? Math.max(...spent) : Math.min(...spent)),
    modes: Object.fromEntries(runs.map(run => {
      const { mode, mu, lambda, told, generation } = run, slots = Array.from(run.view("population.order").subarray(0, mu));
      const course = name => Array.from(run.view(`trace.${name}`).subarray(told, generation + 1), Number);
      const shown = { best: run.number("ledger.best"),
        solution: run.bits("population.phenotypes", slots.slice(0, 1), positions),
        curves: { x: Array.from({ length: generation + 1 - told }, (_, i) => mu + lambda * (told + i)),
                  best: course("best"), genomes: course("diversity"),
                  phenotypes: course("phenotype_diversity"), steps: course("steps") } };
      if (done || inside.includes(mode)) shown.inside = {
        genomes: run.bits("population.genomes", slots, positions),
        phenotypes: run.bits("population.phenotypes", slots, positions),
        fitness: slots.map(slot => Number(run.view("population.fitness")[slot])) };
      run.told = generation + 1;
      return [mode, shown];
    })) };
}

// A whole race: of every mode the best fitness and the steps of learning.
function wholeRace(given) {
  startRace(given);
  while (!goRace({ evaluations: given.budget }).done);
  return Object.fromEntries(race.runs.map(run =>
    [run.mode, { best: run.number("ledger.best"), steps: run.number("ledger.steps") }]));
}

// What a set of dots becomes by so many steps of learning: the child of a lone parent, without mutation.
function learnSteps({ graph, set, depth, seed }) {
  const described = racing(source(graph), "mis"), machine = new Machine(module);
  const run = newRun(machine, described, { learns: true, inherits: 0, mu: 1, lambda: 1, generations: 1, budget: 2 });
  const positions = Array.from(run.view("layout.positions"), Number);
  run.setBits("population.genomes", 0, positions, set);
  run.view("layout.flips").fill(2n ** 64n - 1n);      // no bit ever flips
  run.view("population.rng").set(seedState(seed));
  for (const [name, value] of Object.entries({ "algorithm.learning_depth": depth, "algorithm.crossover_rate": 0,
    given: 1, until: 1 })) run.set(name, value);
  run.call("start");
  run.call("settle");
  run.call("advance");
  return { learned: run.bits("population.phenotypes", [1], positions), steps: run.number("ledger.steps") };
}

// ---- what is raced on ---------------------------------------------------------------------------

function source(index) {      // a graph or a sum of functions; of a graph to be drawn, its model
  if (typeof index === "object") return drawnGraph(index);
  const { n, edges, weights, own } = facts.graphs[index];
  const part = (place, Type) => place && new Type(bytes.slice(...span(place)).buffer);
  return own ?? { n, edges: part(edges, Uint16Array), weights: part(weights, BigInt64Array) };
}

// G(n, p) as memlab.graphs.random_graphs.er draws it: every pair of dots is joined with probability p.
let lastDrawn = {};
function drawnGraph({ n, p, seed }) {
  const key = [n, p, seed].join();
  if (lastDrawn.key === key) return lastDrawn;
  const machine = new Machine(module), coin = new Block(machine, facts.coin, bytes), edges = [];
  coin.view("rng").set(seedState(seed));
  coin.set("probability", p);
  const toss = coin.ready("happens"), fell = new Uint8Array(machine.memory.buffer, machine.scratch, 1);
  for (let u = 0; u < n; u++) for (let v = u + 1; v < n; v++) {
    toss();
    if (fell[0]) edges.push(u, v);
  }
  return lastDrawn = { key, n, edges: Uint16Array.from(edges) };
}

function drawn(model) {      // with the places of its dots
  const { n, edges } = drawnGraph(model);
  return { edges, m: edges.length / 2, spots: placesOf({ n, edges }) };
}

// Reads a reader's own file, and lists it behind the page's graphs.
function read({ name, content, given }) {
  const { name: title, graph, functions, choices, given: chosen } = readFile(name, content, given), own = graph ?? functions;
  const known = { optimum: null, best: null }, problems = functions ? ["functions"]
    : graph.weights ? ["maxcut"] : ["mis", "maxcut"];
  facts.graphs.push({ own });
  return { name: title, title, index: facts.graphs.length - 1, n: own.n, functions, note: own.note, own,
    reading: { choices, given: chosen, digest: digestOf(contentOf({ graph, functions })) },
    ...(graph && { m: graph.edges.length / 2, edges: graph.edges, weights: graph.weights, spots: placesOf(graph), weighted: "weights" in graph }),
    problems: Object.fromEntries(problems.map(problem => [problem, known])) };
}

// Tells contents of the same name apart: FNV-1a, of 32 bits.
function digestOf(text) {
  let digest = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193);
  return (digest >>> 0).toString(16);
}

// ---- the walks ----------------------------------------------------------------------------------

const PARENT = 0, LEARNED = 3;      // rows of the genomes
let walks;

function startWalk({ n, k, seed, values }) {      // values: of a function of the number of ones
  const machine = new Machine(module), { blocks, ones } = facts.walks[n];
  walks = Object.fromEntries(Object.keys(facts.texts.walkers).map(mode => {
    const { learns, inherits } = facts.modes[mode], walk = new Block(machine, values ? ones : blocks, bytes);
    const deceptive = Array.from({ length: Number(k) }, (_, ones) => Number(k) - 1 - ones).concat(Number(k));
    walk.view("instance.values").set((values || deceptive).map(BigInt));
    if (!values) walk.set("instance.k", k);
    walk.goal = values ? Math.max(...values) : Number(n);
    walk.set("rules.goal", walk.goal);
    walk.set("rules.learns", Number(learns));
    walk.set("rules.learns_first", Number(learns && !values));
    walk.set("rules.inherits", inherits);
    walk.view("walk.rng").set(seedState(seed));
    Object.assign(walk, { accepted: 0, steps: 0 });
    walkOn(walk, 1);
    return [mode, walk];
  }));
  return showWalk();
}

function walkOn(walk, every) {      // to the next multiple of `every` iterations, or to the optimum
  walk.set("every", every);
  walk.call("record");
  const [, , accepted, steps] = walk.view("frame");
  walk.accepted += Number(accepted);
  walk.steps += Number(steps);
}

const iterations = walk => Number(walk.view("walk.clock")[0]);
const finished = walk => Number(walk.view("walk.clock")[1]) === walk.goal;

function goWalk({ until, events }) {
  for (const walk of Object.values(walks)) {
    const end = performance.now() + PATIENCE;
    const parent = () => walk.view("walk.genomes").subarray(0, walk.view("walk.genomes").length / 4).join();
    for (const before = events && parent(); !finished(walk);) {
      if (performance.now() > end || (events ? parent() !== before : iterations(walk) >= until)) break;
      walkOn(walk, events ? iterations(walk) + 1 : Math.min(until, iterations(walk) + 5000));
    }
  }
  return showWalk();
}

function showWalk() {
  return Object.fromEntries(Object.entries(walks).map(([mode, walk]) => [mode, {
    iterations: iterations(walk), fitness: Number(walk.view("walk.clock")[1]), done: finished(walk),
    accepted: walk.accepted, steps: walk.steps,
    bits: walk.bits("walk.genomes", [PARENT], Array.from(walk.view("layout.positions"), Number)),
    learned: walk.bits("walk.genomes", [LEARNED], Array.from(walk.view("layout.positions"), Number)) }]));
}

// ---- Hinton and Nowlan --------------------------------------------------------------------------

const RIGHT = 1;      // the number of the right allele
let learners;

function startNeedle({ population, trials, seed }) {
  const machine = new Machine(module);
  learners = Object.keys(facts.texts.learners).map(mode => {
    const { learns, inherits } = facts.modes[mode];
    const block = new Block(machine, facts.needle, bytes, { sizes: [population] });
    block.set("trials", learns ? trials : 0);
    block.view("rng").set(seedState(seed));
    block.call("found");
    return Object.assign(block, { inherits });
  });
  return goNeedle({ generations: 1 });
}

function goNeedle({ generations }) {      // alleles of a generation, then its life and its children
  return learners.map(block => {
    const rows = [];
    let alleles;
    for (let i = 0; i < generations; i++) {
      alleles = block.view("alleles").slice();
      block.call("live");
      const wasted = block.view("wasted"), row = [0, 0, 0, wasted.filter(trials => trials >= 0n).length];
      alleles.forEach(allele => row[allele]++);
      rows.push(row);
      const genes = alleles.length / wasted.length, own = block.view("alleles");
      if (block.inherits) wasted.forEach((trials, who) =>
        trials >= 0n && own.fill(RIGHT, who * genes, (who + 1) * genes));
      block.call("mate");
    }
    return { alleles, wasted: Array.from(block.view("wasted"), Number), rows };
  });
}

// ---- messages -----------------------------------------------------------------------------------

// Every array of a run, to be held against memlab's own.
function state({ of, index }) {
  const runs = { race: () => race.runs, walk: () => Object.values(walks), needle: () => learners };
  const block = runs[of]()[index];
  return Object.fromEntries(Object.keys(block.arrays).map(name => {
    const view = block.view(name);
    return [name, new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice()];
  }));
}

async function open({ packed }) {
  const zipped = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer();
  const length = Number(new BigUint64Array(whole, 0, 1)[0]);
  facts = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 8, length)));
  bytes = new Uint8Array(whole, 8 + length);
  module = await WebAssembly.compile(bytes.subarray(facts.code[0], facts.code[0] + facts.code[1]));
  return { facts, bytes, module };
}

function adopt(opened) {      // what another worker has opened
  ({ facts, bytes, module } = opened);
}

const HANDLERS = { open, adopt, startRace, goRace, wholeRace, learnSteps, startWalk, goWalk, startNeedle, goNeedle, state,
                   read, drawn };
onmessage = async ({ data: { id, name, given } }) => {
  try {
    postMessage({ id, result: await HANDLERS[name](given) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error), choices: error.choices });
  }
};
