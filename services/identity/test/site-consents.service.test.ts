import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConsentEntry, cms, identity } from '@platform/contracts';
import type { SiteContext } from '@platform/contracts/kit';
import {
  createEmit,
  createLog,
  createSealer,
  dayOf,
  type Envelope,
  newId,
  openDatabase,
  runInScope,
} from '@platform/runtime';
import { countStatements, logLines, openTransaction, testEncryptionKeys, untilBlocked } from '@platform/testing';
import { createSubjectConsentRecorder } from '../src/consents/record-subject-consents.ts';
import { siteVerification } from './evidence-support.ts';
import {
  entryFor,
  givenApplication,
  givenPublished,
  givenSite,
  givenUser,
  type Identity,
  ledgerOf,
  owner,
  startIdentity,
} from './support.ts';

/** Consents of people without an account, in the ledger of a site. */

const email = 'ada@example.test';
let t: Identity;
/** The subject that cms knows an e-mail by. */
const subjects = new Map<string, string>();
beforeAll(async () => {
  t = await startIdentity();
  await t.answer(cms.queries.findLeadSubject, (by) => ({ subject_id: subjects.get(by.email) ?? null }));
});
afterAll(() => t.stop());

const publish = (site: SiteContext, kind: string) => givenPublished(t, site, { kind, owner_type: 'cms_site' });
const record = (site: SiteContext, consents: ConsentEntry[], changes: object = {}) =>
  t.call(identity.commands.recordSubjectConsents, {
    site_id: site.id,
    subject_id: newId(),
    email,
    reference: `lead:${newId()}`,
    purpose: 'site_form',
    client_ip: '203.0.113.9',
    user_agent: 'Browser/1.0',
    consents,
    ...changes,
  });
const admin = () => t.as({ admin: owner });

/** A second process of the service: forms of one moment share a transaction in one process alone. */
function openProcess() {
  const log = createLog('test', 'error', logLines());
  const database = { url: t.database.urlFor('identity'), poolSize: 2, service: 'identity', traced: false, log };
  const { db, close } = openDatabase(database);
  const sealer = createSealer([testEncryptionKeys('identity')]);
  const clock = { now: () => new Date() };
  return { record: createSubjectConsentRecorder({ db, clock, sealer, emit: createEmit('identity', () => {}) }), close };
}

