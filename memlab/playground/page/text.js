// A text file as rows of words with line numbers, as memlab/graphs/text.py reads it.

class FileError extends Error {}      // what is wrong with a file, for people

const LARGEST = 2n ** 63n - 1n;
const DECIMAL = /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$/;

class Text {      // the words outside comments, which open with one of some letters: of a row, or of any word
  constructor(file, comment, { inline = false, emptyAllowed = false, blank = " " } = {}) {
    this.file = file;
    let { letters } = file;
    if (letters.startsWith("\xef\xbb\xbf")) letters = letters.slice(3);
    this.letters = letters = letters.replace(/\r\n?/g, "\n");
    const lines = letters.split("\n");
    this.lines = lines.length - letters.endsWith("\n");
    this.rows = [];
    this.comments = new Set();      // the lines that begin with one
    lines.forEach((text, i) => {
      const line = i + 1, words = text.match(/[^ \t\v\f]+/g) ?? [];
      const opening = words.findIndex(word => comment.includes(word[0]));
      if (opening === 0) this.comments.add(line);
      const kept = opening === 0 || opening > 0 && inline ? words.slice(0, opening) : words;
      const apart = kept.flatMap(word => word.split(blank)).filter(word => word);
      if (apart.length) this.rows.push({ line, words: apart });
    });
    if (!this.rows.length && !emptyAllowed) throw this.error(null, "the file is empty");
  }

  error(line, message) {
    return new FileError(`${this.file.name}${line ? `:${line}` : ""}: ${message}`);
  }

  // the first word of a row, if it is one letter
  letter(row) { return row.words[0].length === 1 ? row.words[0] : ""; }

  // words, each with its line, as BigInt; 2.0 and 1e3 are whole, too
  integers(words) {
    return words.map(({ word, line }) => {
      const whole = DECIMAL.test(word) && Number.isSafeInteger(Number(word)) ? BigInt(Number(word)) : null;
      const value = /^[+-]?\d{1,19}$/.test(word) ? BigInt(word) : whole;
      if (value === null || value > LARGEST || value < -LARGEST)
        throw this.error(line, `${quoted(shown(word))} is not an integer; allowed are those from `
          + "-(2**63 - 1) to 2**63 - 1");
      return value;
    });
  }

  // some words of a row, with their line
  part({ words, line }, begin, end) { return words.slice(begin, end).map(word => ({ word, line })); }

  // the words of the first row, which must be like one of some forms; those from its n on as BigInt
  head(...forms) {
    const [row] = this.rows, { words } = row, alike = form => form.every((word, i) => i > 1 || word === shown(words[i]));
    for (const form of forms.map(one => one.split(" "))) {
      const begin = form.indexOf("n");
      if (form.length === words.length && alike(form.slice(0, begin)))
        return [...words.slice(0, begin), ...this.integers(this.part(row, begin))];
    }
    throw this.error(row.line, `the line must be ${forms.map(quoted).join(" or ")}`);
  }

  // the words of rows without the first `skip`, as BigInt; every row must have the same, right number
  table(rows, wanted, sizes = [3], skip = 1) {
    const right = rows.length && sizes.includes(rows[0].words.length) ? rows[0].words.length : sizes[0];
    const wrong = rows.find(({ words }) => words.length !== right);
    if (wrong) throw this.error(wrong.line, `${wrong.words.length} words; the line must hold ${wanted}`);
    return rows.map(row => this.integers(this.part(row, skip)));
  }
}

function shown(word) {      // its bytes as text, shortened
  const bytes = Uint8Array.from(word.slice(0, 30), letter => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) + (word.length > 30 ? "..." : "");
}

function quoted(text) {      // as Python does it
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escape = letter => {
    if (letter === "\\" || letter === quote) return `\\${letter}`;
    const code = letter.codePointAt(0), hex = code.toString(16);
    if (letter === " " || !/[\p{C}\p{Z}]/u.test(letter)) return letter;
    if ("\t\n\r".includes(letter)) return { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[letter];
    return code < 0x100 ? `\\x${hex.padStart(2, "0")}` : code < 0x10000 ? `\\u${hex.padStart(4, "0")}`
      : `\\U${hex.padStart(8, "0")}`;
  };
  return quote + Array.from(text, escape).join("") + quote;
}

// The sum of numbers in the order in which NumPy adds them, so that it is rounded as there.
function summed(values, from = 0, to = values.length) {
  const size = to - from;
  if (size > 128) {
    const middle = from + (size >> 1) - (size >> 1) % 8;
    return summed(values, from, middle) + summed(values, middle, to);
  }
  let total = 0, i = from;
  if (size >= 8) {
    const parts = Array.from(values.slice(from, from + 8));
    for (i += 8; i + 8 <= to; i += 8) for (let j = 0; j < 8; j++) parts[j] += values[i + j];
    const [a, b, c, d, e, f, g, h] = parts;
    total = ((a + b) + (c + d)) + ((e + f) + (g + h));
  }
  for (; i < to; i++) total += values[i];
  return total;
}
