import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity, legalTextPart } from '@platform/contracts';
import { newId, sha256 } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { entryFor, givenPublished, givenSite, type Identity, owner, startIdentity } from './support.ts';

/** What other services ask about legal documents and the ledger. */

let t: Identity;
const clock = fakeClock('2026-11-20T10:00:00Z');
beforeAll(async () => {
  t = await startIdentity({ clock });
});
afterAll(() => t.stop());

const aSite = () => {
  const site = givenSite();
  return { site, of: { owner_type: 'cms_site' as const, owner_id: site.id } };
};

test('the draft and the published text of a document are read apart, a long one in parts', async () => {
  const { site, of } = aSite();
  const kind = 'privacy_policy';
  const read = (which: 'draft' | 'published', offset = 0) =>
    t.ask(identity.queries.getLegalText, { owner: of, kind, which, offset });
  expect(await read('draft')).toEqual({ document: null });
  const long = `${'а'.repeat(legalTextPart)}конец`;
  const admin = t.as({ admin: owner });
  await admin.saveLegalDraft({ params: { ...of, kind }, body: { title: 'Policy', body: long } });
  expect(await read('published')).toEqual({ document: null });
  const { document } = await read('draft');
  expect(document).toMatchObject({ version: null, title: 'Policy', next_offset: legalTextPart });
  const rest = (await read('draft', legalTextPart)).document;
  expect(rest).toMatchObject({ body_markdown: 'конец', next_offset: null });
  expect(sha256(`${document?.body_markdown}${rest?.body_markdown}`)).toBe(document?.content_hash);

  await givenPublished(t, site, { kind, body: 'Published', owner_type: 'cms_site' });
  await admin.saveLegalDraft({ params: { ...of, kind }, body: { title: 'New', body: 'Changed' } });
  expect((await read('published')).document).toMatchObject({ version: '1', body_markdown: 'Published' });
  expect((await read('draft')).document).toMatchObject({ version: '1', title: 'New', body_markdown: 'Changed' });
});

test('the states of documents say what is published, changed and withdrawn', async () => {
  const { site, of } = aSite();
  const admin = t.as({ admin: owner });
  await givenPublished(t, site, { kind: 'privacy_policy', body: 'Text', owner_type: 'cms_site' });
  await givenPublished(t, site, { kind: 'marketing_consent', body: 'Text', owner_type: 'cms_site' });
  await admin.withdrawLegalDocument({ params: { ...of, kind: 'marketing_consent' } });
  const params = { ...of, kind: 'license_offer' };
  await admin.saveLegalDraft({ params, body: { title: 'Offer', body: 'Draft' } });
  expect((await t.ask(identity.queries.listLegalStates, { owner: of })).documents).toEqual([
    { doc_kind: 'license_offer', published_version: null, draft_changed: true, withdrawn: false },
    { doc_kind: 'marketing_consent', published_version: null, draft_changed: true, withdrawn: true },
    { doc_kind: 'privacy_policy', published_version: '1', draft_changed: false, withdrawn: false },
  ]);
});

test('files that legal texts name are listed: of drafts, of former versions and of withdrawn documents', async () => {
  const { site, of } = aSite();
  const other = aSite();
  const admin = t.as({ admin: owner });
  const file = (digit: string) => `${digit.repeat(64)}.png`;
  const body = (digit: string) => `![seal](https://api.example.com/assets/cms/${file(digit)})`;
  const kind = 'privacy_policy';
  await givenPublished(t, site, { kind, body: `${body('1')} ${body('1')}`, owner_type: 'cms_site' });
  await givenPublished(t, site, { kind, body: body('2'), owner_type: 'cms_site' });
  await admin.saveLegalDraft({ params: { ...of, kind }, body: { title: 'Draft', body: body('3') } });
  await givenPublished(t, site, { kind: 'marketing_consent', body: body('4'), owner_type: 'cms_site' });
  await admin.withdrawLegalDocument({ params: { ...of, kind: 'marketing_consent' } });
  await givenPublished(t, other.site, { kind, body: body('5'), owner_type: 'cms_site' });
  const { files } = await t.ask(identity.queries.listLegalFiles, { owners: [of] });
  expect(files.map((one) => one.file)).toEqual(['1', '2', '3', '4'].map(file));
  const both = await t.ask(identity.queries.listLegalFiles, { owners: [of, other.of] });
  expect(both.files.map((one) => one.file)).toEqual(['1', '2', '3', '4', '5'].map(file));
});

test('the coverage counts answers of the last days by document, version and source', async () => {
  const { site, of } = aSite();
  const document = await givenPublished(t, site, { kind: 'personal_data_consent', owner_type: 'cms_site' });
  const record = () =>
    t.call(identity.commands.recordSubjectConsents, {
      site_id: site.id,
      subject_id: newId(),
      email: null,
      reference: `lead:${newId()}`,
      purpose: 'site_form',
      client_ip: '203.0.113.9',
      user_agent: 'Browser/1.0',
      consents: [entryFor(document)],
    });
  const coverage = async (days: number) =>
    (await t.ask(identity.queries.getConsentCoverage, { owner: of, days })).coverage;
  expect(await coverage(30)).toEqual([]);
  for (let day = 0; day < 7; day += 1) {
    await record();
    clock.advance({ days: 1 });
  }
  const reference = `lead:${newId()}`;
  const act = { site_id: site.id, subject_id: newId(), email: null, client_ip: '203.0.113.9', user_agent: 'x' };
  const consents = [entryFor(document)];
  await t.call(identity.commands.recordSubjectConsents, { ...act, reference, purpose: 'site_form', consents });
  await t.call(identity.commands.answerSubjectConsentsAgain, {
    ...act,
    reference: `${reference}:end`,
    former_reference: reference,
    doc_kind: 'personal_data_consent',
    accepted: false,
    metadata: {},
  });
  const row = { doc_kind: 'personal_data_consent', version: '1', source: 'site_form' };
  const counted = (rows: Awaited<ReturnType<typeof coverage>>) => [
    rows.reduce((sum, { count }) => sum + count, 0),
    rows.reduce((sum, { withdrawals }) => sum + withdrawals, 0),
  ];
  expect(await coverage(30)).toContainEqual(expect.objectContaining({ ...row, count: 8 }));
  expect(counted(await coverage(30))).toEqual([8, 1]);
  expect(counted(await coverage(3))).toEqual([4, 1]);
  expect(counted(await coverage(1))).toEqual([2, 1]);
});
