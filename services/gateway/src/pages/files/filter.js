// Filters the rows of a list by the words in a field.
const filter = document.querySelector('#filter');
const filtered = document.querySelector('#filtered');
const rows = [...document.getElementById(filter.dataset.list).querySelectorAll('li')];

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  let count = 0;
  for (const row of rows) {
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    if (!row.hidden) count += 1;
  }
  filtered.value = filter.value.trim() === '' ? '' : `${count} found`;
});
