import { createServer } from 'node:http';

/** A site of many pages of 35 kB, each with a text of its own and links to others. */
const count = Number(process.env.PAGES);
const origin = `http://127.0.0.1:${process.env.PORT}`;
const words =
  'заметка студия работа проект решение задача команда опыт процесс результат время план отчёт договор'.split(' ');

/** Paths of letters: pages with numbers in a pattern are a trap to a crawler. */
const pathOf = (page: number): string =>
  page === 0 ? '/' : `/${[...String(page)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

function textOf(seed: number, length: number): string {
  let state = seed * 7_919 + 17;
  const text: string[] = [];
  for (let word = 0; word < length; word += 1) {
    state = (state * 48_271) % 2_147_483_647;
    text.push(words[state % words.length] ?? '');
  }
  return text.join(' ');
}

/** Markup like in human texts: short paragraphs, emphasised words, a list. */
function blockOf(seed: number): string {
  const paragraph = (at: number) =>
    `<p>${textOf(seed + at, 7)} <strong>${textOf(seed, 2)}</strong> ${textOf(seed * 3 + at, 7)}</p>`;
  const list = `<ul><li>${textOf(seed, 4)}</li><li><em>${textOf(seed + 9, 4)}</em></li></ul>`;
  return [0, 1, 2, 3, 4, 5].map(paragraph).join('') + list;
}

/**
 * A large site is written while it is read: it would take gigabytes. Three of five pages lack a description.
 */
const isLarge = count > 5_000;

const pageOf = (page: number): string => {
  const description = isLarge && page % 5 < 3 ? '' : `<meta name="description" content="${textOf(page + 1, 10)}">`;
  const links = Array.from(
    { length: 30 },
    (_, at) => `<a href="${pathOf((page * 13 + at * at + 1) % count)}">ссылка</a>`,
  );
  const blocks = Array.from(
    { length: 20 },
    (_, at) => `<section><h2>${textOf(page + at, 4)}</h2>${blockOf(page * 31 + at)}</section>`,
  );
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${textOf(page, 5)} ${page}</title>
    ${description}<link rel="canonical" href="${origin}${pathOf(page)}">
    </head><body><nav>${links.join('')}</nav><main><h1>${textOf(page, 4)}</h1>${blocks.join('')}</main></body></html>`;
};

const pages = new Map(
  Array.from({ length: count }, (_, page) => [pathOf(page), isLarge ? page : Buffer.from(pageOf(page))]),
);

createServer((req, res) => {
  const body = pages.get(req.url ?? '');
  res.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  res.end(typeof body === 'number' ? pageOf(body) : body);
}).listen(Number(process.env.PORT), '127.0.0.1');
