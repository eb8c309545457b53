import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { auditEventOf, cms } from '@platform/contracts';
import { eventually } from '@platform/testing';
import { ifMatch, type Newsroom, noon, ok, openNewsroom } from './newsroom.ts';

let n: Newsroom;
let params: { site_code: string };
beforeAll(async () => {
  n = await openNewsroom();
  params = { site_code: n.site.code };
});
afterAll(() => n.stop());
beforeEach(() => n.clock.set(noon));

type Create = Parameters<typeof n.admin.createDocument>[0]['body'];
const write = async (body: Partial<Create> = {}) =>
  ok(
    await n.admin.createDocument({
      params: n.at,
      body: { title: 'Price list', doc_kind: 'price_list', source_type: 'text', body: '# Prices\n\nFree.', ...body },
    }),
  );
const change = (document_id: string, body: Record<string, unknown>) =>
  n.admin.updateDocument({ params: { ...n.at, document_id }, body, headers: ifMatch('*') });
const tokenOf = ({ public_url }: { public_url: string }) => public_url.split('/').at(-1) ?? '';
const open = (access_token: string, headers = {}) => n.t.as({}).openDocument({ params: { access_token }, headers });
/** The answer as bytes and with all headers. */
const fetchFile = (access_token: string, headers: Record<string, string> = {}) =>
  fetch(`${n.t.baseUrl}/v1/cms-documents/${access_token}`, {
    headers: { 'x-platform-context': n.t.sign({}, 'openDocument'), ...headers },
  });

describe('the version of a text document', () => {
  test.each([
    [null, '1', '2'],
    ['1', '1', '2'],
    ['1.0', '1.0', '1.1'],
    ['1.9', '1.9', '1.10'],
    ['2.0.9', '2.0.9', '2.0.10'],
  ])('of %p is %s, and %s when the text changes', async (version, first, second) => {
    const document = await write({ version });
    expect(document.version).toBe(first);
    expect(ok(await change(document.id, { title: 'Other title' })).version).toBe(first);
    expect(ok(await change(document.id, { body: 'Other text' })).version).toBe(second);
    expect(ok(await change(document.id, { body: 'Third text', version: '7' })).version).toBe('7');
  });

  test('that does not end with a number of its own has to be named by each change of the text', async () => {
    const document = await write({ version: '2024-05' });
    const refused = await change(document.id, { body: 'Other text' });
    expect([refused.status, refused.error]).toEqual([400, 'version_not_incrementable']);
    expect(ok(await change(document.id, { body: 'Other text', version: '2024-06' })).version).toBe('2024-06');
    expect(ok(await change(document.id, { title: 'Same text' })).version).toBe('2024-06');
  });
});

test('a document has exactly the source that it says', async () => {
  const base = { title: 'A', doc_kind: 'guide' };
  for (const body of [
    { ...base, source_type: 'text' as const },
    { ...base, source_type: 'url' as const, body: 'text' },
    { ...base, source_type: 'text' as const, body: 'text', external_url: 'https://example.com/' },
  ])
    expect((await n.admin.createDocument({ params: n.at, body })).error).toBe('validation_failed');
  const document = await write();
  expect((await change(document.id, { source_type: 'url' })).error).toBe('validation_failed');
  const moved = ok(
    await change(document.id, { source_type: 'url', body: null, external_url: 'https://example.com/a' }),
  );
  expect(moved).toMatchObject({ source_type: 'url', body: null, external_url: 'https://example.com/a' });
});

