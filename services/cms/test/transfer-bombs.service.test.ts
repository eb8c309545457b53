import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';
import { type ImportOptions, importInto, zipOf } from './transfer-files.ts';

let n: Newsroom;
beforeAll(async () => {
  n = await openNewsroom();
});
afterAll(() => n.stop());

interface RawEntry {
  name: string;
  bytes?: Buffer;
  /** What the directory says of the inflated size. */
  declared?: number;
  attributes?: number;
  flags?: number;
}

/** Large files are the same in all entries. */
const packedFiles = new Map<Buffer, { packed: Buffer; crc: number }>();
const deflate = (bytes: Buffer) => {
  const known = packedFiles.get(bytes) ?? { packed: deflateRawSync(bytes), crc: crc32(bytes) };
  if (bytes.length > 1_000_000) packedFiles.set(bytes, known);
  return known;
};

/** An archive as no writer makes it. */
function rawZip(entries: RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = Buffer.alloc(0), declared = bytes.length, attributes = 0, flags = 0 } of entries) {
    const { packed, crc } = deflate(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags | 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const text = Buffer.from('---\ntitle: A\n---\nText');
const zeros = Buffer.alloc(60 * 1_048_576);
const zip: ImportOptions = { format: 'markdown_zip' };
const ghost: ImportOptions = { format: 'ghost_json' };
const wordpress: ImportOptions = { format: 'wordpress_wxr' };
const wxr = (inside: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss><channel><wp:wxr_version>1.2</wp:wxr_version>${inside}</channel></rss>`;
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

const attacks: [what: string, file: () => Buffer | string, options: ImportOptions, code: string][] = [
  [
    'ten thousand files',
    () => rawZip(Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.md` }))),
    zip,
    'archive_too_large',
  ],
  [
    'a gigabyte of zeros, as it says',
    () => rawZip(Array.from({ length: 18 }, (_, at) => ({ name: `${at}.md`, bytes: zeros }))),
    zip,
    'archive_too_large',
  ],
  [
    'a gigabyte of zeros that it says is nothing',
    () => rawZip(Array.from({ length: 18 }, (_, at) => ({ name: `${at}.md`, bytes: zeros, declared: 10 }))),
    zip,
    'archive_unreadable',
  ],
  ['a name that leads out', () => rawZip([{ name: 'posts/../../etc/passwd', bytes: text }]), zip, 'archive_unsafe'],
  ['an absolute name', () => rawZip([{ name: '/etc/passwd', bytes: text }]), zip, 'archive_unsafe'],
  ['a name with backslashes', () => rawZip([{ name: '..\\a.md', bytes: text }]), zip, 'archive_unsafe'],
  [
    'a link',
    () => rawZip([{ name: 'a.md', bytes: Buffer.from('/etc/passwd'), attributes: 0o120777 << 16 }]),
    zip,
    'archive_unsafe',
  ],
  [
    'a name twice',
    () =>
      rawZip([
        { name: 'a.md', bytes: text },
        { name: 'a.md', bytes: text },
      ]),
    zip,
    'archive_unsafe',
  ],
  ['an encrypted file', () => rawZip([{ name: 'a.md', bytes: text, flags: 1 }]), zip, 'archive_encrypted'],
  [
    'a size of 64 bits without the record of it',
    () => rawZip([{ name: 'a.md', bytes: text, declared: 0xffff_ffff }]),
    zip,
    'archive_',
  ],
  ['half an archive', () => rawZip([{ name: 'a.md', bytes: text }]).subarray(0, 40), zip, 'archive_unreadable'],
  ['no archive', () => 'PK', zip, 'archive_unreadable'],
  [
    'a site of a hundred thousand levels',
    () => rawZip([{ name: 'site.json', bytes: Buffer.from(`{"a":${'['.repeat(100_000)}`) }]),
    zip,
    'site_file_invalid',
  ],
  [
    'a site of a later format',
    () => rawZip([{ name: 'site.json', bytes: Buffer.from('{"format":"platform-site","version":99}') }]),
    zip,
    'site_file_invalid',
  ],
  [
    'JSON of a hundred thousand levels',
    () => `{"db":[{"data":{"posts":[${'['.repeat(100_000)}`,
    ghost,
    'json_too_deep',
  ],
  [
    'JSON with one text of ten megabytes',
    () => `{"db":[{"data":{"posts":[{"id":"1","title":"${'x'.repeat(10_000_000)}"}]}}]}`,
    ghost,
    'json_unreadable',
  ],
  ['JSON that is none', () => '{"db": nonsense}', ghost, 'json_unreadable'],
  ['JSON without an end', () => '{"db":[{"data":{"posts":[{"id":"1","title":"a"}', ghost, 'json_unreadable'],
  ['JSON of another system', () => '{"posts":[]}', ghost, 'json_unreadable'],
  [
    'a billion laughs',
    () => wxr('<title>&e9;</title>', `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]>`),
    wordpress,
    'xml_unreadable',
  ],
  [
    'a file of the server as an entity',
    () => wxr('<title>&f;</title>', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
    wordpress,
    'xml_unreadable',
  ],
  ['XML of a hundred thousand levels', () => wxr('<a>'.repeat(100_000)), wordpress, 'xml_unreadable'],
  ['XML without an end', () => wxr('<item>').slice(0, -20), wordpress, 'xml_unreadable'],
  ['XML of another system', () => '<rss><channel><title>x</title></channel></rss>', wordpress, 'xml_unreadable'],
  ['bytes that are no text', () => Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0xc0]), wordpress, 'xml_unreadable'],
];

