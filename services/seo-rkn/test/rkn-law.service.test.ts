import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, catalog, cms, identity, legalTextPart, type seoRkn } from '@platform/contracts';
import { newId, sha256 } from '@platform/runtime';
import { sandboxDocument } from '@platform/sandbox';
import { anAdmin } from '@platform/testing';
import { clausesFor, newestClauses } from '../src/document-check/clauses.ts';
import { startAi, type TestAi } from './start-ai.ts';

/** The law data, the operator of a site, and checks of its documents, through the real service. */

let t: TestAi;
let client: Client<(typeof seoRkn)['endpoints']>;
const site_id = newId();
const application_id = newId();
/** Time zone of the site. */
let timezone = 'UTC';
/** Texts of documents by owner, kind and edition. */
const texts = new Map<string, string>();
const keyOf = (owner_id: string, kind: string, which: string) => `${owner_id} ${kind} ${which}`;

beforeAll(async () => {
  // A busy machine needs longer than 3 s for the longest text.
  t = await startAi({ overrides: { checkMs: 60_000 } });
  client = t.as({ admin: anAdmin() });
  const site = {
    id: site_id,
    code: 'sever',
    name: 'Северный свет',
    status: 'active' as const,
    application_id: null,
    website_url: 'https://sever.test',
    default_locale: 'ru',
    locales: ['ru'],
  };
  await t.answer(cms.queries.describeSite, ({ id }) => ({ site: id === site_id ? { ...site, timezone } : null }));
  const application = {
    id: application_id,
    code: 'notes',
    name: 'Notes',
    status: 'active' as const,
    payments_enabled: true,
    return_url_schemes: [],
    receipt_settings: null,
    max_active_devices: 10,
    device_limit_policy: 'reject' as const,
  };
  await t.answer(catalog.queries.getApplicationFacts, (by) => ({
    application: by.application_id === application_id ? application : null,
  }));
  await t.answer(identity.queries.getConsentCoverage, () => ({ coverage: [] }));
  await t.answer(identity.queries.getLegalText, ({ owner, kind, which, offset }) => {
    const body = texts.get(keyOf(owner.owner_id, kind, which));
    if (body === undefined) return { document: null };
    const end = offset + legalTextPart;
    return {
      document: {
        document_id: newId(),
        version: which === 'draft' ? null : '3',
        title: kind,
        content_hash: sha256(body),
        body_markdown: body.slice(offset, end),
        next_offset: end < body.length ? end : null,
      },
    };
  });
});
afterAll(async () => {
  await t.stop();
  expect(t.errors()).toEqual([]);
});

const params = { site_id };
const ofSite = (kind: string) => ({ site_id, kind });

test('the catalogue of law has its sources, and says when it is outdated', async () => {
  const { data } = await client.listRknRules({ query: { locale: 'en' } });
  expect(data).toMatchObject({ rules_outdated: false, rule_version: '2026-11-24' });
  expect(data.rules.find(({ code }) => code === 'consent_not_separate')).toMatchObject({
    severity: 'high',
    group: 'G_PROC',
    certainty: 'confirmed',
    law: [{ act: '152-ФЗ', article: '9 ч.1', since: '2025-09-01', mark: 'V', source: 'K3 K4' }],
  });
  expect(data.fines.find(({ group }) => group === 'G_POLICY')?.fines).toEqual({
    ooo: { min: 30_000, max: 60_000 },
    ip: null,
    self_employed: null,
  });
  expect((await client.listRknRules({ query: { rule_version: '2026-11-24' } })).data.rules).toHaveLength(54);
  expect(await client.listRknRules({ query: { rule_version: '2020-01-01' } })).toMatchObject({ status: 400 });
  const now = t.clock.now();
  t.clock.set('2027-03-01T00:00:00Z');
  expect((await client.listRknRules({})).data.rules_outdated).toBe(true);
  t.clock.set(now);
});

test('a profile begins empty, keeps what fits, and counts its changes', async () => {
  const first = await client.getRknProfile({ params });
  expect(first.data).toMatchObject({ subject_type: null, registry_status: 'unknown', version: 1 });
  const body = {
    subject_type: 'ooo' as const,
    name: 'ООО «Северный свет»',
    inn: '7707083893',
    ogrn: '1027700132195',
    registry_status: 'filed' as const,
    registry_number: '77-19-012345',
    registry_date: '2019-04-01',
  };
  const put = await client.putRknProfile({ params, body, headers: { 'if-match': '"1"' } });
  expect(put.data).toMatchObject({ ...body, crossborder_status: 'unknown', version: 2 });
  expect((await client.getRknProfile({ params })).headers.get('etag')).toBe('"2"');
  const late = await client.putRknProfile({ params, body, headers: { 'if-match': '"1"' } });
  expect(late).toMatchObject({ status: 412, error: 'precondition_failed' });
  expect((await client.getRknProfile({ params })).data).toEqual(put.data);
  expect(await client.getRknProfile({ params: { site_id: newId() } })).toMatchObject({ error: 'site_not_found' });
});