describe('the form of a person without an account', () => {
  test('needs the published consent of the site, and says which is missing, old or foreign', async () => {
    const [site, other] = [givenSite(), givenSite()];
    expect(await record(site, [])).toEqual({
      problem: { error: 'legal_document_required', doc_kind: 'personal_data_consent' },
      consents: [],
      is_late: false,
    });
    const data = await publish(site, 'personal_data_consent');
    const foreign = await publish(other, 'personal_data_consent');
    const missing = [{ doc_kind: 'personal_data_consent', document_id: data.id, version: '1' }];
    expect((await record(site, [])).problem).toEqual({ error: 'consents_required', missing });
    expect((await record(site, [entryFor(data, false)])).problem).toEqual({ error: 'consents_required', missing });
    expect((await record(site, [{ ...entryFor(data), version: '2' }])).problem).toEqual({
      error: 'consent_version_mismatch',
      document_id: data.id,
      published_version: '1',
    });
    expect((await record(site, [entryFor(foreign)])).problem).toMatchObject({ error: 'consent_document_unknown' });
    expect((await record(site, [entryFor(data)], { purpose: 'newsletter' })).problem).toEqual({
      error: 'legal_document_required',
      doc_kind: 'marketing_consent',
    });
    expect(await ledgerOf(t, site)).toEqual([]);
  });

  test('is in the ledger once under its reference, also at once and after a new version', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const subject_id = newId();
    const act = { subject_id, reference: `lead:${newId()}` };
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(site, [entryFor(data)], act)));
    expect(answers.map(({ problem }) => problem)).toEqual(answers.map(() => null));
    expect(new Set(answers.map((answer) => answer.consents[0]?.consent_id)).size).toBe(1);
    await publish(site, 'personal_data_consent');
    expect(await record(site, [entryFor(data)], act)).toEqual(answers[0]);
    expect(await ledgerOf(t, site)).toMatchObject([
      { seq: '1', subject_id, user_id: null, source: 'site_form', version: '1', accepted: true },
    ]);
    const states = await t.database.query(
      'SELECT version, accepted FROM identity.subject_consent_states WHERE subject_id = $1',
      [subject_id],
    );
    expect(states).toEqual([{ version: '1', accepted: true }]);
    expect(await t.published(identity.events.consentAccepted)).toContainEqual(
      expect.objectContaining({ document_id: data.id, user_id: null, source: 'site_form' }),
    );
  });

  test.each([
    ['', ['taken', 'taken', 'refused', 'taken', 'taken', 'repeated']],
    [' also beside one that fails', ['taken', 'taken', 'refused', 'taken', 'unwritable', 'repeated']],
  ])('has an answer of its own among forms of one moment%s', async (_, kinds) => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const told: Envelope[] = [];
    await t.bus.observe(identity.events.consentAccepted.type, (envelope) => void told.push(envelope));
    const stale = { ...entryFor(data), version: '0' };
    // The database takes no NUL in a text: the whole transaction fails with it.
    const sent = Array.from({ length: 24 }, (_, at) => ({
      kind: kinds[at % 6],
      reference: `lead:${kinds[at % 6] === 'unwritable' ? '\0' : ''}of-form-${kinds[at % 6] === 'repeated' ? at - 5 : at}`,
      subject_id: newId(),
      request_id: newId(),
    }));
    for (const form of sent)
      if (form.kind === 'repeated')
        form.subject_id = sent.find(({ reference }) => reference === form.reference)?.subject_id ?? '';
    const answers = await Promise.allSettled(
      sent.map(({ kind, request_id, ...act }) =>
        runInScope({ request_id }, () => record(site, [kind === 'refused' ? stale : entryFor(data)], act)),
      ),
    );
    for (const [at, { kind, reference }] of sent.entries()) {
      const answer = answers[at];
      const value = answer?.status === 'fulfilled' ? answer.value : null;
      const first = answers[sent.findIndex((form) => form.reference === reference)];
      if (kind === 'unwritable') expect(answer).toMatchObject({ status: 'rejected' });
      else if (kind === 'refused')
        expect(value).toMatchObject({ problem: { error: 'consent_version_mismatch' }, consents: [] });
      else expect(value).toMatchObject({ problem: null, consents: [{ document_id: data.id }] });
      if (kind === 'repeated') expect(answer).toEqual(first);
    }
    expect(t.errors().every((line) => line.includes('a request of another service failed'))).toBe(true);
    const taken = sent.filter(({ kind }) => kind === 'taken');
    const ledger = await ledgerOf(t, site);
    expect(ledger.map(({ subject_id }) => subject_id).toSorted()).toEqual(
      taken.map(({ subject_id }) => subject_id).toSorted(),
    );
    expect(await siteVerification(t, site)).toMatchObject({
      intact: true,
      entries: taken.length,
    });
    await t.published(identity.events.consentAccepted);
    // Each event names the request that sent the form, and not the one that began the transaction.
    const requests = new Set(told.map(({ request_id }) => request_id));
    expect(requests.size).toBe(taken.length);
  });

  test('is in the ledger once, whichever of two processes records it', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const numbers = Array.from({ length: 24 }, (_, at) => at);
    const forms = numbers.map(() => ({
      site_id: site.id,
      subject_id: newId(),
      email,
      reference: `lead:${newId()}`,
      purpose: 'site_form' as const,
      client_ip: '203.0.113.9',
      user_agent: 'Browser/1.0',
      consents: [entryFor(data)],
    }));
    const processes = [openProcess(), openProcess()];
    const rollbacks = countStatements('ROLLBACK');
    // No chain can grow until both processes wait.
    const lock = await openTransaction(t.database, 'LOCK TABLE identity.consent_chains IN SHARE MODE');
    const both = Promise.all(
      processes.map(async ({ record: recordHere }, place) => {
        const order = place === 0 ? numbers : numbers.toReversed();
        const ids = await Promise.all(
          order.map(async (at) => {
            const form = forms[at];
            return [at, form && (await recordHere(form)).consents[0]?.consent_id] as const;
          }),
        );
        return new Map(ids);
      }),
    );
    await untilBlocked(t.database, { sessions: 2 }).finally(lock.rollback);
    const [first, second] = (await both).map((ids) => numbers.map((at) => ids.get(at)));
    rollbacks.stop();
    for (const { close } of processes) await close();
    expect(second).toEqual(first);
    expect((await ledgerOf(t, site)).map(({ subject_id }) => subject_id).toSorted()).toEqual(
      forms.map(({ subject_id }) => subject_id).toSorted(),
    );
    expect(rollbacks.count()).toBe(0);
  });

  test('shares its transaction with another form of the person, and the last answer is in effect', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const marketing = await publish(site, 'marketing_consent');
    const subject_id = newId();
    const rollbacks = countStatements('ROLLBACK');
    const answers = await Promise.all(
      [true, false].map((accepted) => record(site, [entryFor(data), entryFor(marketing, accepted)], { subject_id })),
    );
    rollbacks.stop();
    expect(answers.map(({ problem }) => problem)).toEqual([null, null]);
    expect(rollbacks.count()).toBe(0);
    const [last] = (await ledgerOf(t, site)).filter(({ document_id }) => document_id === marketing.id).toReversed();
    const states = await t.database.query(
      'SELECT accepted FROM identity.subject_consent_states WHERE subject_id = $1 AND document_id = $2',
      [subject_id, marketing.id],
    );
    expect(states).toEqual([{ accepted: last?.accepted }]);
  });

  test('is confirmed and withdrawn for the version that it named', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const marketing = await publish(site, 'marketing_consent');
    const act = { site_id: site.id, subject_id: newId(), email, client_ip: '203.0.113.10', user_agent: 'Mail/1.0' };
    const reference = `lead:${newId()}`;
    await record(site, [entryFor(data), entryFor(marketing)], { ...act, reference, purpose: 'newsletter' });
    await publish(site, 'marketing_consent');
    const again = (name: string, accepted: boolean, metadata: Record<string, string> = {}) =>
      t.call(identity.commands.answerSubjectConsentsAgain, {
        ...act,
        reference: name,
        former_reference: reference,
        doc_kind: 'marketing_consent',
        accepted,
        metadata,
      });
    const confirmed = await again('confirmed', true, { flow: 'double_opt_in' });
    expect(await again('confirmed', true, { flow: 'double_opt_in' })).toEqual(confirmed);
    await again('withdrawn', false);
    expect(
      (await ledgerOf(t, site)).map(({ version, accepted, source, metadata }) => ({
        version,
        accepted,
        source,
        metadata,
      })),
    ).toEqual([
      { version: '1', accepted: true, source: 'newsletter', metadata: {} },
      { version: '1', accepted: true, source: 'newsletter', metadata: {} },
      { version: '1', accepted: true, source: 'newsletter', metadata: { flow: 'double_opt_in' } },
      { version: '1', accepted: false, source: 'newsletter', metadata: {} },
    ]);
  });
});

