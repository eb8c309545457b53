import { describe, expect, test } from '@jest/globals';
import { type ExportedRecord, exportFormats } from './export-format.ts';

const exported = (changes: Partial<ExportedRecord['record']> = {}, text?: ExportedRecord['text']): ExportedRecord => ({
  record: {
    id: '00000000-0000-7000-8000-000000000001',
    seq: 1,
    user_id: '00000000-0000-7000-8000-0000000000bb',
    email: 'anna@example.test',
    document_id: '00000000-0000-7000-8000-0000000000cc',
    doc_kind: 'license_offer',
    version: '2',
    content_hash: 'c0ffee',
    checkbox_text: 'Согласен',
    accepted: true,
    source: 'paywall',
    platform: null,
    metadata: {},
    ip: null,
    user_agent: null,
    recorded_at: '2026-01-10T00:00:00.123Z',
    prev_hash: 'aa',
    entry_hash: 'bb',
    owner_type: 'application',
    owner_id: '00000000-0000-7000-8000-0000000000dd',
    subject_id: '00000000-0000-7000-8000-0000000000bb',
    ...changes,
  },
  document: {
    document_id: '00000000-0000-7000-8000-0000000000cc',
    doc_kind: 'license_offer',
    version: '2',
    title: 'Оферта',
    content_hash: 'c0ffee',
    published_at: '2026-01-01T00:00:00.000Z',
    public_url: 'https://api.example/v1/legal-documents/cc?version=2',
    editorial: false,
    effective_at: null,
    change_note: null,
  },
  text,
});

describe('CSV', () => {
  const { start, write } = exportFormats.csv;
  /** The cell of a checkbox label. */
  const cell = (checkbox_text: string) =>
    write([exported({ checkbox_text })])
      .split('c0ffee,')[1]
      ?.split(',true,')[0];

  test('begins with a byte order mark and the names of the columns', () => {
    expect(start).toBe(
      '\uFEFFid,seq,user_id,email,document_id,doc_kind,version,content_hash,checkbox_text,accepted,source,platform,' +
        'metadata,ip,user_agent,recorded_at,prev_hash,entry_hash,owner_type,owner_id,subject_id,' +
        'document_editorial,document_title,document_url,document_body\r\n',
    );
  });

  test('a record is a line that ends with CRLF; null is an empty cell, metadata are JSON', () => {
    expect(write([exported({ accepted: false, metadata: { flow: 'reconsent' } }), exported({ seq: 2 })])).toBe(
      '00000000-0000-7000-8000-000000000001,1,00000000-0000-7000-8000-0000000000bb,anna@example.test,' +
        '00000000-0000-7000-8000-0000000000cc,license_offer,2,c0ffee,Согласен,false,paywall,,"{""flow"":""reconsent""}",,,' +
        '2026-01-10T00:00:00.123Z,aa,bb,application,00000000-0000-7000-8000-0000000000dd,00000000-0000-7000-8000-0000000000bb,false,Оферта,https://api.example/v1/legal-documents/cc?version=2,\r\n' +
        '00000000-0000-7000-8000-000000000001,2,00000000-0000-7000-8000-0000000000bb,anna@example.test,' +
        '00000000-0000-7000-8000-0000000000cc,license_offer,2,c0ffee,Согласен,true,paywall,,{},,,' +
        '2026-01-10T00:00:00.123Z,aa,bb,application,00000000-0000-7000-8000-0000000000dd,00000000-0000-7000-8000-0000000000bb,false,Оферта,https://api.example/v1/legal-documents/cc?version=2,\r\n',
    );
  });

  test.each([
    ['commas', 'a,b', '"a,b"'],
    ['quotes, which are doubled', 'the "terms"', '"the ""terms"""'],
    ['line ends of every kind', 'a\nb\r\nc', '"a\nb\r\nc"'],
    ['a lone carriage return', 'a\rb', '"a\rb"'],
    ['a lone line feed', 'a\nb', '"a\nb"'],
  ])('quotes cells with %s', (_, text, written) => expect(cell(text)).toBe(written));

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://evil.test","x")', '"\'=HYPERLINK(""http://evil.test"",""x"")"'],
    ['1=1', '1=1'],
  ])('%j is text and no formula', (text, written) => expect(cell(text)).toBe(written));

  test('the text of a document stands in the first row alone that names it', () => {
    const rows = (isFirst: boolean) => write([exported({}, { body: '- the text', isFirst })]);
    expect(rows(true)).toMatch(/\?version=2,'- the text\r\n$/);
    expect(rows(false)).toMatch(/\?version=2,\r\n$/);
  });
});

describe('JSON Lines', () => {
  const { start, write } = exportFormats.jsonl;
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('a version of a document comes before the first record about it', () => {
    const [first, second] = [exported({}, { body: 'line\nline', isFirst: true }), exported({ seq: 2 })];
    expect(start).toBe('');
    expect(lines(write([first, second]))).toEqual([
      { type: 'document', ...first.document, body: 'line\nline' },
      { type: 'consent', ...first.record },
      { type: 'consent', ...second.record },
    ]);
  });

  test('texts are exact', () => {
    expect(lines(write([exported({ checkbox_text: '=1+1\u2028"' })]))[0].checkbox_text).toBe('=1+1\u2028"');
  });
});
