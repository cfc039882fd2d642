// A reader's own file: what it holds, by its suffix or, if it was pasted, by its content.

const FORMATS = [      // suffixes, what they hold, reader
  [".clq .col .mis .dimacs", "graph", readDimacs], [".graph .metis", "graph", readMetis],
  [".txt .rud .mc .gset", "graph", readGset], [".edges .edgelist .el", "graph", readEdgeList],
  [".cnf .wcnf", "functions", readCnf], [".qubo .sparse", "functions", readQubo],
  [".rudy .sg", "functions", readIsing]];

// Reads a file of a name, or a text without one; returns { name, graph } or { name, functions }.
function readFile(name, content) {
  let letters = "";
  for (let i = 0; i < content.length; i += 8192) letters += String.fromCharCode(...content.subarray(i, i + 8192));
  const file = { name: name ?? `pasted${guessed(letters)}`, letters };
  const [, stem, suffix] = /^(.+?)(\.[^.]*)?$/s.exec(file.name) ?? ["", "", ""];
  const [, kind, read] = FORMATS.find(([suffixes]) => suffixes.split(" ").includes(suffix?.toLowerCase())) ?? [];
  if (!read) throw new FileError(`${file.name}: the suffix ${quoted(suffix ?? "")} names no format; allowed are `
    + `${FORMATS.map(([suffixes]) => suffixes).join(" ")}`);
  return { name: file.name, [kind]: read({ ...file, stem }) };
}

function guessed(letters) {      // the suffix that a text should have had
  const lines = letters.split(/[\r\n]+/).filter(line => line.trim());
  const text = lines.find(line => !/^\s*[c#%]/.test(line)) ?? "", words = text.trim().split(/\s+/);
  if (words[0] === "p") return { cnf: ".cnf", wcnf: ".wcnf", qubo: ".qubo" }[words[1]] ?? ".mis";
  if (words[0] === "h" || words.length > 3 && words.at(-1) === "0") return ".wcnf";
  const [[n, m, ...more] = [], ...rows] = lines.filter(line => !/^\s*[#%]/.test(line)).map(
    line => line.trim().split(/\s+/).map(Number));
  const inside = rows.every(([u, v]) => Math.min(u, v) > 0 && Math.max(u, v) <= n);
  return !more.length && m === rows.length && inside ? ".gset" : ".edges";
}

// Refuses what is too large for the page; sizes are BigInt.
function checkSize(name, things, sizes, allowed = [facts.most.vertices, facts.most.edges]) {
  if (sizes.every((size, i) => size <= allowed[i])) return;
  const grouped = number => number.toLocaleString("en");
  const [most, have] = [allowed, sizes].map(all => all.map(grouped));
  throw new FileError(`${name} is too large for the page, which takes ${things[0] === "vertices" ? "graphs" : "problems"} `
    + `of up to ${most[0]} ${things[0]} and ${most[1]} ${things[1]}: it has ${have[0]} and ${have[1]}`);
}
