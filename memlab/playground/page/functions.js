// Sums of functions from files: the formats, rules and sentences of memlab/problems/pseudo_boolean/.
//
// A sum of functions is { n, subsets, tables, which, unit, constrained, most }: subsets and tables are
// arrays of arrays, `which` the number of each subset's table, `most` a bound that is known of the value.

const MOST_MEMBERS = 20, MOST_VALUE = 2 ** 40;      // of one function, of all together
const MOST_VARIABLES = 2n ** 31n - 1n;
const NEVER = LARGEST + 1n;      // more than any number in a file

function readCnf(file) {
  const text = new Text(file, "c"), { rows } = text, words = rows.flatMap(row => text.part(row, 0));
  const hasHeader = rows[0].words[0] === "p";
  const [, kind, n, m, top = kind === "cnf" ? 0n : NEVER] = hasHeader
    ? text.head("p cnf n m", "p wcnf n m", "p wcnf n m top") : ["p", "wcnf", MOST_VARIABLES, null];
  if (kind === "wcnf" && top < 1n) throw text.error(rows[0].line, `top, ${top}, must be at least 1`);
  const begin = hasHeader ? rows[0].words.length : 0, marks = new Set();
  let end = words.length, place = 0;
  for (const row of rows) {
    if (row.words[0] === "%" && end === words.length) end = place;      // SATLIB's files end so
    if (row.words[0] === "h" && !hasHeader) marks.add(place);
    place += row.words.length;
  }
  const given = words.map((word, i) => ({ ...word, hard: marks.has(i) })).slice(begin, end);
  const parsed = text.integers(given.filter(({ hard }) => !hard)), clauses = [];
  let next = 0, numbers = [], opening = null;
  for (const { line, hard } of given) {
    const number = hard ? NEVER : parsed[next++];
    opening ??= line;
    if (number !== 0n) {
      numbers.push(number);
      continue;
    }
    clauses.push({ numbers, opening, line });
    [numbers, opening] = [[], null];
  }
  if (!clauses.length || numbers.length)
    throw text.error(words.at(end - 1).line, "the last clause must end with 0");
  if (top !== 0n) {
    const wrong = clauses.find(({ numbers: [weight = 0n] }) => weight < 1n);
    if (wrong) throw text.error(wrong.opening, "a clause must begin with its weight, at least 1");
    for (const clause of clauses) {
      const weight = clause.numbers.shift();
      clause.weight = weight >= top ? Infinity : Number(weight);
    }
  }
  const size = number => number < 0n ? -number : number, variables = ({ numbers }) => numbers.map(size);
  const refuse = (wrong, sentence) => {
    const one = clauses.find(wrong);
    if (one) throw text.error(one.line, sentence(one));
  };
  refuse(({ numbers }) => numbers.length < 1 || numbers.length > MOST_MEMBERS,
    ({ numbers }) => `a clause must have 1 to ${MOST_MEMBERS} literals, not ${numbers.length}`);
  refuse(clause => variables(clause).some(variable => variable > n),
    () => `a clause must hold literals of the variables 1 to ${n}`);
  refuse(clause => new Set(variables(clause)).size < clause.numbers.length,
    () => "a clause must not repeat a variable");
  if (m !== null && m !== BigInt(clauses.length))
    throw text.error(rows[0].line, `the p line says ${m} clauses, but there are ${clauses.length}`);
  const largest = clauses.reduce((most, clause) => variables(clause).reduce((a, b) => b > a ? b : a, most), 0n);
  return satisfiability(text, hasHeader ? n : largest, clauses);
}

function satisfiability(text, n, clauses) {
  checkSize(text.file.name, ["variables", "clauses"], [n, BigInt(clauses.length)]);
  const weights = clauses.map(({ weight = 1 }) => weight), soft = weights.filter(Number.isFinite);
  const total = summed(soft), hard = total + 1;
  if (total >= MOST_VALUE) throw text.error(null, `weights must be ${clauses.length} integers of at least 0, or `
    + "inf, and add up to less than 2**40");
  const functions = clauses.map(({ numbers }, i) => {
    const isHard = !Number.isFinite(weights[i]);
    return { subset: numbers.map(literal => Number(literal < 0n ? -literal : literal) - 1),
      unsatisfied: numbers.reduce((key, literal, j) => key + (literal < 0n ? 2 ** j : 0), 0),
      isHard, weight: isHard ? hard : weights[i] };
  });
  const code = ({ subset, unsatisfied, isHard }) => 2 * (subset.length * 2 ** 20 + unsatisfied) + isHard;
  const sum = weighted(text, n, functions, code, ({ subset, unsatisfied, isHard }) => {
    const values = new Array(2 ** subset.length).fill(isHard ? 0 : 1);
    values[unsatisfied]--;
    return values;
  }, "weights");
  return { ...sum, constrained: functions.some(({ isHard }) => isHard), most: total };
}

