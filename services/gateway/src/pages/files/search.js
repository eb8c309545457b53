// Filters the rows of a list by the words in the search field, which also stand in the address as `?q=`.
const field = document.querySelector('#search');
const found = document.querySelector('#found');
const list = document.getElementById(field.dataset.list);
const rows = [...list.querySelectorAll('li')].map((row) => ({
  row,
  text: `${row.dataset.words ?? ''} ${row.textContent}`.toLowerCase(),
}));
const groups = [...list.querySelectorAll('section')];

function filter() {
  const words = field.value.toLowerCase().split(/\s+/);
  let count = 0;
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count += 1;
  }
  for (const group of groups) group.hidden = group.querySelector('li:not([hidden])') === null;
  found.value = field.value.trim() === '' ? '' : `${count} found`;
}

field.addEventListener('input', () => {
  filter();
  const address = new URL(location.href);
  if (field.value === '') address.searchParams.delete('q');
  else address.searchParams.set('q', field.value);
  history.replaceState(null, '', address);
});
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list.querySelector('li:not([hidden]) a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});

field.value = new URLSearchParams(location.search).get('q') ?? '';
filter();

// `/docs#/Payments/createPayment` was the address of an operation before each feature had a page.
const [, feature] = /^#\/([^/]+)\/?/.exec(location.hash) ?? [];
if (feature) {
  const slug = decodeURIComponent(feature).toLowerCase().replaceAll(' ', '-');
  if (document.getElementById(slug)) location.replace(`/docs/reference/${slug}${location.hash}`);
}
