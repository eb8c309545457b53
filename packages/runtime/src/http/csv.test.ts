import { expect, test } from '@jest/globals';
import { csvFile } from './csv.ts';

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
