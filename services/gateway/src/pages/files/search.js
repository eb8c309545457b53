// Searches guides, operations and errors. The index is read when the field is used first; `?q=` searches at once.
const field = document.querySelector('#search');
const found = document.querySelector('#found');
const list = document.querySelector('#results');
const maxShown = 40;
let index;

/** Reads the index once; a failure is tried again with the next key. */
const readIndex = () => {
  index ??= fetch('/docs/files/search.json')
    .then((answer) => answer.json())
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
};

/** Points of one word in one entry: in its title, in the acts it is for, elsewhere, as a part of a word. 0: nowhere. */
function pointsOf(word, { title, acts, words, detail }) {
  if (word.startsWith('/')) return detail.toLowerCase().endsWith(` ${word}`) ? 20 : Number(words.includes(word));
  const startsIn = (text) => text.startsWith(word) || text.includes(` ${word}`);
  if (startsIn(acts)) return 12;
  if (startsIn(title)) return 10;
  if (startsIn(words)) return 5;
  return title.includes(word) || words.includes(word) ? 1 : 0;
}

function search(entries, text) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const scored = entries.map((entry) => {
    const points = words.map((word) => pointsOf(word, entry));
    return { entry, points: points.includes(0) ? 0 : points.reduce((sum, value) => sum + value, entry.weight) };
  });
  return scored.filter(({ points }) => points > 0).toSorted((left, right) => right.points - left.points);
}

function rowOf({ entry: { name, detail, address } }) {
  const [row, link, title, text] = ['li', 'a', 'b', 'span'].map((tag) => document.createElement(tag));
  link.href = address;
  title.textContent = name;
  text.textContent = detail;
  link.append(title, ' ', text);
  row.append(link);
  return row;
}

async function show() {
  const text = field.value.trim();
  if (text === '') {
    list.hidden = true;
    found.value = '';
    return;
  }
  const matches = search(await readIndex(), text);
  if (field.value.trim() !== text) return;
  list.replaceChildren(...matches.slice(0, maxShown).map(rowOf));
  list.dataset.query = text;
  list.hidden = false;
  found.value = matches.length === 0 ? 'Nothing found' : `${matches.length} found`;
}

const tryShow = () =>
  show().catch(() => {
    found.value = 'The search could not be loaded. Try again.';
  });

field.addEventListener('focus', () => readIndex().catch(() => undefined));
field.addEventListener('input', tryShow);
const links = () => [...list.querySelectorAll('a')];
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') links()[0]?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !['INPUT', 'TEXTAREA'].includes(event.target.tagName)) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape' && !list.hidden) {
    field.value = '';
    tryShow();
    field.focus();
  }
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || list.hidden) return;
  const places = [field, ...links()];
  const at = places.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  places[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
});

field.value = new URLSearchParams(location.search).get('q') ?? '';
tryShow();
