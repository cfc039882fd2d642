// The search's results, with the words where they stand. Sphinx's own would fetch pages, which no browser
// does from disk; here the texts of all pages come as a script, and only when somebody searches.

const MOST = 30;
const KINDS = { chapters: 10, playground: 18, howto: 6, results: 6, reference: 0, about: -9 };
const count = (text, part) => Math.min(5, text.split(part).length - 1);

function score([address, title, text], query, words) {
  const name = title.toLowerCase(), body = text.toLowerCase();
  if (!words.every(word => name.includes(word) || body.includes(word))) return -1;
  const first = body.indexOf(query), early = first >= 0 && first < 1200 ? 15 : 0;
  const named = name.includes(query) ? 40 : 10 * words.filter(word => name.includes(word)).length;
  const hits = words.reduce((sum, word) => sum + count(body, word), 0) / words.length;
  return 20 + named + early + 3 * count(body, query) + hits + (KINDS[address.split(/[/.]/)[0]] ?? 0)
    - (address.endsWith("index.html") ? 12 : 0);
}

function excerpt(text, query, words) {      // as nodes, the words found in bold
  const body = text.toLowerCase(), [first] = [query, ...words].map(part => body.indexOf(part)).filter(at => at >= 0);
  const from = Math.max(0, (first ?? 0) - 80), shown = document.createElement("p");
  const begin = from ? text.indexOf(" ", from) + 1 : 0, end = text.indexOf(" ", begin + 240);
  const piece = text.slice(begin, end < 0 ? text.length : end);
  const safe = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  shown.append(begin ? "… " : "");
  for (const part of piece.split(new RegExp(`(${safe.join("|")})`, "i"))) {
    const found = words.includes(part.toLowerCase());
    shown.append(found ? Object.assign(document.createElement("b"), { textContent: part }) : part);
  }
  shown.append(" …");
  return shown;
}

function results(asked) {
  const query = asked.toLowerCase().trim().replace(/\s+/g, " "), words = query.split(" ");
  const found = texts.map(page => [score(page, query, words), page]).filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a);
  const list = Object.assign(document.createElement("ul"), { className: "search excerpts" });
  for (const [, [address, title, text]] of found.slice(0, MOST)) {
    const item = document.createElement("li"), kind = document.createElement("small");
    kind.textContent = ` ${address.split("/")[0].replace(".html", "")}`;
    item.append(Object.assign(document.createElement("a"), { href: address, textContent: title }), kind,
      excerpt(text, query, words));
    list.append(item);
  }
  const says = document.createElement("p"), more = found.length > MOST ? ` The first ${MOST} are shown.` : "";
  says.textContent = `${found.length || "No"} ${found.length === 1 ? "page has" : "pages have"} “${asked}”.${more}`;
  document.getElementById("search-results").replaceChildren(says, list);
}

document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined" || !document.getElementById("search-results")) return;
  Search.performSearch = asked => {
    if (typeof texts !== "undefined") return results(asked);
    const script = document.createElement("script");
    script.src = "_static/texts.js";
    script.onload = () => results(asked);
    document.head.append(script);
  };
});