describe('readers', () => {
  test('list published documents, also of one kind, and read one with its text and version', async () => {
    const price = await write({ title: 'Prices', slug: 'prices', description: 'What it costs' });
    const guide = await write({ title: 'Guide', doc_kind: 'guide' });
    await write({ title: 'Draft' });
    for (const { id } of [price, guide]) await n.publish(id);
    const listed = ok(await n.reader.readDocuments({ params, query: { kind: 'price_list' } }));
    expect(listed.map(({ slug }) => slug)).toEqual(['prices']);
    expect(listed[0]).toMatchObject({ public_url: price.public_url, version: '1', doc_kind: 'price_list' });
    expect(listed[0]).not.toHaveProperty('body');
    expect(ok(await n.reader.readDocuments({ params }))).toHaveLength(2);
    const one = await n.reader.readDocument({ params: { ...params, slug: 'prices' }, query: { format: 'html' } });
    expect(one.data).toMatchObject({
      body: '# Prices\n\nFree.',
      html: expect.stringContaining('Free.'),
      version: '1',
      public_url: price.public_url,
      url: 'https://notes.example.com/docs/prices',
      seo: { description: 'What it costs', robots: 'noindex' },
    });
    const authors = ok(await n.admin.listDocuments({ params: n.at, query: { doc_kind: 'guide' } }));
    expect(authors.map(({ id }) => id)).toContain(guide.id);
  });

  test('show name, size and type of a file, as it is served, and in a preview', async () => {
    const bytes = Buffer.from('%PDF-1.7');
    const pdf = await n.asset({ kind: 'pdf', bytes, file_name: 'Договор.pdf', content_type: 'application/pdf' });
    const page = await n.asset({
      kind: 'file',
      bytes: Buffer.from('<p>Text'),
      file_name: 'page.html',
      content_type: 'text/html',
    });
    const one = await write({ title: 'Contract', source_type: 'file', body: null, asset_id: pdf.id });
    const other = await write({ title: 'Page', source_type: 'file', body: null, asset_id: page.id });
    const plain = await write({ title: 'Without a file' });
    const file = { name: 'Договор.pdf', size_bytes: bytes.length, content_type: 'application/pdf' };
    const { token } = ok(await n.admin.createPreviewToken({ params: { ...n.at, item_id: one.id }, body: {} }));
    const at = { ...params, slug: 'contract' };
    expect(ok(await n.reader.readDocument({ params: at, query: { preview: token } })).file).toEqual(file);
    for (const { id } of [one, other, plain]) await n.publish(id);
    const listed = ok(await n.reader.readDocuments({ params }));
    const fileOf = (title: string) => listed.find((document) => document.title === title)?.file;
    expect([fileOf('Contract'), fileOf('Without a file')]).toEqual([file, null]);
    expect(fileOf('Page')).toEqual({
      name: 'page.html',
      size_bytes: 7,
      content_type: 'application/octet-stream',
    });
    expect(ok(await n.reader.readDocument({ params: at })).file).toEqual(file);
  });

  test('find legal texts at their own address, and authors write them there', async () => {
    const read = await n.reader.readDocuments({ params, query: { kind: 'privacy_policy' } });
    expect([read.status, read.error]).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(read.body)).toContain('/legal/{doc_kind}');
    const body = { title: 'Terms', doc_kind: 'terms_of_sale', source_type: 'text' as const, body: 'x' };
    const made = await n.admin.createDocument({ params: n.at, body });
    expect([made.status, made.error]).toEqual([400, 'validation_failed']);
  });
});

