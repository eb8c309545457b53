import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { isReadable, readRecordFile } from './read-record-file.ts';

const options = { columns: ['subject', 'email', 'codes'], maxRecords: 5 };
const read = (text: string | Buffer, changed: Partial<typeof options> = {}) =>
  readRecordFile(Buffer.from(text as string), { ...options, ...changed });
const valuesOf = async (text: string | Buffer) =>
  (await read(text)).map((record) => (isReadable(record) ? record.values : record.message));

describe('a file of records', () => {
  const ada = { subject: 'ada', email: 'a@example.com' };
  test.each([
    ['commas', 'subject,email\nada,a@example.com\n'],
    ['semicolons, CRLF and a byte order mark', '\uFEFFsubject;email\r\nada;a@example.com\r\n'],
    ['tabs and no line end at the end', 'subject\temail\nada\ta@example.com'],
    ['quotes and blanks around cells', '"subject" , "email"\n "ada" , a@example.com \n'],
    ['empty lines and empty cells', '\nsubject,email,codes\n\nada,a@example.com,\n,,\n'],
    ['JSON Lines', '{"subject":"ada","email":"a@example.com"}\n'],
    [
      'JSON Lines with CRLF, a byte order mark and empty lines',
      '\uFEFF\r\n{"subject":"ada","email":"a@example.com"}\r\n\r\n',
    ],
  ])('is read with %s', async (_name, text) => expect(await valuesOf(text)).toEqual([ada]));

  test('has quoted separators, quotes and line breaks in cells', async () =>
    expect(await valuesOf('subject,codes\n"a, ""b""","x\ny"\n')).toEqual([{ subject: 'a, "b"', codes: 'x\ny' }]));

  test('keeps the types of JSON, null included', async () =>
    expect(await valuesOf('{"subject":null,"codes":["a",1]}')).toEqual([{ subject: null, codes: ['a', 1] }]));

  test('names the line of each record, and of each that cannot be read', async () => {
    const csv = await read('subject,email\nada\n\nb,b@example.com\nc,c@example.com,more\n');
    expect(csv).toEqual([
      { line: 2, path: '', message: 'has 1 cells, and the header has 2' },
      { line: 4, values: { subject: 'b', email: 'b@example.com' } },
      { line: 5, path: '', message: 'has 3 cells, and the header has 2' },
    ]);
    const json = await read('{"subject":"a"}\nnot json\n\n["x"]\n{"phone":1}\n{"subject":"\\u0000"}');
    expect(json).toEqual([
      { line: 1, values: { subject: 'a' } },
      { line: 2, path: '', message: 'is not JSON' },
      { line: 4, path: '', message: 'is not a JSON object' },
      { line: 5, path: 'phone', message: 'is not a column of this import; the columns are subject, email, codes' },
      { line: 6, path: 'subject', message: 'has characters that cannot be stored' },
    ]);
  });

  test('refuses half of a surrogate pair and a key of a prototype', async () =>
    expect(await valuesOf('{"subject":"\\ud800"}\n{"codes":["\\ud800"]}\n{"__proto__":"a"}')).toEqual([
      'has characters that cannot be stored',
      'has characters that cannot be stored',
      expect.stringContaining('is not a column'),
    ]));

  test('refuses one long line of JSON and reads the next', async () => {
    const long = JSON.stringify({ subject: 'a'.repeat(30_000) });
    const longer = JSON.stringify({ subject: 'a'.repeat(100_000) });
    expect(await valuesOf(`${long}\n${longer}\n{"subject":"b"}`)).toEqual([
      'is longer than 20000 characters',
      'is longer than 20000 characters',
      { subject: 'b' },
    ]);
  });

  test.each([
    ['an unknown column', 'subject,phone\na,1\n', 'unknown column "phone"'],
    ['a column without a name', 'subject,,email\na,1,2\n', 'unknown column ""'],
    ['a column twice', 'subject,subject\na,b\n', 'the column subject twice'],
    ['a quote that is not closed', `subject\n"a\n${'b\n'.repeat(4)}`, 'a quote that is not closed'],
    ['a quote that is not closed in a long file', `subject\n"a\n${'b\n'.repeat(20_000)}`, 'is a quote not closed?'],
    ['a quote inside of a cell', 'subject\na"b\n', 'a quote inside of a cell in line 2'],
    ['a JSON array', '[{"subject":"a"}]', 'is a JSON array'],
    ['nothing', '\n \n', 'has no records'],
    ['a header alone', 'subject\n', 'has no records'],
    ['too many records', `subject\n${'a\n'.repeat(6)}`, 'has more than 5 records'],
    ['too many lines of JSON', '{"subject":"a"}\n'.repeat(6), 'has more than 5 records'],
    ['windows-1251', Buffer.from([...Buffer.from('subject\n'), 0xe0, 0xe4, 0xe0]), 'is not UTF-8'],
    ['UTF-16', Buffer.from('\uFEFFsubject\na', 'utf16le'), 'is not UTF-8'],
    ['a character that ends with the file', Buffer.from([...Buffer.from('subject\na'), 0xc3]), 'is not UTF-8'],
    ['JSON that is not UTF-8', Buffer.from([...Buffer.from('{"subject":"'), 0xe0, 0x22, 0x7d]), 'is not UTF-8'],
  ])('is refused as a whole with %s', async (_name, text, message) =>
    expect(read(text)).rejects.toMatchObject({ code: 'validation_failed', message: expect.stringContaining(message) }),
  );

  test('takes characters that two pieces share', async () => {
    const name = 'я'.repeat(9_000);
    expect(await valuesOf(`subject\n${name}\nx${name}\n`)).toEqual([{ subject: name }, { subject: `x${name}` }]);
  });

  test.each([
    ['CSV', `subject,email\n${'ada,a@example.com\n'.repeat(50_000)}`],
    ['JSON Lines', '{"subject":"ada"}\n'.repeat(50_000)],
    ['blanks', `subject\nada\n${' \n'.repeat(1_000_000)}`],
  ])('leaves turns of the event loop to others while it reads %s', async (_name, text) => {
    let turns = 0;
    let isRead = false;
    const reading = read(text, { maxRecords: 50_000 }).finally(() => {
      isRead = true;
    });
    while (!isRead) {
      await nextTurn();
      turns += 1;
    }
    await reading;
    expect(turns).toBeGreaterThan(20);
  });
});
