// The search of a study's report: passages of all chapters that hold every word.
const MOST = 30, form = document.querySelector(".search");
const [field, said, list] = form.children;
const passages = JSON.parse(document.getElementById("texts").textContent);

function shown([address, title, text], words) {
  const item = document.createElement("li"), link = document.createElement("a");
  const first = Math.max(0, Math.min(...words.map(word => text.toLowerCase().indexOf(word)).filter(at => at >= 0), text.length));
  const begin = first > 90 ? text.lastIndexOf(" ", first - 60) : 0;
  link.href = address;
  link.textContent = title;
  item.append(link, document.createElement("br"), (begin ? "…" : "") + text.slice(begin, begin + 240));
  return item;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  const found = words.length ? passages.filter(([, title, text]) =>
    words.every(word => `${title} ${text}`.toLowerCase().includes(word))) : [];
  list.replaceChildren(...found.slice(0, MOST).map(passage => shown(passage, words)));
  said.textContent = !words.length ? "" : `${found.length || "No"} ${found.length === 1 ? "passage" : "passages"}`
    + (found.length > MOST ? `, of which the first ${MOST} are shown` : "");
}

form.hidden = false;
form.addEventListener("submit", event => event.preventDefault());
field.addEventListener("input", search);