test.each([
  ['a wrong checksum of an INN', { inn: '7707083894' }],
  ['a wrong checksum of an OGRN', { ogrn: '1027700132196' }],
  ['the INN of a person for a company', { subject_type: 'ooo', inn: '500100732259' }],
  ['the INN of a company for a person', { subject_type: 'ip', inn: '7707083893' }],
  ['an OGRN of the self-employed', { subject_type: 'self_employed', ogrn: '304500116000157' }],
  ['a record of a registry that was not asked', { registry_status: 'not_filed', registry_number: '77-19-012345' }],
  ['a day ahead', { registry_status: 'filed', registry_date: '2031-01-01' }],
])('a profile with %s is refused', async (_, body) => {
  const before = (await client.getRknProfile({ params })).data;
  const refused = await client.putRknProfile({ params, body: body as never });
  expect(refused).toMatchObject({ status: 400, error: 'validation_failed' });
  expect((await client.getRknProfile({ params })).data).toEqual(before);
});

test('a draft and a published text are checked apart, and the newest check is read again', async () => {
  const kind = 'privacy_policy';
  expect(await client.getSiteDocumentCheck({ params: ofSite(kind) })).toMatchObject({
    status: 404,
    error: 'document_check_not_found',
  });
  expect(await client.checkSiteDocument({ params: ofSite(kind), body: {} })).toMatchObject({
    status: 404,
    error: 'legal_document_not_found',
  });
  texts.set(keyOf(site_id, kind, 'published'), sandboxDocument(kind));
  texts.set(keyOf(site_id, kind, 'draft'), sandboxDocument(kind, { without: 'rights' }));
  const published = await client.checkSiteDocument({ params: ofSite(kind), body: {} });
  expect(published).toMatchObject({
    status: 201,
    data: { score: 100, verdict: 'pass', version: '3', which: 'published', blockers: [], contradictions: [] },
  });
  const draft = await client.checkSiteDocument({
    params: ofSite(kind),
    body: { which: 'draft' },
    query: { locale: 'en' },
  });
  expect(draft.data).toMatchObject({ which: 'draft', version: null, verdict: 'pass' });
  expect(draft.data.score).toBeLessThan(100);
  expect(draft.data.elements.find(({ code }) => code === 'rights')).toMatchObject({
    title: 'Rights of the subject',
    status: 'missing',
    suggested_by: 'rules',
    quote: null,
    suggested_clause: expect.stringContaining('10 рабочих дней'),
    law: [expect.objectContaining({ act: '152-ФЗ', mark: 'P' })],
  });
  const read = await client.getSiteDocumentCheck({ params: ofSite(kind), query: { locale: 'en' } });
  expect(read.data).toEqual(draft.data);
  const first = await client.getSiteDocumentCheck({ params: ofSite(kind), query: { which: 'published' } });
  expect(first.data).toEqual(published.data);
});

test('documents of applications are checked too, those that sites do not have included', async () => {
  const kind = 'terms_notes';
  texts.set(keyOf(application_id, kind, 'published'), sandboxDocument(kind, { without: 'no_pd_consent_clause' }));
  const { data, status } = await client.checkApplicationDocument({ params: { application_id, kind }, body: {} });
  expect([status, data.verdict, data.blockers]).toEqual([201, 'block', ['no_pd_consent_clause']]);
  expect((await client.getApplicationDocumentCheck({ params: { application_id, kind } })).data).toEqual(data);
  expect(await client.checkSiteDocument({ params: ofSite(kind), body: {} })).toMatchObject({
    error: 'validation_failed',
  });
  const unknown = { application_id: newId(), kind };
  expect(await client.checkApplicationDocument({ params: unknown, body: {} })).toMatchObject({
    error: 'application_not_found',
  });
});

test('a document of today of the site is not dated ahead, although the day has not begun in UTC', async () => {
  const kind = 'privacy_policy';
  const before = t.clock.now();
  try {
    t.clock.set('2026-11-26T21:30:00Z');
    texts.set(keyOf(site_id, kind, 'published'), `${sandboxDocument(kind)}\n\nВ действии с 27.11.2026.`);
    const codes: string[][] = [];
    for (timezone of ['Europe/Moscow', 'UTC']) {
      const { data } = await client.checkSiteDocument({ params: ofSite(kind), body: {} });
      codes.push(data.contradictions.map(({ code }) => code).filter((code) => code === 'future_date'));
    }
    expect(codes).toEqual([[], ['future_date']]);
  } finally {
    timezone = 'UTC';
    t.clock.set(before);
  }
});

test('the newest twenty checks of a document are kept', async () => {
  const kind = 'marketing_consent';
  texts.set(keyOf(site_id, kind, 'published'), sandboxDocument(kind));
  for (let times = 0; times < 22; times += 1) await client.checkSiteDocument({ params: ofSite(kind), body: {} });
  const rows = await t.database.query<{ count: string }>(
    `SELECT count(*) FROM "seo-rkn".rkn_document_checks WHERE doc_kind = $1`,
    [kind],
  );
  expect(Number(rows[0]?.count)).toBe(20);
});