describe('the address of a document', () => {
  test.each([
    ['Europe/Moscow', 'December 1, 2026'],
    ['America/New_York', 'November 30, 2026'],
  ])('shows a text with its day in the time zone of the site, %s', async (timezone, day) => {
    ok(await n.admin.updateSite({ params: n.at, body: { timezone }, headers: ifMatch('*') }));
    n.clock.set('2026-11-30T22:30:00Z');
    const document = await write({ title: `A day of ${timezone}`, locale: 'en' });
    await n.publish(document.id);
    expect((await open(tokenOf(document))).body).toContain(day);
  });

  test('shows a text as a page that runs nothing and that no search engine keeps', async () => {
    const document = await write({
      title: 'A <b>',
      body: 'Text with **bold**, <script>alert(1)</script>.',
      is_indexable: false,
    });
    expect((await open(tokenOf(document))).error).toBe('content_not_found');
    await n.publish(document.id);
    const page = await open(tokenOf(document));
    expect(page.status).toBe(200);
    expect(page.body).toContain('<strong>bold</strong>');
    expect(page.body).toContain('<h1>A &lt;b&gt;</h1>');
    expect(page.body).not.toContain('<script>');
    const style = /<style>(.*)<\/style>/s.exec(String(page.body))?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src http: https:; media-src http: https:; sandbox`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'private, no-cache',
    });
    const etag = page.headers.get('etag') ?? '';
    expect((await open(tokenOf(document), { 'if-none-match': etag })).status).toBe(304);
    ok(await change(document.id, { is_indexable: true }));
    await n.publish(document.id);
    expect((await open(tokenOf(document))).headers.get('x-robots-tag')).toBeNull();
    ok(await n.admin.archiveContent({ params: { ...n.at, item_id: document.id }, headers: ifMatch('*') }));
    expect((await open(tokenOf(document))).error).toBe('content_not_found');
  });

  test('leads to the site: links of the text, a video as a link, and the name of the site', async () => {
    const body = '[Prices](/pricing)\n\nhttps://rutube.ru/video/0123456789abcdef0123456789abcdef/\n';
    const document = await write({ title: 'With links', body });
    await n.publish(document.id);
    const html = String((await open(tokenOf(document))).body);
    expect(html).toContain('href="https://notes.example.com/pricing"');
    expect(html).not.toContain('<iframe');
    expect(html).toMatch(/<a href="https:\/\/rutube\.ru\/play\/embed\/0123456789abcdef[^"]*">[^<]+<\/a>/);
    expect(html).toContain('<a href="https://notes.example.com">Notes</a></footer>');
  });

  test('redirects to an address elsewhere', async () => {
    const external_url = 'https://example.com/файл.pdf?a=1';
    const document = await write({ source_type: 'url', body: null, external_url });
    await n.publish(document.id);
    const { status, headers } = await open(tokenOf(document), { 'if-none-match': '*' });
    expect([status, headers.get('location'), headers.get('referrer-policy')]).toEqual([
      302,
      'https://example.com/%D1%84%D0%B0%D0%B9%D0%BB.pdf?a=1',
      'no-referrer',
    ]);
  });

  test.each([
    ['pdf', 'application/pdf', 'application/pdf', 'inline', "default-src 'none'"],
    ['image', 'image/webp', 'image/webp', 'inline', "default-src 'none'; sandbox"],
    [
      'svg',
      'image/svg+xml',
      'image/svg+xml',
      'inline',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ],
    ['file', 'video/mp4', 'video/mp4', 'attachment', "default-src 'none'; sandbox"],
    ['file', 'text/html', 'application/octet-stream', 'attachment', "default-src 'none'; sandbox"],
  ] as const)(
    'serves a file of the kind %s of the type %s as %s, %s',
    async (...[kind, stored, type, shown, policy]) => {
      const bytes = Buffer.from(`%PDF-1.7 <script>alert('${stored}')</script>`);
      const asset = await n.asset({ kind, bytes, file_name: 'Прайс "2026".pdf', content_type: stored });
      const document = await write({ source_type: 'file', body: null, asset_id: asset.id });
      await n.publish(document.id);
      const whole = await fetchFile(tokenOf(document));
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `${shown}; filename="_2026_.pdf"; filename*=UTF-8''%D0%9F%D1%80%D0%B0%D0%B9%D1%81%20%222026%22.pdf`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-cache',
        etag: `"${asset.sha256}"`,
      });
      const part = await fetchFile(tokenOf(document), { range: 'bytes=0-3' });
      expect([part.status, await part.text()]).toEqual([206, '%PDF']);
    },
  );

  test('ends at once when an administrator rotates its token, and readers get the new one', async () => {
    const document = await write({ slug: 'rotated' });
    await n.publish(document.id);
    const at = { ...n.at, document_id: document.id };
    const readUrl = async () => ok(await n.reader.readDocument({ params: { ...params, slug: 'rotated' } })).public_url;
    expect(await readUrl()).toBe(document.public_url);
    const records: unknown[] = [];
    await n.t.bus.observe(auditEventOf('cms').type, ({ data }) => void records.push(data));
    const told = (await n.t.published(cms.events.siteUpdated)).length;
    const { public_url } = ok(await n.admin.rotateDocumentToken({ params: at }));
    expect(public_url).not.toBe(document.public_url);
    expect(await n.t.published(cms.events.siteUpdated)).toHaveLength(told + 1);
    expect([(await open(tokenOf(document))).status, (await open(tokenOf({ public_url }))).status]).toEqual([404, 200]);
    expect(await readUrl()).toBe(public_url);
    expect(ok(await n.admin.getDocument({ params: at })).public_url).toBe(public_url);
    const post = await n.post();
    const foreign = await n.admin.rotateDocumentToken({ params: { ...n.at, document_id: post.id } });
    expect(foreign.error).toBe('content_not_found');
    await eventually(() => records.some((record) => JSON.stringify(record).includes(document.id)));
    expect(records).toContainEqual(expect.objectContaining({ action: 'rotateDocumentToken' }));
    expect(JSON.stringify(records)).not.toContain(tokenOf({ public_url }));
  });
});