function readQubo(file, { base } = {}) {
  let text = new Text(file, "c"), read;
  if (text.rows[0].words[0] === "p") {
    read = entries(text, "p qubo 0 n nodes couplers", base ?? 0);
  } else {
    text = new Text(file, "#", { inline: true });
    if (/^#[ \t]*ObjectiveOffset[ \t]/m.test(text.letters))
      throw text.error(null, "the page does not add an ObjectiveOffset; memlab.read_problem does");
    read = entries(text, "n m", base ?? 1);      // of a symmetric matrix, which are there twice
    read.rows.push(...read.rows.filter(({ i, j }) => i !== j).map(row => ({ ...row, i: row.j, j: row.i })));
  }
  const functions = read.rows.filter(({ value }) => value !== 0).map(({ i, j, value, stated }) =>
    ({ subset: i === j ? [i] : [i, j], weight: -value, stated }));      // minimised
  const sum = weighted(text, read.n, functions, ({ subset }) => subset.length - 1,
    ({ subset }) => subset.length > 1 ? [0, 0, 0, 1] : [0, 1], "matrix", read.whole);
  return { ...sum, unit: -sum.unit };
}

function readIsing(file, { base = 1 } = {}) {
  const text = new Text(file, "#", { inline: true }), { n, rows, whole } = entries(text, "n m", base);
  const loop = rows.find(({ i, j }) => i === j);
  if (loop) throw text.error(loop.line, 'a coupling must join two different spins; loops="field" or '
    + 'loops="constant" says what one to itself means');
  const functions = rows.map(({ i, j, value, stated }) => ({ subset: [i, j], weight: value, stated }));
  const sum = weighted(text, n, functions, () => 0, () => [1, -1, -1, 1], "couplings", whole);
  return { ...sum, unit: -sum.unit };
}

// The rows behind the first, which ends with n and how many they are: two bits, made to count from 0, and a value.
function entries(text, opening, lowest) {
  const [first, ...others] = text.rows, base = BigInt(lowest);
  const [n, ...stated] = text.head(opening).slice(opening.split(" ").indexOf("n"));
  const sum = stated.reduce((a, b) => a + b);
  if (sum !== BigInt(others.length) || !others.length) throw text.error(first.line,
    `the line must say how many follow, at least 1: it says ${sum}, and ${others.length} do`);
  const odd = others.find(row => row.words.length !== 3);
  if (odd) throw text.error(odd.line,
    `${odd.words.length} words; the line must hold two numbers of bits and a value`);
  const bits = others.map(row => text.integers(text.part(row, 0, 2)).map(bit => bit - base));
  const wrong = bits.findIndex(pair => pair.some(bit => bit < 0n || bit >= n));
  if (wrong >= 0) throw text.error(others[wrong].line, `bits must be ${base} to ${n - 1n + base}`);
  const { values, whole } = reals(text, others.flatMap(row => text.part(row, 2)));
  const seen = new Map(), once = bits.map(([i, j], row) => {      // a pair that is listed twice is one
    const pair = i < j ? `${i} ${j}` : `${j} ${i}`, earlier = seen.get(pair);
    if (earlier === undefined) return seen.set(pair, row);
    if (values[row] !== values[earlier]) throw text.error(others[row].line,
      `pair (${i + base}, ${j + base}) has another value on line ${others[earlier].line}`);
  });
  return { n, whole, rows: bits.map(([i, j], row) => ({ i: Number(i), j: Number(j), value: Number(values[row]),
    stated: values[row], line: others[row].line })).filter((_, row) => once[row]) };
}

function reals(text, words) {      // whole: whether all are integers
  try {
    return { values: text.integers(words), whole: true };
  } catch (error) {
    const wrong = words.find(({ word }) => !DECIMAL.test(word));
    if (wrong) throw text.error(wrong.line, `${quoted(shown(wrong.word))} is not a number`);
    return { values: words.map(({ word }) => Number(word)), whole: false };
  }
}

// A sum of functions, each a pattern, told by a code, times a weight; those of the same share a table.
function weighted(text, n, functions, code, pattern, called, whole = true) {
  const { name } = text.file, most = whole ? 40 : 900;
  if (!functions.length) throw text.error(null, `${called} must hold a number other than 0`);
  const wrong = functions.find(({ weight }) => !(Math.abs(weight) < 2 ** most));
  if (wrong) throw text.error(null, `${called} must hold finite numbers below 2**${most} in size, not `
    + `${wrong.stated ?? wrong.weight}`.replace("Infinity", "inf"));
  checkSize(name, ["bits", "functions"], [n, BigInt(functions.length)]);
  const kinds = new Map();      // by code, then weight, in ascending order
  for (const one of functions) {
    const number = code(one);
    if (!kinds.has(number)) kinds.set(number, new Map());
    kinds.get(number).set(one.weight, one);
  }
  const ascending = map => [...map.keys()].sort((a, b) => a - b), places = new Map(), tables = [];
  checkEntries(name, functions.map(({ subset }) => subset.length),
    [...kinds.values()].flatMap(kind => [...kind.values()].map(({ subset }) => 2 ** subset.length)));
  for (const number of ascending(kinds)) {
    places.set(number, new Map());
    for (const weight of ascending(kinds.get(number))) {
      places.get(number).set(weight, tables.length);
      tables.push(pattern(kinds.get(number).get(weight)).map(value => value * weight));
    }
  }
  const which = functions.map(one => places.get(code(one)).get(one.weight));
  return sumOf(text.file, { n: Number(n), subsets: functions.map(({ subset }) => subset), tables, which, whole });
}

function checkEntries(name, sizes, lengths) {      // what the kernels want prepared must not be too much
  const records = sizes.reduce((sum, size) => sum + size * (size + 1), 0);
  const prepared = lengths.reduce((sum, length) => sum + Math.log2(length) * length, 0);
  checkSize(name, ["entries of subsets", "entries of tables"], [BigInt(records), BigInt(prepared)],
    [facts.most.entries, facts.most.entries]);
}

// Checks and completes a sum of functions; tables with fractions are scaled, as PseudoBoolean does.
function sumOf(file, { n, subsets, tables, which, whole, unit = 1, ...others }) {
  const refuse = sentence => { throw new FileError(`${file.name}: ${sentence}`); };
  const outside = subsets.findIndex(subset => subset.some(bit => bit < 0 || bit >= n));
  if (outside >= 0) refuse(`subsets[${outside}] must hold numbers from 0 to ${n - 1}`);
  const again = subsets.findIndex(subset => new Set(subset).size < subset.length);
  if (again >= 0) refuse(`subsets[${again}] must not repeat a bit`);
  const largest = tables.map(table => table.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  const total = summed(which.map(table => largest[table]));
  let factor = 1;
  if (!Number.isFinite(total)) refuse("tables must hold finite numbers, whose sum is finite");
  if (!whole && (total >= MOST_VALUE || tables.some(table => !table.every(Number.isInteger)))) {
    factor = 2 ** Math.min(39 - binaryExponent(total), 1000);
    tables = tables.map(table => table.map(value => roundEven(value * factor)));
  } else if (total >= MOST_VALUE) {
    refuse("tables must have smaller values: the largest absolute values of all functions must add up to less "
      + `than 2**40, and do to ${BigInt(total)}`);
  }
  return { n, subsets, tables, which, unit: unit / factor, constrained: false, most: null, ...others };
}

function binaryExponent(value) {      // the least e with value < 2**e
  let e = Math.floor(Math.log2(value)) + 1;      // which the logarithm's error can make wrong by one
  while (value >= 2 ** e) e++;
  while (value < 2 ** (e - 1)) e--;
  return e;
}

function roundEven(value) {
  const up = Math.round(value);
  return up - value === 0.5 && up % 2 ? up - 1 : up;
}
