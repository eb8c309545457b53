import { expect, test } from '@jest/globals';
import { readKeywordFile, TooManyLinesError, UnknownHeaderError } from './read-keyword-file.ts';

const windows1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
const row = { query: 'купить заметки', impressions: 1200, clicks: 30, position: 4.5, url: 'https://e.ru/a' };

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
])('a file with %s is read, with a header in any order', async (_, delimiter) => {
  const lines = [
    ['url', 'Показы', 'query', 'clicks', 'position'],
    ['https://e.ru/a', '1 200', '"купить заметки"', '30', '4.5'],
  ];
  const text = lines.map((line) => line.join(delimiter)).join('\r\n');
  expect((await readKeywordFile(Buffer.from(`\ufeff${text}`))).rows).toEqual([row]);
});

test('a file without a header has the columns in their order, and the query alone is enough', async () => {
  const { rows } = await readKeywordFile(Buffer.from('купить заметки,1200,30,4.5,https://e.ru/a\n\nблокнот\n'));
  expect(rows).toEqual([row, { query: 'блокнот', impressions: 0, clicks: 0, position: null, url: null }]);
});

test('columns with unknown names are left out, and a header without a column of queries is refused', async () => {
  const read = (text: string) => readKeywordFile(Buffer.from(text));
  const known = await read('Клики;CTR;Поисковый запрос;Кол-во показов\n30;2,5 %;купить заметки;1 200\n');
  expect(known).toMatchObject({
    rows: [{ query: 'купить заметки', clicks: 30, impressions: 1200 }],
    rejected_count: 0,
  });
  for (const header of ['Suchbegriff,Klicks,Impressionen', 'word,clicks,impressions', 'слово;визиты']) {
    const read = readKeywordFile(Buffer.from(`${header}\nкупить заметки,30,1200\n`));
    await expect(read).rejects.toBeInstanceOf(UnknownHeaderError);
  }
});

test('a list of phrases with commas is read line by line, whatever its first line is', async () => {
  const lines = ['купить слона, недорого', 'блокнот', 'слон, большой, синий', 'телефон 15, 128 гб'];
  for (const sent of [lines, lines.toReversed(), lines.slice(0, 1)]) {
    const { rows, rejected } = await readKeywordFile(Buffer.from(sent.join('\n')));
    expect([rows.map(({ query }) => query), rejected]).toEqual([sent, []]);
  }
});

test('phrases with further columns of words alone are read without those columns', async () => {
  for (const delimiter of [';', ',', '\t']) {
    const lines = ['купить слона', 'купить кота'].map((phrase) => [phrase, 'Животные', 'Москва'].join(delimiter));
    const { rows, rejected } = await readKeywordFile(Buffer.from(lines.join('\n')));
    expect([rows.map(({ query, impressions }) => [query, impressions]), rejected]).toEqual([
      [
        ['купить слона', 0],
        ['купить кота', 0],
      ],
      [],
    ]);
  }
});

test('an unknown header is refused where any line has a count or an address, and where it is all of the file', async () => {
  for (const text of [
    'Suchbegriff,Klicks,Impressionen\nслон,кот,пёс\nкупить заметки,30,1200\n',
    'Suchbegriff;Adresse\nслон;кот\nкупить;https://e.ru/a\n',
    'word,clicks\nслон,кот\n',
    'Suchbegriff,Klicks\n',
    'Suchbegriff,Klicks\nслон\n',
  ])
    await expect(readKeywordFile(Buffer.from(text))).rejects.toBeInstanceOf(UnknownHeaderError);
});

test('a file in windows-1251 is read as such', async () => {
  const { rows } = await readKeywordFile(windows1251('query;impressions\nкупить заметки;7\n'));
  expect(rows).toMatchObject([{ query: 'купить заметки', impressions: 7 }]);
});

test('lines with mistakes are named, and the others are taken', async () => {
  const long = 'а'.repeat(301);
  const lines = ['query,impressions,clicks,position,url', 'один,1', ',5', `${long},1`, 'два,много', 'три,1,-2'];
  const more = ['четыре,1,1,никакая', 'пять,1,1,1,ftp://e.ru/', 'шесть,1.5', 'семь,2\u0001', 'восемь\u0000,1', '"а,б"'];
  const { rows, rejected, rejected_count } = await readKeywordFile(Buffer.from([...lines, ...more].join('\n')));
  expect(rows.map(({ query }) => query)).toEqual(['один', 'а,б']);
  expect(rejected).toEqual([
    { line: 3, error: '`query` is empty.' },
    { line: 4, error: '`query` may have at most 300 characters.' },
    { line: 5, error: '`impressions` has to be a whole number.' },
    { line: 6, error: '`clicks` has to be a whole number.' },
    { line: 7, error: '`position` has to be a number from 0 to 10,000.' },
    { line: 8, error: '`url` has to be an http or https address.' },
    { line: 9, error: '`impressions` has to be a whole number.' },
    { line: 10, error: '`impressions` has to be a whole number.' },
    { line: 11, error: '`query` is not a text: it has control characters.' },
  ]);
  expect(rejected_count).toBe(9);
});

test.each([
  ['nothing', ''],
  ['a quote that is never closed', `query\n"${'а\n'.repeat(100)}`],
  ['a long quote that is never closed', `query\n"${'а\n'.repeat(30_000)}`],
  ['bytes of a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'],
  ['quotes in the middle', 'query\nа "б" в\n"г" д\n'],
])('%s is no failure of ours', async (_, text) => {
  const { rows, rejected_count } = await readKeywordFile(Buffer.from(text, 'latin1'));
  expect(rows.length + rejected_count).toBeLessThanOrEqual(5);
});

test('more than 50,000 lines are refused', async () => {
  const file = Buffer.from(Array.from({ length: 50_001 }, (_, at) => `слово ${at}`).join('\n'));
  await expect(readKeywordFile(file)).rejects.toThrow(TooManyLinesError);
  expect((await readKeywordFile(file.subarray(0, file.lastIndexOf('\n')))).rows).toHaveLength(50_000);
});