describe('an unsubscription', () => {
  test('withdraws every acceptance of the kind that stands, of all versions and forms, once', async () => {
    const [site, otherSite] = [givenSite(), givenSite()];
    const data = await publish(site, 'personal_data_consent');
    const first = await publish(site, 'marketing_consent');
    const act = { site_id: site.id, subject_id: newId(), email, client_ip: '203.0.113.10', user_agent: 'Mail/1.0' };
    const reference = `lead:${newId()}`;
    await record(site, [entryFor(data), entryFor(first)], { ...act, reference, purpose: 'newsletter' });
    const second = await publish(site, 'marketing_consent');
    // Ticked on a contact form, and by a repeat of the newsletter form.
    await record(site, [entryFor(data), entryFor(second)], { ...act, reference: `lead:${newId()}` });
    await record(site, [entryFor(data), entryFor(second)], {
      ...act,
      reference: `lead:${newId()}`,
      purpose: 'newsletter',
    });
    const elsewhere = await publish(otherSite, 'personal_data_consent');
    const marketing = await publish(otherSite, 'marketing_consent');
    await record(otherSite, [entryFor(elsewhere), entryFor(marketing)], { subject_id: act.subject_id });
    const withdraw = (name: string) =>
      t.call(identity.commands.answerSubjectConsentsAgain, {
        ...act,
        reference: name,
        former_reference: reference,
        doc_kind: 'marketing_consent',
        accepted: false,
        standing_until: new Date().toISOString(),
        metadata: {},
      });
    const withdrawn = await withdraw('withdrawn');
    expect(withdrawn.consents.map(({ version, accepted }) => [version, accepted])).toEqual([
      ['1', false],
      ['2', false],
    ]);
    expect(await withdraw('withdrawn')).toEqual(withdrawn);
    expect((await withdraw('withdrawn again')).consents).toEqual([]);
    const answers = (await ledgerOf(t, site)).filter(({ document_id }) => document_id === first.id);
    for (const version of ['1', '2'])
      expect(answers.filter((row) => row.version === version).at(-1)?.accepted).toBe(false);
    expect(answers.filter(({ accepted }) => !accepted)).toHaveLength(2);
    expect((await ledgerOf(t, otherSite)).every(({ accepted }) => accepted)).toBe(true);
  });

  test('withdraws acts that the caller knows as earlier, and none that it knows as later, whatever the clocks say', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const first = await publish(site, 'marketing_consent');
    const act = { site_id: site.id, subject_id: newId(), email, client_ip: '203.0.113.10', user_agent: 'Mail/1.0' };
    const [earlier, later, late] = [`lead:${newId()}`, `lead:${newId()}`, `lead:${newId()}`];
    await record(site, [entryFor(data), entryFor(first)], { ...act, reference: earlier });
    const second = await publish(site, 'marketing_consent');
    await record(site, [entryFor(data), entryFor(second)], { ...act, reference: later });
    const withdraw = (reference: string, shiftMs: number, order: object) =>
      t.call(identity.commands.answerSubjectConsentsAgain, {
        ...act,
        reference,
        former_reference: earlier,
        doc_kind: 'marketing_consent',
        accepted: false,
        standing_until: new Date(Date.now() + shiftMs).toISOString(),
        metadata: {},
        ...order,
      });
    const order = { earlier_references: [earlier], later_references: [later] };
    // The clock of the caller is slow, and then fast.
    expect((await withdraw('slow', -60_000, order)).consents.map(({ version }) => version)).toEqual(['1']);
    expect((await withdraw('fast', 60_000, order)).consents).toEqual([]);
    // An earlier form that arrives behind the later one: the version stands by the later one.
    await record(site, [entryFor(data), entryFor(second)], { ...act, reference: late });
    const ofLate = { earlier_references: [late], later_references: [later] };
    expect((await withdraw('late', -86_400_000, ofLate)).consents).toEqual([]);
    expect((await withdraw('alone', -86_400_000, { earlier_references: [late] })).consents).toHaveLength(1);
  });

  test('withdraws no acceptance that the person gave after it', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const marketing = await publish(site, 'marketing_consent');
    const act = { site_id: site.id, subject_id: newId(), email, client_ip: '203.0.113.10', user_agent: 'Mail/1.0' };
    const reference = `lead:${newId()}`;
    const standing_until = new Date(Date.now() - 1_000).toISOString();
    await record(site, [entryFor(data), entryFor(marketing)], { ...act, reference });
    const reply = await t.call(identity.commands.answerSubjectConsentsAgain, {
      ...act,
      reference: 'withdrawn',
      former_reference: reference,
      doc_kind: 'marketing_consent',
      accepted: false,
      standing_until,
      metadata: {},
    });
    expect(reply.consents).toEqual([]);
  });
});