test.each(attacks)('%s is refused whole, with a reason', async (_what, file, options, code) => {
  const done = await importInto(n.admin, n.at.site_id, file(), options);
  expect([done.status, done.error?.code]).toEqual(['failed', expect.stringMatching(`^${code}`)]);
  expect([done.entries, done.report.created]).toEqual([[], 0]);
  const [{ count } = {}] = await n.t.database.query<{ count: string }>('SELECT count(*) AS count FROM cms.items');
  expect(count).toBe('0');
});

test('nothing of a file is left when its import has ended', async () => {
  // The bytes go behind the end that the report shows.
  await eventually(async () => {
    const rows = await n.t.database.query("SELECT name FROM cms.files WHERE name LIKE 'import-%'");
    return rows.length === 0;
  });
});

test('a file that is not Markdown, a nested archive too, is named and left alone', async () => {
  const inner = await zipOf({ 'a.md': 'A' });
  const files = {
    'inner.zip': inner,
    'posts/a.md': '# Один',
    'b/broken.md': '---\n[',
    'c/latin.md': Buffer.from([0xe9]),
  };
  const done = await importInto(n.admin, n.at.site_id, await zipOf(files), zip);
  const outcomes = Object.fromEntries(
    done.entries.map(({ title, outcome, reason }) => [title, [outcome, reason?.code]]),
  );
  expect(outcomes).toMatchObject({
    'inner.zip': ['skipped', 'not_markdown'],
    Один: ['created', undefined],
    'b/broken.md': ['failed', 'file_unreadable'],
    'c/latin.md': ['failed', 'file_unreadable'],
  });
});

test('Markdown files of a folder arrive as posts and articles, directories as folders', async () => {
  const site_id = ok(await n.admin.createSite({ body: { name: 'Notes' } })).id;
  const files = {
    'posts/hello.md':
      '---\ntitle: Hello\ntags: [a, b]\nstatus: published\npublished_at: 2020-01-02T03:04:05Z\n---\nText',
    'Справка/Оплата/Как платить.md': '# Как платить\n\nТак',
    'Справка/index.md': 'Начало',
  };
  const done = await importInto(n.admin, site_id, await zipOf(files), { ...zip, publish: true });
  expect(done.entries.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
    ['folder', 'Справка', 'created'],
    ['folder', 'Оплата', 'created'],
    ['post', 'Hello', 'created'],
    ['article', 'index', 'created'],
    ['article', 'Как платить', 'created'],
  ]);
  const [row] = await n.t.database.query<{ folder: string; slug: string; status: string }>(
    `SELECT f.name AS folder, i.slug, i.status FROM cms.items i JOIN cms.folders f ON f.id = i.folder_id WHERE i.title = 'Как платить'`,
  );
  expect(row).toEqual({ folder: 'Оплата', slug: 'kak-platit', status: 'published' });
});

test('imports of a site wait for each other, and a sixth is refused', async () => {
  const { site_id } = n.at;
  await n.t.database.query(
    `INSERT INTO cms.imports (id, site_id, format, dry_run, publish, fetch_images, file_name, size_bytes, file, status,
       created_at, created_by, lease_until)
     SELECT gen_random_uuid(), $1, 'ghost_json', false, false, false, '', 1, 'import-x', 'running', now(), 'a@example.test', 'infinity'
     FROM generate_series(1, 5)`,
    [site_id],
  );
  const file = new Blob(['{}']);
  const refused = await n.admin.startImport({ params: { site_id }, query: { format: 'ghost_json' }, file });
  expect([refused.status, refused.error]).toEqual([409, 'conflict']);
  await n.t.database.query(`DELETE FROM cms.imports WHERE file = 'import-x'`);
});

test('a repeated call with the same Idempotency-Key starts one import', async () => {
  const { site_id } = n.at;
  const headers = { 'idempotency-key': newId() };
  const call = (format: 'ghost_json' | 'wordpress_wxr') =>
    n.admin.startImport({
      params: { site_id },
      query: { format, dry_run: 'true' as never },
      file: new Blob(['{}']),
      headers,
    });
  const first = await call('ghost_json');
  const second = await call('ghost_json');
  expect([second.status, second.headers.get('idempotent-replayed'), second.data.id]).toEqual([
    202,
    'true',
    first.data.id,
  ]);
  const other = await call('wordpress_wxr');
  expect([other.status, other.error]).toEqual([409, 'idempotency_conflict']);
});