test('a text of 500,000 characters that searches stumble over is checked whole', async () => {
  const kind = 'license_offer';
  const hostile = [
    'соглас '.repeat(20_000),
    'ООО '.repeat(20_000),
    `мера ${'а '.repeat(40_000)}`,
    'a@'.repeat(40_000),
    '['.repeat(40_000),
    '<'.repeat(20_000),
    'цель '.repeat(20_000),
  ].join('\n');
  const end = '\nПредмет договора: программа.';
  texts.set(keyOf(site_id, kind, 'published'), hostile.slice(0, 500_000 - end.length) + end);
  const { status, data } = await client.checkSiteDocument({ params: ofSite(kind), body: {} });
  expect(status).toBe(201);
  expect(data.elements.find(({ code }) => code === 'subject')?.status).toBe('present');
});

test('the language model words clauses with `legal_texts` alone, and decides nothing', async () => {
  const kind = 'personal_data_consent';
  texts.set(keyOf(site_id, kind, 'published'), sandboxDocument(kind, { without: 'purpose' }));
  const check = () => client.checkSiteDocument({ params: ofSite(kind), body: { use_ai: true } });
  const purposeOf = ({ data }: Awaited<ReturnType<typeof check>>) =>
    data.elements.find(({ code }) => code === 'purpose');
  const rules = clausesFor(newestClauses, kind).find(({ code }) => code === 'purpose')?.suggested_clause;

  await t.configure({ legal_texts: false });
  const before = t.completions();
  const byRules = await check();
  expect(purposeOf(byRules)).toMatchObject({ suggested_by: 'rules', suggested_clause: rules });
  expect(t.completions()).toBe(before);

  await t.configure({ legal_texts: true });
  const byModel = await check();
  expect(t.completions()).toBe(before + 1);
  const words = purposeOf(byModel);
  expect(words).toMatchObject({ status: 'missing', suggested_by: 'ai' });
  expect(words?.suggested_clause).not.toBe(rules);
  const { score, verdict, blockers } = byModel.data;
  const { score: same, verdict: judged, blockers: blocked } = byRules.data;
  expect({ score, verdict, blockers }).toEqual({ score: same, verdict: judged, blockers: blocked });
});

test('a policy is compared with what the last scan of personal data of its site saw', async () => {
  const kind = 'privacy_policy';
  const linked = '[Согласие](/soglasie), [оферта](/oferta), [правила](/pravila).';
  texts.set(keyOf(site_id, kind, 'published'), `${sandboxDocument(kind)}\n\n${linked}`);
  const scan_id = newId();
  const form = {
    key: 'contact',
    selector: 'form',
    name: 'contact',
    purpose: 'contact',
    method: 'post',
    action: null,
    fields: [],
    kinds: ['name', 'phone', 'passport'],
    checkboxes: [],
    text: '',
    links: [],
  };
  const resource = { kind: 'script', address: 'o1.ingest.sentry.io/sdk.js', selector: 'script' };
  const facts = { url: 'https://sever.test/', forms: [form], resources: [resource], links: [] };
  await t.database.query(
    `INSERT INTO "seo-rkn".scans (id, site_id, kind, state, trigger, origin, host, options, rule_version, created_at)
     VALUES ($1, $2, 'rkn', 'succeeded', 'manual', 'https://sever.test', 'sever.test', '{}', '2026-11-24', now())`,
    [scan_id, site_id],
  );
  await t.database.query(
    `INSERT INTO "seo-rkn".rkn_pages (scan_id, number, url, final_url, status, answer, facts, fetched_at)
     VALUES ($1, 0, 'https://sever.test/', 'https://sever.test/', 200, '{}', $2, now())`,
    [scan_id, JSON.stringify(facts)],
  );
  await t.database.query(
    `INSERT INTO "seo-rkn".rkn_pages (scan_id, number, url, final_url, status, answer, fetched_at)
     SELECT $1, number, 'https://sever.test' || path, 'https://sever.test' || path, status, '{}', now()
     FROM (VALUES (1, '/soglasie', 404), (2, '/oferta', 200), (3, '/pravila', 503)) AS pages(number, path, status)`,
    [scan_id],
  );
  const { data } = await client.checkSiteDocument({ params: ofSite(kind), body: {}, query: { locale: 'en' } });
  expect(data.contradictions).toEqual([
    expect.objectContaining({ code: 'fields_not_named', seen: ['passport'], quote: null }),
    expect.objectContaining({ code: 'services_not_named', seen: ['Sentry'] }),
    expect.objectContaining({ code: 'crossborder_denied', quote: 'Трансграничная передача не осуществляется.' }),
    expect.objectContaining({ code: 'dead_links', seen: ['/soglasie'], text: expect.stringContaining('not there') }),
  ]);
  expect(data.elements.find(({ code }) => code === 'cookies_analytics')?.status).toBe('weak');
});
