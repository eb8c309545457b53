import { randomUUID } from 'node:crypto';
import type { Resource, Route } from '@platform/contracts';
import type { AuthKind } from '@platform/contracts/kit';
import { createSealer, dayMs, newId } from '@platform/runtime';
import { aPng, publicationOf } from '@platform/testing';
import { decodeJwt } from 'jose';
import { prepareAi } from './ai-world.ts';
import { checkMakers } from './check-world.ts';
import { contentMakers, prepareContent } from './content-world.ts';
import { formMakers } from './form-world.ts';
import { ok, once } from './make-once.ts';
import { resourcesIn, type Values } from './probes.ts';
import { prepareScan, scanMakers } from './scan-world.ts';
import { prepareSearch, searchMakers } from './search-world.ts';
import { prepareSocial, socialMakers } from './social-world.ts';
import type { Harness, PlatformClient } from './test-platform.ts';

export { ok } from './make-once.ts';

/**
 * The resources that the contracts name, made once each and only when they are asked for. The matrices put
 * them into the example requests of the contracts. A new resource is made here, a new endpoint needs nothing.
 */
export interface World {
  /** The values of these resources. */
  given(resources: readonly Resource[]): Promise<Values>;
  /** The values of the resources that a request of this endpoint names. */
  givenFor(route: Route): Promise<Values>;
  /** The credential that an endpoint asks for. */
  headersFor(route: Route): Promise<Record<string, string>>;
  application: () => Promise<Application>;
  site: () => Promise<Site>;
  documents: () => Promise<Document[]>;
  person: () => Promise<Person>;
  /** Secrets that were shown while the resources were made. */
  secrets: Set<string>;
}

export interface WorldOptions {
  t: Harness;
  /** A client of an owner. */
  admin: PlatformClient;
  /** Headers of that owner. */
  adminHeaders: Record<string, string>;
  /** The code of the application, and the beginning of all other codes. */
  code: string;
  /** The name of its user at the identity provider. */
  username: string;
  /** The other world whose application, site and documents this one shares. */
  within?: World;
}

interface Application {
  application_id: string;
  application_code: string;
  token_audience: string;
  public_key: string;
  /** A former key in its grace period. */
  public_key_id: string;
}
interface Site {
  site_id: string;
  site_code: string;
  site_key: string;
  /** A former key in its grace period. */
  site_key_id: string;
  site_document_kind: string;
}
interface Document {
  document_id: string;
  version: string;
  checkbox_text: string;
  accepted: boolean;
}
export interface Person {
  user_id: string;
  headers: Record<string, string>;
  client: PlatformClient;
}

/**
 * Kinds of the documents of sites, in turns: two sites in a row have none in common. Forms ask for others.
 */
const siteKinds = ['privacy_policy', 'mobile_apps_terms'];
let sitesMade = 0;
let shopsMade = 0;

