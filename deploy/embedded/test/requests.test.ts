import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { platform as contracts } from '@platform/contracts';
import type { CommandContract, QueryContract, ServiceContract } from '@platform/contracts/kit';
import { createAsk, createCall, newId, sha256 } from '@platform/runtime';
import { publicationOf, restJobs } from '@platform/testing';
import { configureAi } from './ai-world.ts';
import { tableContents } from './probes.ts';
import { openShop, type Shop } from './shop.ts';

/**
 * The promise that each contract makes to the other services: a query changes nothing, and a command that
 * arrives twice has the effect and the answer of one.
 */

const services: [string, ServiceContract][] = Object.entries(contracts);
const queries = services.flatMap(([name, contract]) =>
  Object.entries(contract.queries).map(([id, query]): [string, QueryContract] => [`${name}.${id}`, query]),
);
const commands = services.flatMap(([name, contract]) =>
  Object.entries(contract.commands).map(([id, command]): [string, CommandContract] => [`${name}.${id}`, command]),
);

const fromRussia = '77.88.8.8';
const fromAmerica = '8.8.8.8';

let t: Shop;
let inputs: Record<string, unknown>;
beforeAll(async () => {
  t = await openShop();
  const { application_id, application_code, site_code } = t.demo;
  const { client, user_id } = await t.registered();
  const installation_id = randomUUID();
  await client.registerDevice({ body: { installation_id, platform: 'ios', app_version: '1.0.0' } });
  const payment = await t.startPayment(client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const user = { application_id, user_id };
  const [known] = await t.database.query<{ issuer: string; subject: string }>(
    'SELECT issuer, subject FROM identity.users WHERE id = $1',
    [user_id],
  );
  const administrator = await t.adminHeaders();
  const owner = { application_id, user_id: (await t.registered()).user_id };
  await t.client(administrator).grantEntitlements({
    params: owner,
    body: { plan_code: 'lifetime', reason: 'owns everything' },
  });
  const form = { application_id, purpose: 'payment', consents: await t.consents(['license_offer']) };
  const entitlement_codes = ['export_pdf', 'notes_unlimited'];
  const key = { name: 'back end', role: 'staff' as const };
  const apiKey = (await t.client(administrator).createAdminApiKey({ body: key })).data;
  const owned = await t.client(administrator).listSites({ query: { application_id } });
  const site = { id: owned.data[0]?.id ?? '' };
  const slot = { owner_type: 'cms_site' as const, owner_id: site.id, kind: 'personal_data_consent' };
  const { data: draft } = await t
    .client(administrator)
    .saveLegalDraft({ params: slot, body: { title: 'Consent', body: 'Text' } });
  const { id: document_id, version } = (
    await t.client(administrator).publishLegalDocument({ params: slot, ...publicationOf(draft) })
  ).data;
  const siteConsents = [{ document_id, version, checkbox_text: 'I agree', accepted: true }];
  const act = {
    site_id: site.id,
    subject_id: newId(),
    email: 'ada@example.test',
    client_ip: fromRussia,
    user_agent: 'test',
  };
  const subscribed = `lead:${newId()}`;
  await createCall(bus())(contracts.identity.commands.recordSubjectConsents, {
    ...act,
    reference: subscribed,
    purpose: 'site_form',
    consents: siteConsents,
  });
  const customer_id = await givenWaitingCustomer(administrator);
  await scheduleForNow();
  await configureAi(t.client(administrator), t);
  inputs = {
    'identity.resolveUser': { application_id, ...known },
    'identity.getUserAttribution': user,
    'identity.hasUsers': { application_id },
    'identity.countUsersOfIssuer': { application_id, issuer: known?.issuer },
    'identity.userExists': user,
    'identity.adminExists': { admin_id: newId() },
    'identity.resolveAdminSession': { token_hash: sha256(administrator.authorization?.replace('Bearer ', '') ?? '') },
    'identity.resolveAdminApiKey': { key_hash: sha256(apiKey.api_key) },
    'identity.findUsersByEmail': { application_id, email: 'anna@example.test' },
    'identity.findUsersBySubject': { application_id, subject: known?.subject },
    'identity.resolveUsers': {
      application_id,
      user_ids: [user_id],
      issuers: [{ issuer: known?.issuer, subjects: [known?.subject] }],
    },
    'identity.noteAdminApiKeyUse': { api_key_id: apiKey.id },
    'identity.checkConsents': form,
    'identity.countApplicationsWithoutDocuments': {},
    'identity.getErasureOwner': { erasure_id: newId() },
    'identity.getLegalText': {
      owner: { owner_type: 'cms_site', owner_id: site.id },
      kind: slot.kind,
      which: 'published',
    },
    'identity.listLegalFiles': { owners: [{ owner_type: 'cms_site', owner_id: site.id }] },
    'identity.listLegalStates': { owner: { owner_type: 'cms_site', owner_id: site.id } },
    'identity.getConsentCoverage': { owner: { owner_type: 'cms_site', owner_id: site.id }, days: 30 },
    'identity.recordConsents': {
      ...form,
      user_id,
      source: 'paywall',
      reference: `payment:${newId()}`,
      client_ip: fromRussia,
      user_agent: 'test',
      platform: null,
    },
    'identity.recordSubjectConsents': {
      ...act,
      reference: `lead:${newId()}`,
      purpose: 'site_form',
      consents: siteConsents,
    },
    'identity.answerSubjectConsentsAgain': {
      ...act,
      reference: `subscriber:${newId()}`,
      former_reference: subscribed,
      doc_kind: 'personal_data_consent',
      accepted: false,
      metadata: {},
    },
    'identity.recognizeCustomers': {
      application_id,
      dry_run: false,
      persons: [{ issuer: known?.issuer, subject: 'former', email: 'former@example.test' }],
    },
    'identity.heartbeatDevice': {
      ...user,
      installation_id,
      platform: 'ios',
      client_ip: fromRussia,
      occurred_at: t.clock.now().toISOString(),
    },
    'identity.placeUser': { ...user, client_ip: fromAmerica },
    'catalog.notePublicKeyUse': { key_id: await unusedPublicKey(administrator) },
    'catalog.resolveApplication': { code: application_code },
    'catalog.getApplicationFacts': { application_id },
    'catalog.getPriceOffer': { application_id, plan_price_id: await t.priceOf('monthly') },
    'catalog.isPlanCovered': {
      ...owner,
      plan_id: newId(),
      entitlement_codes,
      granted_after: new Date(0).toISOString(),
      covers_until: null,
    },
    'catalog.ownsForLifetime': { ...owner, entitlement_codes },
    'catalog.listUserGrants': owner,
    'catalog.grantWaiting': { ...user, customer_ids: [customer_id] },
    'catalog.listEntitledUsers': {
      application_id,
      filter: { entitlement_code: 'export_pdf' },
      position: { before: null, is_scanning: false, end: null },
      limit: 10,
    },
    // Of no event: billing names it first.
    'catalog.trackPurchase': { ...user, payment_id: newId(), opened_at: t.clock.now().toISOString() },
    'billing.findSoldPrices': { application_id, plan_price_ids: [newId()] },
    'billing.getPaymentOwner': { payment_id: payment.payment_id },
    'billing.resolveWebhookToken': { token_hash: sha256('unknown') },
    'billing.listUserPayments': user,

    'billing.settleOpenPayments': { ...user, payment_ids: [payment.payment_id] },
    'analytics.getCampaignTotals': { campaign: 'notes', from: '2026-01-01', to: '2026-01-31', group_by: 'content' },
    'analytics.getContentTotals': { application_id: newId(), utm_content: 'a-post', days: 7 },
    'analytics.countPageReaders': { site_id: newId(), path: '/', days: 7 },
    'seo-rkn.describeItem': { site_id: newId(), item_id: newId(), url: 'https://example.com/', locale: 'ru' },
    'cms.noteSiteKeyUse': { key_id: await unusedSiteKey(administrator) },
    'cms.publishDue': {},
    'cms.resolveSite': { code: site_code },
    'cms.describeSite': { id: site.id },
    'cms.checkTargets': { site_id: site.id, paths: ['/blog/nowhere'], files: [`${'0'.repeat(64)}.png`] },
    'cms.listLinkedSites': { application_id },
    'cms.listContentPage': { site_id: newId(), after: null, limit: 10 },
    'cms.listContentSources': { site_id: newId(), kinds: ['post'], since: null, limit: 10 },
    'cms.getTicketOwner': { ticket_id: newId() },
    'cms.getInventory': { site_id: newId() },
    'cms.listReadinessTexts': { site_id: newId(), kinds: ['post'], after: null, limit: 10 },
    'cms.getConsentCoverage': { site_id: site.id, days: 30 },
    'cms.findLeadSubject': { site_id: site.id, email: 'ada@example.test' },
    'seo-rkn.completeAi': {
      request_id: newId(),
      purpose: 'social',
      system_id: 'social_post',
      input: { title: 'Notes' },
      schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      max_tokens: 200,
    },
    'seo-rkn.scoreReadiness': {
      site_id: newId(),
      text: {
        item_id: newId(),
        kind: 'post',
        locale: 'en',
        revision: 1,
        url: null,
        slug: 'notes',
        title: 'How to keep notes',
        meta_title: null,
        meta_description: null,
        cover: null,
        has_category: false,
        has_h1: false,
        html: '<p>Notes</p>',
        internal_links: 0,
        dead_links: 0,
        is_title_unique: true,
        is_description_unique: true,
      },
    },
    'seo-rkn.generateFields': {
      request_id: newId(),
      kind: 'post',
      locale: 'en',
      brand: 'Notes',
      website_url: null,
      title: 'How to keep notes',
      excerpt: null,
      meta_description: null,
      body: '',
      has_cover: false,
      fields: ['meta_title'],
    },
    'cms.sumArticleViews': { site_id: newId(), ranges: [{ from: '2026-01-01', to: '2026-01-31' }] },
  };
});
afterAll(async () => {
  await t.stop();
});

async function unusedPublicKey(administrator: Record<string, string>): Promise<string> {
  const { data } = await t.client(administrator).createApplication({ body: { code: 'unused', name: 'Unused' } });
  return data.public_keys[0]?.id ?? '';
}

async function unusedSiteKey(administrator: Record<string, string>): Promise<string> {
  const { data } = await t.client(administrator).createSite({ body: { name: 'Unused' } });
  return data.site_keys[0]?.id ?? '';
}

/** @returns the id of an imported customer, for whom a month waits */
async function givenWaitingCustomer(administrator: Record<string, string>): Promise<string> {
  const admin = t.client(administrator);
  const params = { application_id: t.demo.application_id };
  const query = { dry_run: 'false' as never, reason: 'from the former shop' };
  const file = new Blob(['{"email":"waits@example.test","plan_code":"monthly"}'], { type: 'application/x-ndjson' });
  expect((await admin.importCustomers({ params, query, file })).data).toMatchObject({ waiting: 1 });
  const { data } = await admin.searchCustomers({ params, body: { email: 'waits@example.test' } });
  return data[0]?.id ?? '';
}

/** The job that publishes what is due rests, so that only the command does it. */
async function scheduleForNow(): Promise<void> {
  await restJobs(t.database, 'cms', ['publish-due']);
  const admin = t.client(await t.adminHeaders());
  const [site] = (await admin.listSites({ query: { application_id: t.demo.application_id } })).data;
  const params = { site_id: site?.id ?? '' };
  const post = await admin.createPost({ params, body: { title: 'Due' } });
  const scheduled_at = new Date(t.clock.now().getTime() + 1_000).toISOString();
  const item = { params: { ...params, item_id: post.data.id }, headers: { 'if-match': '*' } };
  expect((await admin.scheduleContent({ ...item, body: { scheduled_at } })).status).toBe(200);
  t.clock.advance({ seconds: 2 });
}

const bus = () => t.platform.host.bus;
const contentsAtRest = async () => {
  await t.untilIdle();
  return tableContents(t.database);
};

test('every query and every command of the platform is tried here, and nothing else', () => {
  expect(Object.keys(inputs).toSorted()).toEqual([...queries, ...commands].map(([id]) => id).toSorted());
});

test('the inputs name users, sessions and grants that exist', async () => {
  const ask = createAsk(bus());
  const { user_id, application_id } = inputs['identity.userExists'] as { user_id: string; application_id: string };
  const answers = {
    resolveUser: await ask(contracts.identity.queries.resolveUser, inputs['identity.resolveUser'] as never),
    session: await ask(contracts.identity.queries.resolveAdminSession, inputs['identity.resolveAdminSession'] as never),
    isPlanCovered: await ask(contracts.catalog.queries.isPlanCovered, inputs['catalog.isPlanCovered'] as never),
    owns: await ask(contracts.catalog.queries.ownsForLifetime, inputs['catalog.ownsForLifetime'] as never),
    application: await ask(contracts.catalog.queries.getApplicationFacts, { application_id }),
  };
  expect(answers).toMatchObject({
    resolveUser: { user_id },
    session: { admin: { email: t.secrets.admin_email } },
    isPlanCovered: { covered: true },
    owns: { owned: true },
    application: { application: { id: application_id } },
  });
});

test.each(queries)('the query %s changes nothing', async (id, query) => {
  const before = await contentsAtRest();
  await createAsk(bus())(query, inputs[id]);
  expect(await contentsAtRest()).toEqual(before);
});

describe.each(commands)('the command %s', (id, command) => {
  /** `is_written` and `published` say what this very call did: a repeat does nothing. */
  const ofRepeat = (answer: object) => ({
    ...answer,
    ...('is_written' in answer ? { is_written: false } : {}),
    ...('published' in answer ? { published: 0 } : {}),
  });

  test('has the effect and the answer of one call when the same input arrives again, also from the release before', async () => {
    const before = await contentsAtRest();
    const first = await createCall(bus())(command, inputs[id]);
    const after = await contentsAtRest();
    expect(after).not.toEqual(before);

    const expected = ofRepeat(first as object);
    expect(await createCall(bus())(command, inputs[id])).toEqual(expected);
    expect(await contentsAtRest()).toEqual(after);

    if (command.formerly === undefined) return;
    const message = { input: inputs[id], request_id: newId(), traceparent: null };
    expect(await bus().request(command.formerly, message, command.timeoutMs)).toEqual({ ok: true, output: expected });
    expect(await contentsAtRest()).toEqual(after);
  });
});
