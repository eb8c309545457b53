import { expect, test } from '@jest/globals';
import { csvFile, csvFormat } from './csv.ts';

test('client input breaks no row and starts no formula, and a spreadsheet reads the file as UTF-8', async () => {
  const rows = [
    { app_version: '1.0\n9,9', users: 1 },
    { app_version: '=1+1', users: 2 },
    { app_version: null, users: 3 },
    { app_version: true, users: 4 },
  ];
  const chunks: string[] = [];
  for await (const chunk of csvFile('versions.csv', ['app_version', 'users'], [rows, []]).chunks)
    chunks.push(String(chunk));
  expect(chunks.join('')).toBe('\uFEFFapp_version,users\r\n"1.0\n9,9",1\r\n\'=1+1,2\r\n,3\r\ntrue,4\r\n');
});

test.each<[value: unknown, cell: string]>([
  ['', ''],
  [undefined, ''],
  [-1, '-1'],
  ['-1', "'-1"],
  [false, 'false'],
  [10n, '10'],
  ['a "b" c', '"a ""b"" c"'],
  ['a,b', '"a,b"'],
  ['\rb', '"\'\rb"'],
  ['\tb', "'\tb"],
  ['\uFF1DSUM(A1)', "'\uFF1DSUM(A1)"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  [{ flow: 'reconsent', n: 1 }, '"{""flow"":""reconsent"",""n"":1}"'],
  [' a ', ' a '],
])('the value %j is the cell %s', (value, cell) => {
  const format = csvFormat<{ value: unknown; last: string }>(['value', 'last']);
  expect(format.write([{ value, last: 'z' }])).toBe(`${cell},z\r\n`);
});