describe('the journal of a site', () => {
  test('shows its records by person and e-mail, exports them, verifies and signs receipts', async () => {
    const site = givenSite();
    const params = { site_id: site.id };
    const data = await publish(site, 'personal_data_consent');
    const [subject_id, reader] = [newId(), `${newId()}@example.test`];
    subjects.set(reader, subject_id);
    await record(site, [entryFor(data)], { subject_id, email: reader });
    await record(site, [entryFor(data)]);
    const list = (body: object) => admin().searchSiteConsents({ params, body });
    const { data: all } = await list({});
    expect(all.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(all[1]).toMatchObject({
      subject_id,
      user_id: null,
      email: reader,
      ip: '203.0.113.9',
      user_agent: 'Browser/1.0',
      owner_type: 'cms_site',
      owner_id: site.id,
    });
    for (const query of [{ subject_id }, { email: reader }, { email: reader.toUpperCase(), subject_id }])
      expect((await list(query)).data.map(({ seq }) => seq)).toEqual([1]);
    expect((await list({ email: reader, subject_id: newId() })).data).toEqual([]);
    expect((await list({ email: 'nobody@example.test' })).data).toEqual([]);
    const { body } = await list({ format: 'csv' });
    expect(String(body).trimEnd().split('\r\n')).toHaveLength(3);
    expect(await siteVerification(t, site)).toMatchObject({ intact: true, entries: 2 });
    expect((await admin().listSiteChainHeads({ params })).data).toEqual([]);
    const consent_id = all[0]?.id ?? '';
    const receipt = await admin().getSiteConsentReceipt({ params: { ...params, consent_id } });
    expect(receipt.data).toMatchObject({ record: { id: consent_id, source: 'site_form' } });
    const elsewhere = { site_id: givenSite().id, consent_id };
    expect(await admin().getSiteConsentReceipt({ params: elsewhere })).toMatchObject({ error: 'consent_not_found' });
    expect(await admin().listSiteConsents({ params: { site_id: newId() } })).toMatchObject({ error: 'site_not_found' });
  });
});

describe('an erased person without an account', () => {
  test('has no readable column in the ledger, and the chain holds', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const [subject_id, other] = [newId(), newId()];
    await record(site, [entryFor(data)], { subject_id });
    await record(site, [entryFor(data)], { subject_id: other });
    await t.deliver(cms.events.leadSubjectErased, { subject_id }, { application_id: newId() });
    const { data: all } = await admin().listSiteConsents({ params: { site_id: site.id } });
    expect(all.map((row) => [row.subject_id, row.email, row.ip, row.user_agent])).toEqual([
      [other, email, '203.0.113.9', 'Browser/1.0'],
      [subject_id, null, null, null],
    ]);
    expect(await siteVerification(t, site)).toMatchObject({ intact: true });
  });

  test('gets no record and no new key from an act of before that comes late', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const marketing = await publish(site, 'marketing_consent');
    const [subject_id, reference] = [newId(), `lead:${newId()}`];
    const form = [entryFor(data), entryFor(marketing)];
    await record(site, form, { subject_id, reference, purpose: 'newsletter' });
    const [erased_at, before, since] = ['12:00:00.000', '11:59:59.999', '12:00:00.001'].map(
      (time) => `2026-03-11T${time}Z`,
    );
    const about = { application_id: newId(), occurred_at: erased_at };
    await t.deliver(cms.events.leadSubjectErased, { subject_id }, about);
    // An event that comes later tells of an earlier erasure.
    await t.deliver(
      cms.events.leadSubjectErased,
      { subject_id },
      { ...about, occurred_at: '2026-03-10T00:00:00.000Z' },
    );
    const keys = () =>
      t.database.query('SELECT created_at FROM identity.subject_keys WHERE subject_id = $1', [subject_id]);
    const late = await record(site, form, { subject_id, asked_at: before });
    expect(late).toEqual({ problem: null, consents: [], is_late: true });
    const withdrawal = await t.call(identity.commands.answerSubjectConsentsAgain, {
      site_id: site.id,
      subject_id,
      email,
      client_ip: '203.0.113.9',
      user_agent: 'Browser/1.0',
      reference: 'late-withdrawal',
      former_reference: reference,
      asked_at: before,
      doc_kind: 'marketing_consent',
      accepted: false,
      metadata: {},
    });
    expect(withdrawal).toEqual({ consents: [] });
    expect(await keys()).toEqual([]);
    expect(await ledgerOf(t, site)).toHaveLength(2);
    expect(await record(site, form, { subject_id, asked_at: since })).toMatchObject({ problem: null, is_late: false });
    expect(await keys()).toHaveLength(1);
    expect(await ledgerOf(t, site)).toHaveLength(4);
  });

  test('keeps the record of a form whose erasure of before arrives behind it', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const subject_id = newId();
    const [first, erased_at, second] = [3, 2, 1].map((ago) => new Date(Date.now() - ago * 1_000).toISOString());
    await record(site, [entryFor(data)], { subject_id, asked_at: first });
    await record(site, [entryFor(data)], { subject_id, asked_at: second, erased_at });
    const emails = async () =>
      (await admin().listSiteConsents({ params: { site_id: site.id }, query: { subject_id } })).data.map(
        (row) => row.email,
      );
    // The form told of the erasure: what stood there before is gone already.
    expect(await emails()).toEqual([email, null]);
    const about = { application_id: newId(), occurred_at: erased_at };
    await t.deliver(cms.events.leadSubjectErased, { subject_id }, about);
    await record(site, [entryFor(data)], { subject_id, asked_at: second, erased_at });
    expect(await emails()).toEqual([email, email, null]);
    await t.deliver(cms.events.leadSubjectErased, { subject_id }, { ...about, occurred_at: new Date().toISOString() });
    expect(await emails()).toEqual([null, null, null]);
    // Records from before an erasure do not open with the key of later forms; they were not altered.
    expect(t.errors()).toEqual([]);
  });

  test('keeps later records when a form tells of an erasure of more than 30 days ago', async () => {
    const site = givenSite();
    const data = await publish(site, 'personal_data_consent');
    const subject_id = newId();
    const erased_at = new Date(Date.now() - 31 * 86_400_000).toISOString();
    for (let form = 0; form < 2; form += 1) {
      await record(site, [entryFor(data)], { subject_id, erased_at });
      // The housekeeping has forgotten the erasure.
      await t.database.query('DELETE FROM identity.erased_subjects WHERE subject_id = $1', [subject_id]);
    }
    const { data: all } = await admin().listSiteConsents({ params: { site_id: site.id } });
    expect(all.map((row) => row.email)).toEqual([email, email]);
  });

  test('is never a user', async () => {
    const application = givenApplication();
    const terms = await givenPublished(t, application, { kind: 'terms_music' });
    const user = await givenUser(t, application, [terms]);
    await t.deliver(cms.events.leadSubjectErased, { subject_id: user.id }, { application_id: application.id });
    const { data: rows } = await admin().listConsents({ params: { application_id: application.id } });
    expect(rows[0]?.email).toBe('anna@example.test');
  });
});