/** Makes nothing yet. */
export function createWorld({ t, admin, adminHeaders, code, username, within }: WorldOptions): World {
  const secrets = new Set<string>();
  const secret = (value: string): string => {
    secrets.add(value);
    return value;
  };
  const { issuer, jwksUrl } = t.sandboxes.idp;
  const icon = new Blob([new Uint8Array(aPng({ width: 20, height: 20 }))]);

  const application =
    within?.application ??
    once(async (): Promise<Application> => {
      const made = ok(
        await admin.createApplication({ body: { code, name: `Application ${code}`, payments_enabled: true } }),
      );
      const params = { application_id: made.id };
      const token_audience = `${code}-client`;
      ok(await admin.setIdentityProvider({ params, body: { issuer, audience: token_audience, jwks_url: jwksUrl } }));
      const { public_keys } = ok(await admin.rotatePublicKey({ params, body: {} }));
      const [current, former] = public_keys.map(({ id, key }) => ({ id, key }));
      const keys = { public_key: current?.key ?? '', public_key_id: former?.id ?? '' };
      return { ...params, ...keys, application_code: code, token_audience };
    });
  const owned = async () => ({ application_id: (await application()).application_id });

  const site =
    within?.site ??
    once(async (): Promise<Site> => {
      const made = ok(
        await admin.createSite({
          body: { name: `Site ${code}`, website_url: new URL(t.sandboxes.idp.issuer).origin, ...(await owned()) },
        }),
      );
      secret(made.site_key);
      const { site_key, site_keys } = ok(await admin.rotateSiteKey({ params: { site_id: made.id }, body: {} }));
      secret(site_key);
      sitesMade += 1;
      const kind = siteKinds[sitesMade % siteKinds.length] ?? '';
      const owner = { owner_type: 'cms_site' as const, owner_id: made.id, kind };
      const draft = ok(
        await admin.saveLegalDraft({
          params: owner,
          body: { title: `${kind} of the site of ${code}`, body: `Text of the site of ${code}` },
        }),
      );
      ok(await admin.publishLegalDocument({ params: owner, ...publicationOf(draft) }));
      return {
        site_id: made.id,
        site_code: made.code,
        site_key,
        site_key_id: site_keys[1]?.id ?? '',
        site_document_kind: kind,
      };
    });

  /** The icons of both, in several sizes each: only for requests about them. */
  const icons = once(async () => {
    ok(await admin.setApplicationIcon({ params: await owned(), file: icon }));
    ok(await admin.setSiteIcon({ params: { site_id: (await site()).site_id }, file: icon }));
  });

  const termsKind = `terms_${code.replaceAll('-', '_')}`;
  const publish = async (kind: string): Promise<Document> => {
    const params = { owner_type: 'application' as const, owner_id: (await owned()).application_id, kind };
    const draft = ok(
      await admin.saveLegalDraft({ params, body: { title: `${kind} of ${code}`, body: `Text of ${code}` } }),
    );
    const { id, version } = ok(await admin.publishLegalDocument({ params, ...publicationOf(draft) }));
    return { document_id: id, version, checkbox_text: 'I accept', accepted: true };
  };
  const documents =
    within?.documents ??
    once(async () => {
      const terms = await publish(termsKind);
      return [terms, await publish('personal_data_consent'), await publish('license_offer')];
    });
  /** The slot of a document that is published and has a newer draft. */
  const documentKind = within
    ? async () => (await within.given(['document_kind'])).document_kind
    : once(async () => {
        await documents();
        const params = {
          owner_type: 'application' as const,
          owner_id: (await owned()).application_id,
          kind: termsKind,
        };
        ok(await admin.saveLegalDraft({ params, body: { title: `Draft of ${code}`, body: `Newer text of ${code}` } }));
        return termsKind;
      });

  const register = async (name: string): Promise<Person> => {
    const { application_code, token_audience, public_key } = await application();
    const token = secret(await t.sandboxes.idp.mint({ aud: token_audience }, { username: name }));
    const headers = {
      authorization: `Bearer ${token}`,
      'x-public-key': public_key,
      'x-application-code': application_code,
    };
    const client = t.client(headers);
    const registered = ok(
      await client.registerUser({
        params: { app_code: application_code },
        body: { explicit_consent: true, consents: await documents() },
      }),
    );
    return { user_id: registered.user.id, headers, client };
  };
  const person = once(() => register(username));
  /** A person that no other application knows. */
  const onlyHere = once(() => register(`only-${code}`));

  const createEntitlement = async (name: string) => {
    const entitlement_code = `${code.replaceAll('-', '_')}_${name}`;
    const body = { code: entitlement_code, name: 'Fixture' };
    return { entitlement_id: ok(await admin.createEntitlement({ params: await owned(), body })).id, entitlement_code };
  };
  const entitlement = once(() => createEntitlement('pro'));
  const createPlan = async (plan_code: string) => {
    const params = await owned();
    // Not the one that requests name: it can be given to the plan.
    const { entitlement_code } = await createEntitlement('basic');
    const plan = ok(
      await admin.createPlan({
        params,
        body: {
          code: plan_code,
          name: 'Fixture',
          billing_type: 'recurring',
          duration_days: 30,
          entitlement_codes: [entitlement_code],
        },
      }),
    );
    const body = { amount: 5_000, currency: 'RUB' };
    const price = ok(await admin.createPlanPrice({ params: { ...params, plan_id: plan.id }, body }));
    return { plan_id: plan.id, plan_code, plan_price_id: price.id };
  };
  const plan = once(() => createPlan(`${code}-plan`));
  const backfill = once(async () => {
    const params = { ...(await owned()), plan_id: (await plan()).plan_id };
    const { entitlement_codes: codes } = ok(await admin.getPlan({ params }));
    return ok(await admin.setPlanEntitlements({ params, body: { codes, apply_to: 'owners' } })).backfill?.id;
  });
  const paywall = once(async () => {
    const params = await owned();
    const paywall_code = `${code}-wall`;
    const made = ok(await admin.createPaywall({ params, body: { code: paywall_code, name: 'Fixture' } }));
    const at = { ...params, paywall_id: made.id };
    ok(
      await admin.setPaywallItems({
        params: at,
        body: { items: [{ plan_price_id: (await plan()).plan_price_id }] },
      }),
    );
    return { paywall_id: made.id, paywall_code };
  });
  const newGrant = async () => {
    const params = { ...(await owned()), user_id: (await person()).user_id };
    const { entitlement_code } = await entitlement();
    // With an end: an owner for life is not sold the same again.
    const body = { entitlement_codes: [entitlement_code], expires_at: '2099-01-01T00:00:00Z', reason: 'test' };
    return { params, id: ok(await admin.grantEntitlements({ params, body })).id };
  };
  const grant = once(async () => (await newGrant()).id);
  const revokedGrant = once(async () => {
    const { params, id } = await newGrant();
    ok(await admin.revokeGrant({ params: { ...params, grant_id: id } }));
    return id;
  });
  const license = once(async () => {
    const params = await owned();
    const issued = ok(await admin.issueLicenseKeys({ params, body: { plan_code: (await plan()).plan_code } }));
    const [key] = issued.keys;
    return { license_batch_id: issued.batch_id, license_key_id: key?.id ?? '', license_key: secret(key?.key ?? '') };
  });
  const pay = async ({ client }: Person) => {
    const { plan_price_id } = await plan();
    const return_url = 'https://app.example.test/';
    const payment = ok(
      await client.createPayment({ body: { plan_price_id, return_url, consents: await documents() } }),
    );
    secret(payment.confirmation_url ?? '');
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    return payment.payment_id;
  };
  /** Paid at the provider; a notification or a question settles it. */
  const payment = once(async () => pay(await person()));
  const paidPayment = once(async () => {
    const payer = await register(`${username}-payer`);
    const payment_id = await pay(payer);
    ok(await payer.client.syncPayment({ params: { payment_id } }));
    return payment_id;
  });
  const refund = once(async () => {
    const payer = await register(`${username}-refunded`);
    const payment_id = await pay(payer);
    ok(await payer.client.syncPayment({ params: { payment_id } }));
    ok(await admin.refundPayment({ params: { payment_id }, body: {} }));
    const [made] = ok(await admin.listRefunds({ params: await owned(), query: { payment_id } }));
    return made?.id ?? '';
  });
  const device = once(async () => {
    const { client } = await person();
    return ok(
      await client.registerDevice({
        body: { installation_id: randomUUID(), platform: 'web', app_version: '1.0.0' },
      }),
    ).id;
  });
  const consent = once(async () => {
    const query = { user_id: (await person()).user_id, limit: 1 };
    const [record] = ok(await admin.listConsents({ params: await owned(), query }));
    return record?.id ?? '';
  });

  // Each with three versions, so that a return to the second one changes something.
  const feature = once(async () => {
    const feature_code = `${code}.flag`;
    const params = { ...(await owned()), code: feature_code };
    ok(await admin.createFeature({ params: await owned(), body: { code: feature_code } }));
    for (const enabled of [false, true]) ok(await admin.updateFeature({ params, body: { enabled } }));
    return feature_code;
  });
  const parameter = once(async () => {
    const config_key = `${code}.parameter`;
    const params = { ...(await owned()), key: config_key };
    for (const value of [1, 2, 3]) ok(await admin.putConfigParameter({ params, body: { type: 'number', value } }));
    return config_key;
  });

  /** A mail of the site that was given up. No request of an administrator makes one. */
  const mail = once(async () => {
    const id = newId();
    const sealer = createSealer([t.secrets.encryption_keys.cms ?? '']);
    const content = { to: `${code}@example.test`, subject: `Mail of ${code}`, text: 'Text' };
    await t.database.query(
      `INSERT INTO cms.mails (id, site_id, kind, sealed, status, attempts, created_at)
       VALUES ($1, $2, 'test_note', $3, 'failed', 8, now())`,
      [id, (await site()).site_id, sealer.seal(JSON.stringify(content), `mails:${id}:sealed`)],
    );
    return id;
  });

  const ticket = once(async () => {
    const { client } = await person();
    const body = { subject: `Ticket of ${code}`, message: `Question of ${username} of ${code}` };
    return ok(await client.createTicket({ body })).id;
  });
  const attachment = once(async () => {
    const { client } = await person();
    return ok(await client.uploadAttachment({ query: { file_name: `${code}.png` }, file: icon }));
  });

  /** A name that is merged into another, of the application and of the site: each change ends the merge. */
  const eventName = once(async () => {
    const event_name = `${code} merged`;
    const body = { from: [event_name], into: 'kept' };
    ok(await admin.mergeEventNames({ params: await owned(), body }));
    ok(await admin.mergeSiteEventNames({ params: { site_id: (await site()).site_id }, body }));
    return event_name;
  });
  const colleague = once(async () => {
    const password = secret(`password-${randomUUID()}`);
    return ok(await admin.createAdmin({ body: { email: `${randomUUID()}@staff.test`, password, role: 'staff' } })).id;
  });

  const apiKey = once(async () => {
    const made = ok(await admin.createAdminApiKey({ body: { name: `key of ${randomUUID()}`, role: 'staff' } }));
    secret(made.api_key);
    return made.id;
  });

  const movableUser = once(async () => (await register(`movable-${code}`)).user_id);
  const otherUser = once(async () => (await register(`other-${code}`)).user_id);
  /** A customer of before, who waits. */
  const customer = once(async () => {
    const params = await owned();
    const email = `customer-${code}@example.test`;
    const file = new Blob([JSON.stringify({ email, plan_code: (await plan()).plan_code })], {
      type: 'application/x-ndjson',
    });
    const reason = 'from the former shop';
    ok(await admin.importCustomers({ params, query: { dry_run: 'false' as never, reason }, file }));
    const [found] = ok(await admin.searchCustomers({ params, body: { email } }));
    return found?.id ?? '';
  });

  /** A shop of its own at the provider. */
  const shop = once(async () => {
    shopsMade += 1;
    const shopId = String(700_000 + shopsMade);
    const secretKey = secret(`test_key_${randomUUID()}`);
    t.sandboxes.yookassa.setShop({ shopId, secretKey });
    return { shop_id: shopId, secret_key: secretKey };
  });

  const erasure = once(async () => {
    const { user_id } = await register(`erased-${code}`);
    const params = { ...(await owned()), user_id };
    return ok(await admin.eraseUser({ params, body: { reason: 'person_request' } })).id;
  });

  const makers: Partial<Record<Resource, () => Promise<unknown>>> = {
    recent_moment: async () => new Date().toISOString(),
    coming_moment: async () => new Date(Date.now() + dayMs).toISOString(),
    admin_id: colleague,
    api_key_id: apiKey,
    asset_name: async () => {
      await icons();
      return new URL(ok(await admin.getApplication({ params: await owned() })).icon_url ?? '').pathname
        .split('/')
        .at(-1);
    },
    application_id: async () => (await application()).application_id,
    application_code: async () => (await application()).application_code,
    confirmed_application_code: async () => (await application()).application_code,
    token_issuer: async () => issuer,
    jwks_url: async () => jwksUrl,
    public_key_id: async () => (await application()).public_key_id,
    site_key_id: async () => (await site()).site_key_id,
    site_id: async () => (await site()).site_id,
    site_code: async () => (await site()).site_code,
    event_site_code: async () => (await site()).site_code,
    event_name: eventName,
    user_id: async () => (await person()).user_id,
    user_subject: async () => decodeJwt((await onlyHere()).headers.authorization?.split(' ')[1] ?? '').sub,
    new_user_subject: async () => `subject of ${randomUUID()}`,
    movable_user_id: movableUser,
    other_user_id: otherUser,
    customer_id: customer,
    erasure_id: erasure,
    erasure_owner_id: async () => (await application()).application_id,
    erased_person_id: async () => (await person()).user_id,
    device_id: device,
    consent_id: consent,
    ...formMakers({ t, admin, code, site }),
    document_owner_type: async () => 'application',
    document_owner_id: async () => (await application()).application_id,
    document_kind: documentKind,
    site_document_kind: async () => (await site()).site_document_kind,
    ...checkMakers({ admin, site, application, documentKind }),
    document_id: async () => (await documents())[0]?.document_id,
    consents: documents,
    entitlement_id: async () => (await entitlement()).entitlement_id,
    entitlement_code: async () => (await entitlement()).entitlement_code,
    plan_id: async () => (await plan()).plan_id,
    plan_code: async () => (await plan()).plan_code,
    backfill_id: backfill,
    plan_price_id: async () => (await plan()).plan_price_id,
    paywall_id: async () => (await paywall()).paywall_id,
    paywall_code: async () => (await paywall()).paywall_code,
    grant_id: grant,
    revoked_grant_id: revokedGrant,
    license_key_id: async () => (await license()).license_key_id,
    license_key: async () => (await license()).license_key,
    license_batch_id: async () => (await license()).license_batch_id,
    payment_id: payment,
    paid_payment_id: paidPayment,
    refund_id: refund,
    provider_shop_id: async () => (await shop()).shop_id,
    provider_secret_key: async () => (await shop()).secret_key,
    mail_id: mail,
    ticket_id: ticket,
    attachment_id: async () => (await attachment()).id,
    staff_attachment_id: async () => ok(await admin.uploadStaffAttachment({ file: icon })).id,
    support_file_token: async () => (await attachment()).url.split('/').at(-1),
    config_key: parameter,
    feature_code: feature,
    ...scanMakers({ database: t.database, admin, site }),
    ...searchMakers({ t, admin, site }),
    ...contentMakers({ admin, code, site }),
    ...socialMakers({ admin, database: t.database }),
  };

  const given: World['given'] = async (resources) => {
    const values: Values = {};
    for (const resource of resources) if (resource in makers) values[resource] = await makers[resource]?.();
    return values;
  };

  const headersByAuth: Record<AuthKind, () => Promise<Record<string, string>>> = {
    none: async () => ({}),
    application: async () => ({}),
    key: async () => ({ 'x-public-key': (await application()).public_key }),
    site_key: async () => ({ 'x-public-key': (await site()).site_key }),
    user: () => withoutKey(),
    // A key alone would be the whole credential of its own application.
    user_or_key: () => withoutKey(),
    user_or_admin: () => withoutKey(),
    user_and_key: async () => (await person()).headers,
    admin: async () => adminHeaders,
    worker: async () => t.workerHeaders,
    webhook_token: async () => ({ 'x-webhook-token': t.secrets.webhook_token }),
  };
  const withoutKey = async () => {
    const { 'x-public-key': _, ...headers } = (await person()).headers;
    return headers;
  };

  return {
    given,
    async givenFor(route) {
      const values = await given(resourcesIn(route));
      if (route.endpoint.path.endsWith('/icon')) await icons();
      if (route.id === 'removeApplicationShop')
        ok(await admin.setApplicationShop({ params: await owned(), body: await shop() }));
      await prepareContent(admin, route, values);
      await prepareScan(t, route, values, given);
      await prepareAi(admin, t, route);
      await prepareSearch({ t, admin }, route, values);
      await prepareSocial({ t, admin }, route, values);
      return values;
    },
    async headersFor({ endpoint }) {
      const headers = { ...(await headersByAuth[endpoint.auth]()) };
      // The path names the application where it can; a header beside it would only be in the way.
      if (endpoint.path.includes('{app_code}')) delete headers['x-application-code'];
      if (endpoint.versioned === 'required') headers['if-match'] = '*';
      return headers;
    },
    application,
    site,
    documents,
    person,
    secrets,
  };
}
