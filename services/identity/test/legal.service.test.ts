import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cms, identity } from '@platform/contracts';
import { newId, sha256 } from '@platform/runtime';
import { eventually, publicationOf } from '@platform/testing';
import { givenApplication, givenPublished, givenSite, type Identity, owner, startIdentity } from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const slot = (applicationId: string, kind = 'license_offer') =>
  ({ owner_type: 'application', owner_id: applicationId, kind }) as const;

describe('authoring', () => {
  test('a draft becomes visible by publication, and a new text a new version', async () => {
    const application = givenApplication();
    const params = slot(application.id);
    const admin = t.as({ admin: owner });
    const reads = t.as({ application });
    const own = { app_code: application.code };
    expect(await admin.getLegalDraft({ params })).toMatchObject({ status: 404, error: 'legal_document_not_found' });
    expect(await admin.publishLegalDocument({ params, ...publicationOf({ lock_version: 1 }) })).toMatchObject({
      status: 404,
      error: 'legal_document_not_found',
    });

    const draft = await admin.saveLegalDraft({ params, body: { title: 'Offer', body: 'First text' } });
    expect(draft.data).toMatchObject({ published_version: null, has_unpublished_changes: true });
    expect((await reads.listLegalDocuments({ params: own })).data).toEqual([]);
    expect((await t.as({}).readLegalDocumentPage({ params: { id: draft.data.id } })).status).toBe(404);

    const first = await admin.publishLegalDocument({ params, ...publicationOf(draft.data) });
    expect(first.data).toMatchObject({
      id: draft.data.id,
      version: '1',
      content_hash: sha256('First text'),
      public_url: `http://platform.test/v1/legal-documents/${draft.data.id}`,
    });
    const repeated = await admin.publishLegalDocument({ params, ...publicationOf(draft.data) });
    expect(repeated.data).toEqual(first.data);
    expect((await admin.getLegalDraft({ params })).data.has_unpublished_changes).toBe(false);

    const { data: changed } = await admin.saveLegalDraft({ params, body: { title: 'Offer', body: 'Second text' } });
    const { lock_version: _, warnings: __, ...published } = first.data;
    expect((await reads.getLegalDocument({ params: { ...own, doc_kind: params.kind } })).data).toEqual({
      ...published,
      body: 'First text',
    });
    const second = await admin.publishLegalDocument({ params, ...publicationOf(changed) });
    expect(second.data).toMatchObject({ id: draft.data.id, version: '2' });
    const read = await reads.getLegalDocument({ params: { ...own, doc_kind: params.kind } });
    expect(read.data).toMatchObject({ version: '2', body: 'Second text' });
    expect(read.headers.get('etag')).toBeTruthy();

    expect((await admin.listLegalDrafts({ params })).data).toHaveLength(1);
    const events = (await t.published(identity.events.legalDocumentPublished)).filter(
      (data) => data.owner_id === application.id,
    );
    expect(events.map(({ version }) => version)).toEqual(['1', '2']);
  });

  test.each(['listLegalDocuments', 'getLegalDocument'] as const)(
    '%s is asked about each time and sent again only after a publication, which is seen at once',
    async (endpoint) => {
      const application = givenApplication();
      await givenPublished(t, application, { kind: 'license_offer' });
      const reads = t.as({ application });
      const params = { app_code: application.code, doc_kind: 'license_offer' };
      const read = (etag = '') => reads[endpoint]({ params, headers: { 'if-none-match': etag } });

      const first = await read();
      const etag = first.headers.get('etag') ?? '';
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await read(etag);
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('cache-control')).toBe('no-cache');

      await givenPublished(t, application, { kind: 'license_offer' });
      const after = await read(etag);
      expect([after.status, after.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect([after.data].flat()).toMatchObject([{ version: '2' }]);
      expect(after.headers.get('etag')).not.toBe(etag);
    },
  );

  test('revisions come newest first, in pages', async () => {
    const application = givenApplication();
    for (let n = 0; n < 3; n += 1) await givenPublished(t, application, { kind: 'license_offer' });
    const params = slot(application.id);
    const admin = t.as({ admin: owner });
    const first = await admin.listLegalRevisions({ params, query: { limit: 2 } });
    expect(first.data.map(({ version }) => version)).toEqual(['3', '2']);
    const second = await admin.listLegalRevisions({ params, query: { limit: 2, cursor: first.next_cursor ?? '' } });
    expect([second.data.map(({ version }) => version), second.next_cursor]).toEqual([['1'], null]);
    expect(await admin.listLegalRevisions({ params, query: { cursor: 'x' } })).toMatchObject({ status: 400 });
  });

  test('publications at once give one version for one text', async () => {
    const application = givenApplication();
    const params = slot(application.id);
    const admin = t.as({ admin: owner });
    const { data: draft } = await admin.saveLegalDraft({ params, body: { title: 'Offer', body: 'Text' } });
    const publish = () => admin.publishLegalDocument({ params, ...publicationOf(draft) });
    const replies = await Promise.all(Array.from({ length: 6 }, publish));
    expect(new Set(replies.map(({ data }) => data.version))).toEqual(new Set(['1']));
  });

  test('owners that are not there', async () => {
    const admin = t.as({ admin: owner });
    const body = { title: 'T', body: 'B' };
    expect(await admin.saveLegalDraft({ params: slot(newId()), body })).toMatchObject({
      status: 404,
      error: 'application_not_found',
    });
    const site = { owner_type: 'cms_site', owner_id: newId(), kind: 'privacy_policy' } as const;
    expect(await admin.saveLegalDraft({ params: site, body })).toMatchObject({
      status: 404,
      error: 'site_not_found',
    });
  });

  test('a document of another application is not readable under mine', async () => {
    await givenPublished(t, givenApplication(), { kind: 'license_offer' });
    const application = givenApplication();
    const params = { app_code: application.code, doc_kind: 'license_offer' };
    expect(await t.as({ application }).getLegalDocument({ params })).toMatchObject({
      status: 404,
      error: 'legal_document_not_found',
    });
  });
});

describe('a public read', () => {
  test('answers an earlier version and the text as HTML, and every change at once', async () => {
    const application = givenApplication();
    const params = slot(application.id, 'privacy_policy');
    const admin = t.as({ admin: owner });
    const read = (query = {}) =>
      t.as({ application }).getLegalDocument({ params: { app_code: application.code, doc_kind: params.kind }, query });
    for (const body of ['First **text**', 'Second text']) {
      const { data: draft } = await admin.saveLegalDraft({ params, body: { title: 'Policy', body } });
      await admin.publishLegalDocument({ params, ...publicationOf(draft) });
      expect((await read()).data.body).toBe(body);
    }
    const first = await read({ version: '1', format: 'html' });
    expect(first.data).toMatchObject({ version: '1', body: 'First **text**', content_hash: sha256('First **text**') });
    expect(first.data.html).toContain('<strong>text</strong>');
    expect((await read({ version: '9' })).error).toBe('legal_document_not_found');
    await admin.withdrawLegalDocument({ params });
    expect((await read()).error).toBe('legal_document_not_found');
  });
});

describe('a draft', () => {
  test('is not overwritten by a change that is based on another version', async () => {
    const params = slot(givenApplication().id);
    const admin = t.as({ admin: owner });
    const save = (title: string, version: string) =>
      admin.saveLegalDraft({ params, body: { title, body: 'Text' }, headers: { 'if-match': version } });
    expect((await save('Nothing is there', '"1"')).error).toBe('precondition_failed');
    expect((await admin.saveLegalDraft({ params, body: { title: 'One', body: 'Text' } })).headers.get('etag')).toBe(
      '"1"',
    );
    const saved = await Promise.all([save('Two', '"1"'), save('Also two', '"1"')]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(saved.find(({ status }) => status === 412)?.body).toMatchObject({ version: 2 });
  });
});

describe('the page', () => {
  test('shows any published version under a strict policy', async () => {
    const application = givenApplication();
    const { id } = await givenPublished(t, application, {
      kind: 'license_offer',
      body: '# Оферта\n\nПервая <script>alert(1)</script>',
    });
    await givenPublished(t, application, { kind: 'license_offer', body: 'Вторая' });
    const page = (version?: string) => t.as({}).readLegalDocumentPage({ params: { id }, query: { version } });

    const latest = await page();
    expect(latest.status).toBe(200);
    expect(latest.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(latest.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(latest.body).toContain('Вторая');
    expect(latest.body).toContain('href="?version=1"');

    const earlier = await page('1');
    expect(earlier.body).toContain('Это не последняя версия');
    expect(earlier.body).not.toContain('<script');
    for (const version of ['3', '0', '1 ', 'x']) expect((await page(version)).status).toBe(404);
    expect((await t.as({}).readLegalDocumentPage({ params: { id: newId() } })).error).toBe('legal_document_not_found');
    expect((await t.as({}).readLegalDocumentPage({ params: { id: 'x' } })).status).toBe(400);
  });
});

test('links of a legal text lead to the site of its owner, and its images to the platform', async () => {
  const site = givenSite();
  const website_url = 'https://notes.example.com';
  const described = { code: site.code, name: 'Notes', status: 'active' as const, application_id: null, website_url };
  await t.answer(cms.queries.describeSite, ({ id }) => ({
    site: { ...described, id, default_locale: 'en', locales: ['en'], timezone: 'Pacific/Kiritimati' },
  }));
  const file = `${'a'.repeat(64)}.png`;
  const body = `[Contacts](/contacts) ![seal](/assets/cms/${file}) ![a tracker](https://tracker.example/p.png)`;
  const { id } = await givenPublished(t, site, { kind: 'privacy_policy', body, owner_type: 'cms_site' });
  const page = await t.as({}).readLegalDocumentPage({ params: { id }, query: {} });
  expect(page.body).toContain('href="https://notes.example.com/contacts"');
  expect(page.body).toContain(`src="http://platform.test/assets/cms/${file}"`);
  expect(page.body).not.toContain('tracker.example');
  expect(page.body).toContain('a tracker');
  expect(page.headers.get('content-security-policy')).toContain('img-src http://platform.test/assets/;');
  const params = { site_code: site.code, doc_kind: 'privacy_policy' };
  const read = await t.as({ site }).getSiteLegalDocument({ params, query: { format: 'html' } });
  expect(read.data.html).toContain('href="https://notes.example.com/contacts"');
});

test('a saved and a published legal text of a site name their dead links, anchors and files, with the lines', async () => {
  const site = givenSite();
  const described = { code: site.code, name: 'Notes', status: 'active' as const, application_id: null };
  await t.answer(cms.queries.describeSite, ({ id }) => ({
    site: {
      ...described,
      id,
      website_url: 'https://notes.example.com',
      default_locale: 'en',
      locales: ['en'],
      timezone: 'UTC',
    },
  }));
  const asked: unknown[] = [];
  await t.answer(cms.queries.checkTargets, (input) => {
    asked.push(input);
    return { dead_paths: input.paths.filter((path) => path.startsWith('/blog/')), unknown_files: input.files };
  });
  const file = `${'a'.repeat(64)}.png`;
  const body =
    '# Policy\n\n[gone](https://notes.example.com/blog/gone) [here](/contacts)\n\n' +
    `[part](#none)\n\n![seal](/assets/cms/${file})\n\n<script>1</script>`;
  const params = { owner_type: 'cms_site', owner_id: site.id, kind: 'privacy_policy' } as const;
  const author = t.as({ admin: owner });
  const save = () => author.saveLegalDraft({ params, body: { title: 'Policy', body } });
  // A first rendering may take longer than a save waits for; its result is in memory then.
  const warnings = await eventually(async () => (await save()).data.warnings);
  const found = warnings.map(({ code, line }) => `${code} ${line}`);
  expect(found.toSorted()).toEqual(['anchor_missing 5', 'asset_missing 7', 'dead_link 3', 'html_dropped 9']);
  expect(asked[0]).toEqual({ site_id: site.id, paths: ['/blog/gone', '/contacts'], files: [file] });
  const publish = () => author.publishLegalDocument({ params, body: {}, headers: { 'if-match': '*' } });
  expect(await eventually(async () => (await publish()).data.warnings)).toEqual(warnings);
});

test('a legal text is saved while nobody can say whether its links lead anywhere', async () => {
  await t.answer(cms.queries.checkTargets, () => {
    throw new Error('not now');
  });
  const params = { owner_type: 'cms_site', owner_id: givenSite().id, kind: 'privacy_policy' } as const;
  const saved = await t
    .as({ admin: owner })
    .saveLegalDraft({ params, body: { title: 'Policy', body: '[a](/blog/b)' } });
  expect([saved.status, saved.data.warnings]).toEqual([200, null]);
});