test('a day in a filter of the journal of a site is a day of the site, and its zone is never guessed', async () => {
  // It is never the same day in both.
  const zones = ['+14:00', '-12:00'].map((timezone) => ({ site: givenSite(), timezone }));
  const recordedAt: Date[] = [];
  for (const { site } of zones) {
    const data = await publish(site, 'personal_data_consent');
    await record(site, [entryFor(data)]);
    const [listed] = (await admin().listSiteConsents({ params: { site_id: site.id }, query: {} })).data;
    recordedAt.push(new Date(listed?.recorded_at ?? ''));
  }
  const on = (site: SiteContext, day: string) =>
    admin().listSiteConsents({ params: { site_id: site.id }, query: { from: day, to: day } });
  const refused = await on(zones[0]?.site ?? givenSite(), '2026-03-11');
  expect([refused.status, refused.error]).toEqual([503, 'service_unavailable']);
  await t.answer(cms.queries.describeSite, ({ id }) => {
    const { site, timezone = 'UTC' } = zones.find((zone) => zone.site.id === id) ?? {};
    const described = { code: site?.code ?? '', name: 'Notes', status: 'active' as const, application_id: null };
    return { site: { ...described, id, website_url: null, default_locale: 'ru', locales: ['ru'], timezone } };
  });
  const files = new Set<string>();
  for (const [at, { site, timezone }] of zones.entries()) {
    const csv = await admin().listSiteConsents({ params: { site_id: site.id }, query: { format: 'csv' } });
    files.add(/\d{4}-\d\d-\d\d/.exec(csv.headers.get('content-disposition') ?? '')?.[0] ?? '');
    const moment = recordedAt[at] ?? new Date(0);
    const other = zones[1 - at]?.timezone ?? '';
    expect((await on(site, dayOf(moment, timezone))).data).toHaveLength(1);
    expect((await on(site, dayOf(moment, other))).data).toEqual([]);
  }
  // A file is named by the day of its site.
  expect(files.size).toBe(2);
});
