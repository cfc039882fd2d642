// QR codes of ISO/IEC 18004: bytes, with error correction of level L, in versions 1 to 20.

const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];      // a block, by version
const BLOCKS_OF = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const PENALTIES = { line: 2, block: 3, finder: 40, balance: 10 };
const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

// The dark modules of a text's code, as rows of true and false; null if it is too long.
function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CHECKS.findIndex((_, i) => room(i + 1) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
  if (!version) return null;
  const words = interleaved(padded(bytes, version), version), size = 17 + 4 * version;
  const { dark, fixed } = patterns(version, size), free = path(size).filter(([x, y]) => !fixed[y][x]);
  free.forEach(([x, y], i) => { dark[y][x] = Boolean(words[i >> 3] >> 7 - (i & 7) & 1); });
  const drawn = MASKS.map((masks, mask) => {
    const copy = dark.map((row, y) => row.map((on, x) => fixed[y][x] ? on : on !== (masks(x, y) === 0)));
    drawFormat(copy, size, mask);
    return copy;
  });
  const costs = drawn.map(penalty);
  return drawn[costs.indexOf(Math.min(...costs))];
}

// ---- bytes --------------------------------------------------------------------------------------

function total(version) {      // bytes of data and of checks
  const marks = Math.floor(version / 7) + 2;
  const modules = (16 * version + 128) * version + 64 - (version > 1 ? (25 * marks - 10) * marks - 55 : 0) - (version > 6 ? 36 : 0);
  return modules >> 3;
}
const room = version => total(version) - CHECKS[version - 1] * BLOCKS_OF[version - 1];

function padded(bytes, version) {      // with their mode and number in front
  const bits = [[4, 4], [bytes.length, version < 10 ? 8 : 16], ...bytes.map(byte => [byte, 8]), [0, 4]].map(
    ([value, length]) => value.toString(2).padStart(length, "0")).join("").slice(0, 8 * room(version));
  const whole = bits.match(/.{1,8}/g).map(byte => parseInt(byte.padEnd(8, "0"), 2));
  for (let filler = 0xec; whole.length < room(version); filler ^= 0xec ^ 0x11) whole.push(filler);
  return whole;
}

function interleaved(bytes, version) {
  const blocks = BLOCKS_OF[version - 1], checks = CHECKS[version - 1], all = total(version), divisor = generator(checks);
  const short = Math.floor(all / blocks) - checks, parts = [];
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + (i >= blocks - all % blocks);
    const data = bytes.slice(at, at += length);
    parts.push({ data, check: remainder(data, divisor) });
  }
  const columns = (length, name) => Array.from({ length }, (_, i) => parts.map(part => part[name][i])).flat();
  return [...columns(short + 1, "data").filter(byte => byte !== undefined), ...columns(checks, "check")];
}

// Reed and Solomon's code, over the field of 256 elements with the polynomial 0x11d.
function times(a, b) {
  let product = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a >> 7) * 0x11d) if (b & 1) product ^= a;
  return product;
}

function generator(degree) {      // the product of all (x - 2^i), without its leading coefficient
  let coefficients = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    coefficients = [...coefficients, 0].map((value, at) => value ^ (at ? times(coefficients[at - 1], root) : 0));
  return coefficients.slice(1);
}

function remainder(data, divisor) {
  let left = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ left[0];
    left = [...left.slice(1), 0].map((value, i) => value ^ times(divisor[i], factor));
  }
  return left;
}

// ---- modules ------------------------------------------------------------------------------------

function patterns(version, size) {      // what does not depend on the text, and where that is
  const dark = Array.from({ length: size }, () => new Array(size).fill(false)), fixed = dark.map(row => [...row]);
  const set = (x, y, on) => {
    if (!(x in dark && y in dark)) return;
    dark[y][x] = Boolean(on);
    fixed[y][x] = true;
  };
  const square = (x, y, reach, light) => {      // rings around a middle, some of them light
    for (let dx = -reach; dx <= reach; dx++) for (let dy = -reach; dy <= reach; dy++)
      set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  const marks = Math.floor(version / 7) + 2, step = 2 * Math.ceil((4 * version + 4) / (2 * marks - 2));
  const places = version > 1 ? [6, ...Array.from({ length: marks - 1 }, (_, i) => size - 7 - step * i)] : [];
  for (const x of places) for (const y of places)
    if (![[6, 6], [6, size - 7], [size - 7, 6]].some(([a, b]) => a === x && b === y)) square(x, y, 2, [1]);
  drawFormat(dark, size, 0, set);
  let rest = version;
  for (let i = 0; i < 12; i++) rest = rest << 1 ^ (rest >> 11) * 0x1f25;
  for (let i = 0; i < 18 && version > 6; i++) {
    const on = (version << 12 | rest) >> i & 1, across = size - 11 + i % 3, down = Math.floor(i / 3);
    set(across, down, on);
    set(down, across, on);
  }
  return { dark, fixed };
}

function drawFormat(dark, size, mask, set = (x, y, on) => { dark[y][x] = Boolean(on); }) {
  let rest = 8 | mask;      // level L
  for (let i = 0; i < 10; i++) rest = rest << 1 ^ (rest >> 9) * 0x537;
  const bits = ((8 | mask) << 10 | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = bits >> i & 1, skip = i > 5;      // the lines of alternating modules
    set(...i < 8 ? [8, i + skip] : [i === 8 ? 7 : 14 - i, 8], on);
    set(...i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i], on);
  }
  set(8, size - 8, true);
}

function path(size) {      // pairs of columns from the right, up and down in turn
  const places = [];
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up)
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) places.push([x, up ? size - 1 - i : i]);
  return places;
}

function penalty(dark) {
  const rows = dark.map(row => row.map(Number).join("")), size = rows.length;
  const columns = dark.map((_, x) => rows.map(row => row[x]).join("")), lines = [...rows, ...columns];
  let cost = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) cost += run.length - PENALTIES.line;
    cost += PENALTIES.finder * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++)
    if ([rows[y][x - 1], rows[y - 1][x], rows[y - 1][x - 1]].every(other => other === rows[y][x])) cost += PENALTIES.block;
  const share = rows.join("").replaceAll("0", "").length / size ** 2;
  return cost + PENALTIES.balance * Math.floor(20 * Math.abs(share - 0.5));
}
