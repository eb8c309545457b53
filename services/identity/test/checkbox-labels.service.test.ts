import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cms, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { publicationOf } from '@platform/testing';
import { siteVerification } from './evidence-support.ts';
import {
  aHolder,
  entryFor,
  givenApplication,
  givenSite,
  type Identity,
  owner,
  register,
  startIdentity,
} from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
});
afterAll(() => t.stop());

const admin = () => t.as({ admin: owner });
const label = 'I agree to the processing';

async function givenDocument(owner_type: 'application' | 'cms_site', owner_id: string, kind = 'personal_data_consent') {
  const params = { owner_type, owner_id, kind };
  const body = { title: 'Consent', body: 'Text', checkbox_text: label };
  const draft = (await admin().saveLegalDraft({ params, body })).data;
  return (await admin().publishLegalDocument({ params, ...publicationOf(draft) })).data;
}

const stored = (owner_id: string) =>
  t.database.query<{ checkbox_text: string }>(
    'SELECT checkbox_text FROM identity.consent_ledger WHERE owner_id = $1 ORDER BY seq',
    [owner_id],
  );

test('a label that the document was published with stays readable after an erasure, and another is gone', async () => {
  const application = givenApplication();
  const document = await givenDocument('application', application.id);
  const mark = 'Pjotr Personalny, +79991234567';
  const params = { app_code: application.code };
  for (const checkbox_text of [label, document.title, mark, 'sealed:Y29weQ==']) {
    const holder = aHolder();
    const consents = [{ ...entryFor(document), checkbox_text }];
    const { data } = await register(t, application, holder, { explicit_consent: true, consents });
    const user = { ...holder, id: data.user.id };
    const mine = (await t.as({ application, user }).listMyConsentRecords({ params, query: {} })).data;
    expect(mine.map((record) => record.checkbox_text)).toEqual([checkbox_text]);
    const at = { ...params, consent_id: mine[0]?.id ?? '' };
    const receipt = (await t.as({ application, user }).getMyConsentReceipt({ params: at })).data;
    expect(receipt.record.checkbox_text).toBe(checkbox_text);
    expect((await t.as({ application, user }).eraseMe({ params })).status).toBe(204);
  }
  const owned = { application_id: application.id };
  const journal = (await admin().listConsents({ params: owned, query: {} })).data.toReversed();
  expect(journal.map(({ checkbox_text }) => checkbox_text)).toEqual([label, document.title, null, null]);
  const rows = await stored(application.id);
  expect(rows.map(({ checkbox_text }) => checkbox_text.startsWith('sealed:'))).toEqual([false, false, true, true]);
  expect(JSON.stringify(rows)).not.toContain('Pjotr');
  const [, , erased] = journal;
  const receipt = await admin().getConsentReceipt({ params: { ...owned, consent_id: erased?.id ?? '' } });
  expect(receipt.data.record.checkbox_text).toBeNull();
});

test('a confirmation repeats the label of the form, and a site ledger with sealed labels verifies', async () => {
  const site = givenSite();
  const documents = [
    await givenDocument('cms_site', site.id),
    await givenDocument('cms_site', site.id, 'marketing_consent'),
  ];
  const subject_id = newId();
  const act = { site_id: site.id, subject_id, email: 'eve@example.test', client_ip: '203.0.113.9', user_agent: 'x' };
  const consents = documents.map((document) => ({
    ...entryFor(document),
    checkbox_text: `Eve agrees ${document.doc_kind}`,
  }));
  const form = { ...act, purpose: 'newsletter' as const, consents, reference: 'lead:1' };
  await t.call(identity.commands.recordSubjectConsents, form);
  const doc_kind = 'marketing_consent';
  const again = { ...act, reference: 'lead:2', former_reference: 'lead:1', doc_kind, accepted: true, metadata: {} };
  await t.call(identity.commands.answerSubjectConsentsAgain, again);
  const labels = async () =>
    (await admin().listSiteConsents({ params: { site_id: site.id }, query: {} })).data.map((row) => row.checkbox_text);
  expect(await labels()).toEqual([
    'Eve agrees marketing_consent',
    'Eve agrees marketing_consent',
    'Eve agrees personal_data_consent',
  ]);
  await t.deliver(cms.events.leadSubjectErased, { subject_id }, { application_id: newId() });
  expect(await labels()).toEqual([null, null, null]);
  expect(JSON.stringify(await stored(site.id))).not.toContain('Eve');
  expect(await siteVerification(t, site)).toMatchObject({ intact: true });
});
