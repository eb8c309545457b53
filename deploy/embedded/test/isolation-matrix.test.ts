import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorStatus, errorsOf, type Reply, type Route, requestPath } from '@platform/contracts';
import type { ErrorCode } from '@platform/contracts/errors';
import type { AuthKind } from '@platform/contracts/kit';
import {
  asFile,
  asJson,
  type Field,
  fieldsOf,
  inParallel,
  named,
  routes,
  sampleBody,
  sampleParams,
  tableContents,
  type WireReply,
  wire,
  withField,
} from './probes.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/**
 * Two applications on one platform. Each request field that can name an object names an object of the other
 * application, with the credentials of the own one: the answer is as if it did not exist, and nothing
 * changes on either side. The fields come from the contract, so an unclassified field fails here.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let admin: PlatformClient;
let adminHeaders: Record<string, string>;
let a: World;
let b: World;

/* -------------------------------------------------------------------------------------- two whole applications */

interface Person {
  user_id: string;
  headers: Record<string, string>;
  client: PlatformClient;
}

interface World {
  code: string;
  audience: string;
  application_id: string;
  public_key: string;
  entitlement_code: string;
  plan_code: string;
  paywall_code: string;
  license_key: string;
  feature_code: string;
  config_key: string;
  terms_kind: string;
  site_code: string;
  site_key: string;
  /** Values of path parameters that name something of this application. */
  ids: Record<
    | 'plan_id'
    | 'plan_price_id'
    | 'paywall_id'
    | 'entitlement_id'
    | 'user_id'
    | 'grant_id'
    | 'payment_id'
    | 'device_id'
    | 'license_key_id'
    | 'consent_id'
    | 'site_id',
    string
  >;
  /** A second plan, and its price, to mix within one application. */
  spare: { plan_id: string; plan_price_id: string };
  documents: Record<string, { document_id: string; version: string; checkbox_text: string; accepted: boolean }>;
  person: Person;
  neighbour: Person & { payment_id: string; device_id: string };
  /** Texts that the other application must never be shown. */
  markers: string[];
}

function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

async function createWorld(code: string): Promise<World> {
  const audience = `${code}-client`;
  const application = ok(await admin.createApplication({ body: { code, name: code, payments_enabled: true } }));
  const params = { application_id: application.id };
  const public_key = application.public_keys[0]?.key ?? '';
  const { issuer, jwksUrl } = t.sandboxes.idp;
  ok(await admin.setIdentityProvider({ params, body: { issuer, audience, jwks_url: jwksUrl } }));

  const entitlement_code = `${code}_pro`;
  const entitlement = ok(await admin.createEntitlement({ params, body: { code: entitlement_code, name: 'Pro' } }));
  const createPlan = async (plan_code: string) => {
    const plan = ok(
      await admin.createPlan({
        params,
        body: {
          code: plan_code,
          name: 'Pro',
          billing_type: 'recurring',
          duration_days: 30,
          entitlement_codes: [entitlement_code],
        },
      }),
    );
    const at = { params: { ...params, plan_id: plan.id } };
    const price = ok(await admin.createPlanPrice({ ...at, body: { amount: 100, currency: 'RUB' } }));
    return { plan_id: plan.id, plan_price_id: price.id };
  };
  const plan_code = `${code}-plan`;
  const sold = await createPlan(plan_code);
  const spare = await createPlan(`${code}-spare`);
  const paywall_code = `${code}-wall`;
  const paywall = ok(await admin.createPaywall({ params, body: { code: paywall_code, name: 'Main' } }));
  ok(
    await admin.setPaywallItems({
      params: { ...params, paywall_id: paywall.id },
      body: { items: [{ plan_price_id: sold.plan_price_id }] },
    }),
  );

  const terms_kind = `terms_${code}`;
  const documents: World['documents'] = {};
  for (const kind of [terms_kind, 'personal_data_consent', 'license_offer']) {
    const at = { params: { owner_type: 'application' as const, owner_id: application.id, kind } };
    ok(await admin.saveLegalDraft({ ...at, body: { title: `${kind} of ${code}`, body: `Text of ${code}` } }));
    const { id, version } = ok(await admin.publishLegalDocument(at));
    documents[kind] = { document_id: id, version, checkbox_text: 'I accept', accepted: true };
  }

  const site = ok(await admin.createSite({ body: { name: code, application_id: application.id } }));
  const atSite = { params: { owner_type: 'cms_site' as const, owner_id: site.id, kind: terms_kind } };
  ok(await admin.saveLegalDraft({ ...atSite, body: { title: terms_kind, body: `Text of the site of ${code}` } }));
  ok(await admin.publishLegalDocument(atSite));

  const register = async (username: string): Promise<Person> => {
    const token = await t.sandboxes.idp.mint({ aud: audience }, { username });
    const headers = { authorization: `Bearer ${token}`, 'x-public-key': public_key, 'x-application-code': code };
    const client = t.client(headers);
    const registered = ok(
      await client.registerUser({
        params: { app_code: code },
        body: { explicit_consent: true, consents: Object.values(documents) },
      }),
    );
    return { user_id: registered.user.id, headers, client };
  };
  const pay = async ({ client }: Person) => {
    const payment = ok(
      await client.createPayment({
        body: {
          plan_price_id: sold.plan_price_id,
          return_url: 'https://app.example.test/',
          consents: Object.values(documents).slice(2),
        },
      }),
    );
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await t.untilIdle();
    return payment.payment_id;
  };
  // The same two people use both applications.
  const person = await register('anna');
  const neighbour = await register('boris');
  const payment_id = await pay(person);
  const neighbours_payment = await pay(neighbour);
  const installation_id = randomUUID();
  const registerDevice = async ({ client }: Person) =>
    ok(await client.registerDevice({ body: { installation_id, platform: 'web', app_version: '1.0.0' } })).id;
  const device_id = await registerDevice(person);
  const neighbours_device = await registerDevice(neighbour);
  const grant = ok(
    await admin.grantEntitlements({
      params: { ...params, user_id: person.user_id },
      // With an end: an owner for life is not sold the same again.
      body: { entitlement_codes: [entitlement_code], expires_at: '2099-01-01T00:00:00Z', reason: 'test' },
    }),
  );

  const issued = ok(await admin.issueLicenseKeys({ params, body: { plan_code } }));
  const feature_code = `${code}.flag`;
  ok(await admin.createFeature({ params, body: { code: feature_code } }));
  const config_key = `${code}.parameter`;
  ok(await admin.putConfigParameter({ params: { ...params, key: config_key }, body: { type: 'number', value: 1 } }));

  const [record] = ok(await admin.listConsents({ params, query: { user_id: person.user_id, limit: 1 } }));

  const ids = {
    license_key_id: issued.keys[0]?.id ?? '',
    consent_id: record?.id ?? '',
    ...sold,
    paywall_id: paywall.id,
    entitlement_id: entitlement.id,
    user_id: person.user_id,
    grant_id: grant.id,
    payment_id,
    device_id,
    site_id: site.id,
  };
  return {
    code,
    audience,
    application_id: application.id,
    public_key,
    entitlement_code,
    plan_code,
    paywall_code,
    license_key: issued.keys[0]?.key ?? '',
    feature_code,
    config_key,
    terms_kind,
    site_code: site.code,
    site_key: site.site_key,
    ids,
    spare,
    documents,
    person,
    neighbour: { ...neighbour, payment_id: neighbours_payment, device_id: neighbours_device },
    markers: [
      ...Object.values(ids),
      ...Object.values(spare),
      ...Object.values(documents).map(({ document_id }) => document_id),
      application.id,
      public_key,
      neighbour.user_id,
      neighbours_payment,
      neighbours_device,
      entitlement_code,
      plan_code,
      paywall_code,
      feature_code,
      config_key,
      terms_kind,
      site.code,
      site.site_key,
    ],
  };
}

/* -------------------------------------------------------------------------------------------- requests of a world */

interface Parts {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

const headersFor: Record<AuthKind, (world: World) => Record<string, string>> = {
  none: () => ({}),
  application: () => ({}),
  // A key alone would be the whole credential of its own application.
  user_or_key: ({ person, code }) => ({
    authorization: person.headers.authorization ?? '',
    'x-application-code': code,
  }),
  key: ({ public_key }) => ({ 'x-public-key': public_key }),
  site_key: ({ site_key }) => ({ 'x-public-key': site_key }),
  user: ({ person, code }) => ({ authorization: person.headers.authorization ?? '', 'x-application-code': code }),
  user_and_key: ({ person }) => person.headers,
  user_or_admin: ({ person, code }) => ({
    authorization: person.headers.authorization ?? '',
    'x-application-code': code,
  }),
  admin: () => adminHeaders,
  worker: () => t.workerHeaders,
  webhook_token: () => ({ 'x-webhook-token': t.secrets.webhook_token }),
};

const hasPath = ({ endpoint }: Route, name: string): boolean => endpoint.path.includes(`{${name}}`);

/** A request in which everything that can be named is of this application. */
function partsOf(route: Route, world: World): Parts {
  const named: Record<string, string> = {
    ...world.ids,
    app_code: world.code,
    application_id: world.application_id,
    paywall_code: world.paywall_code,
    code: world.feature_code,
    key: route.id.startsWith('evaluate') ? world.feature_code : world.config_key,
    doc_kind: world.terms_kind,
    site_code: world.site_code,
    kind: world.terms_kind,
    owner_type: 'application',
    owner_id: world.application_id,
    id: world.documents[world.terms_kind]?.document_id ?? '',
  };
  const params = Object.fromEntries(
    Object.entries(sampleParams(route)).map(([name, sample]) => [name, named[name] ?? sample]),
  );
  const headers = { ...headersFor[route.endpoint.auth](world) };
  // The path names the application where it can; a header beside it would only be in the way.
  if (hasPath(route, 'app_code')) delete headers['x-application-code'];
  const bodies: Record<string, Record<string, unknown>> = {
    registerUser: { explicit_consent: true, consents: Object.values(world.documents) },
    acceptConsents: { consents: Object.values(world.documents).slice(2) },
    createPayment: {
      application_code: world.code,
      plan_price_id: world.spare.plan_price_id,
      return_url: 'https://app.example.test/',
      consents: Object.values(world.documents).slice(2),
    },
    createPlan: { ...sampleBody(route), code: `plan-${randomUUID()}`, entitlement_codes: [world.entitlement_code] },
    createPaywall: { ...sampleBody(route), code: `wall-${randomUUID()}` },
    createEntitlement: { ...sampleBody(route), code: 'another_code' },
    setPlanEntitlements: { codes: [world.entitlement_code] },
    setPaywallItems: { items: [{ plan_price_id: world.ids.plan_price_id }] },
    grantEntitlements: { plan_code: world.plan_code, reason: 'test' },
    setIdentityProvider: {
      issuer: t.sandboxes.idp.issuer,
      audience: world.audience,
      jwks_url: t.sandboxes.idp.jwksUrl,
    },
    updateApplication: { name: 'Renamed' },
    rotatePublicKey: { grace_hours: 24 },
    mergeEventNames: { from: ['app_open'], into: 'app_opened' },
    recordEvent: { ...sampleBody(route), application_code: world.code, cms_site_code: world.site_code },
    recordEvents: { ...sampleBody(route), application_code: world.code },
    createSite: { name: 'Another' },
    updateSite: { name: 'Renamed' },
    rotateSiteKey: { grace_hours: 24 },
    updatePlan: { name: 'Renamed' },
    updatePlanPrice: { discount_percent: 1 },
    updatePaywall: { name: 'Renamed' },
    refundPayment: { amount: 1 },
    issueLicenseKeys: { plan_code: world.plan_code },
    activateLicenseKey: { key: world.license_key },
    createFeature: { code: `flag-${randomUUID()}` },
    rollBackFeature: { version: 1 },
    rollBackConfigParameter: { version: 1 },
  };
  const of = { application_code: world.code };
  const queries: Record<string, Record<string, string>> = {
    listAppVersionUsers: of,
    listPaywallNoPurchase: of,
    getFunnel: { ...of, steps: 'app_opened,paywall_viewed' },
    getRetention: of,
    getIngestion: of,
  };
  return { params, query: queries[route.id] ?? {}, body: bodies[route.id] ?? sampleBody(route), headers };
}

const call = (route: Route, { params, query, body, headers }: Parts): Promise<WireReply> => {
  const content = route.endpoint.upload ? asFile() : body === undefined ? { headers: {} } : asJson(body);
  return send({
    method: route.endpoint.method,
    target: requestPath(route.endpoint, { params, query }),
    ...content,
    headers: { ...headers, ...content.headers },
  });
};

/* ------------------------------------------------------------------------------------------- what each field can name */

interface Probe {
  what: string;
  parts: Parts;
  /** The refusal, or that the answer is a success without anything of the other application. */
  answer: ErrorCode | 'own only';
}

type Prober = (route: Route, field: Field) => Probe[];

/** Why a field cannot reach into another application. */
type Harmless = 'names nothing' | 'names something of the whole platform' | 'public by its unguessable id';

const put = (parts: Parts, { place, path }: Pick<Field, 'place' | 'path'>, value: unknown): Parts => ({
  ...parts,
  [place]: withField(parts[place], path, value),
});

/** Names the other application's object in one field of an otherwise own request. */
const foreign =
  (valueIn: (world: World) => unknown, ...codes: ErrorCode[]): Prober =>
  (route, field) => [
    {
      what: `${field.place}.${field.path.join('.')} of the other application`,
      parts: put(partsOf(route, a), field, valueIn(b)),
      // A route that does not look at this object by itself names the one that it does look at.
      answer: codes.find((code) => errorsOf(route.endpoint).includes(code)) ?? 'not_found',
    },
  ];

/** Rows of a list that a cursor or filter of the other application leads to: the own ones or none. */
const ownRows =
  (valueIn: (world: World) => string): Prober =>
  (route, field) => [
    {
      what: `?${field.path.join('.')} of the other application`,
      parts: put(partsOf(route, a), field, valueIn(b)),
      answer: 'own only',
    },
  ];

const cursorAt = (id: string): string => Buffer.from(id).toString('base64url');
const harmless = (why: Harmless): Harmless => why;
const nothing = harmless('names nothing');

const payment: Prober = (route, field) => [
  ...foreign((world) => world.ids.payment_id, 'payment_not_found')(route, field),
  {
    what: 'the payment of another user of the same application',
    parts: put(partsOf(route, a), field, a.neighbour.payment_id),
    answer: 'payment_not_found',
  },
];

const device: Prober = (route, field) => [
  ...foreign((world) => world.ids.device_id, 'device_not_found')(route, field),
  {
    what: 'the device of another user of the same application',
    parts: put(partsOf(route, a), field, a.neighbour.device_id),
    answer: 'device_not_found',
  },
];

const document: Prober = (route, field) => {
  const kinds = { registerUser: a.terms_kind }[route.id as 'registerUser'] ?? 'license_offer';
  const otherKind = kinds === a.terms_kind ? b.terms_kind : kinds;
  return [
    {
      what: 'a document of the other application among the consents',
      parts: put(partsOf(route, a), field, b.documents[otherKind]?.document_id),
      answer: 'consent_document_unknown',
    },
  ];
};

/**
 * The application of an administrator's path: an unknown one, and the other one around an object of the
 * first.
 */
const application: Prober = (route, field) => {
  const objects: [string, ErrorCode[]][] = [
    ['plan_id', ['plan_not_found']],
    ['paywall_id', ['paywall_not_found']],
    ['entitlement_id', ['entitlement_not_found']],
    ['user_id', ['user_not_found', 'grant_not_found']],
  ];
  const object = objects.find(([name]) => hasPath(route, name));
  return [
    {
      what: 'an unknown application',
      parts: put(partsOf(route, a), field, randomUUID()),
      answer: 'application_not_found',
    },
    ...(object
      ? foreign((world) => world.application_id, ...object[1])(route, field)
      : route.endpoint.method === 'GET'
        ? [{ what: 'the own application', parts: partsOf(route, a), answer: 'own only' as const }]
        : []),
  ];
};

const legalOwner: Prober = (route, field) => [
  {
    what: 'an unknown owner',
    parts: put(partsOf(route, a), field, randomUUID()),
    answer: 'application_not_found',
  },
  ...(hasPath(route, 'kind') && route.id !== 'saveLegalDraft'
    ? foreign((world) => world.application_id, 'legal_document_not_found')(route, field)
    : []),
];

/**
 * Every input field of the platform, by place and name (list positions are `*`); a key with the endpoint's id
 * wins. A field that is new has to be judged here: does it name an object, and what is answered for one of
 * another application?
 */
const classified: Record<string, Prober | Harmless> = {
  'params.app_code': (route, field) =>
    foreign(
      (world) => world.code,
      route.endpoint.auth === 'key' || route.endpoint.auth === 'user_and_key' ? 'invalid_public_key' : 'invalid_token',
    )(route, field),
  'getConfig params.app_code': harmless('names something of the whole platform'),
  'params.paywall_code': foreign((world) => world.paywall_code, 'paywall_not_found'),
  'params.code': foreign((world) => world.feature_code, 'feature_not_found'),
  'params.key': foreign((world) => world.config_key, 'config_parameter_not_found'),
  'putConfigParameter params.key': nothing,
  'evaluateFlag params.key': foreign((world) => world.feature_code, 'feature_not_found'),
  'params.consent_id': foreign((world) => world.ids.consent_id, 'consent_not_found'),
  'params.license_key_id': foreign((world) => world.ids.license_key_id, 'license_key_not_found'),
  'params.doc_kind': foreign((world) => world.terms_kind, 'legal_document_not_found'),
  'params.site_code': (route, field) =>
    foreign((world) => world.site_code, route.endpoint.auth === 'key' ? 'site_not_found' : 'invalid_public_key')(
      route,
      field,
    ),
  // Every application has names of its own: the same text names another thing.
  'params.event_name': nothing,
  'params.site_id': harmless('names something of the whole platform'),
  'listSites query.cursor': harmless('names something of the whole platform'),
  'listSites query.application_id': harmless('names something of the whole platform'),
  'createSite body.application_id': harmless('names something of the whole platform'),
  'updateSite body.application_id': harmless('names something of the whole platform'),
  'params.payment_id': payment,
  'params.device_id': device,
  'refundPayment params.payment_id': harmless('names something of the whole platform'),
  'params.id': harmless('public by its unguessable id'),
  'params.name': harmless('public by its unguessable id'),
  'params.admin_id': harmless('names something of the whole platform'),
  'params.application_id': application,
  'params.plan_id': foreign((world) => world.ids.plan_id, 'plan_not_found'),
  'params.plan_price_id': (route, field) => [
    ...foreign((world) => world.ids.plan_price_id, 'plan_price_not_found')(route, field),
    {
      what: 'the price of another plan',
      parts: put(partsOf(route, a), field, a.spare.plan_price_id),
      answer: 'plan_price_not_found',
    },
  ],
  'params.paywall_id': foreign((world) => world.ids.paywall_id, 'paywall_not_found'),
  'params.entitlement_id': foreign((world) => world.ids.entitlement_id, 'entitlement_not_found'),
  'params.user_id': (route, field) => [
    ...foreign((world) => world.ids.user_id, 'user_not_found', 'grant_not_found')(route, field),
    ...(hasPath(route, 'grant_id')
      ? [
          {
            what: 'the grant of another user',
            parts: put(partsOf(route, a), field, a.neighbour.user_id),
            answer: 'grant_not_found' as const,
          },
        ]
      : []),
  ],
  'params.grant_id': foreign((world) => world.ids.grant_id, 'grant_not_found'),
  'params.owner_type': (route, field) => [
    {
      what: 'an application called a site',
      parts: put(partsOf(route, a), field, 'cms_site'),
      answer: 'site_not_found',
    },
  ],
  'params.owner_id': legalOwner,
  'params.kind': foreign((world) => world.terms_kind, 'legal_document_not_found'),
  'saveLegalDraft params.kind': nothing,

  'query.limit': nothing,
  'query.days': nothing,
  'query.steps': nothing,
  'query.window_hours': nothing,
  'query.breakdown': nothing,
  'query.unit': nothing,
  'query.periods': nothing,
  'query.public_key': nothing,
  // Administrators see every application; which of its sites an event names, its own or another, is looked up
  // by application.
  'query.application_code': harmless('names something of the whole platform'),
  'query.cms_site_code': harmless('names something of the whole platform'),
  // It is stored, as an event of its own application, and counts for no site.
  'recordEvent body.cms_site_code': ownRows((world) => world.site_code),
  'body.application_id': foreign((world) => world.application_id, 'application_mismatch'),
  // A place in a list that is of the own application anyway.
  'listAppVersionUsers query.cursor': nothing,
  'listPaywallNoPurchase query.cursor': nothing,
  'listAuditLog query.cursor': harmless('names something of the whole platform'),
  'listAuditLog query.application_id': harmless('names something of the whole platform'),
  'query.admin_id': harmless('names something of the whole platform'),
  'query.action': nothing,
  'query.target_id': harmless('names something of the whole platform'),
  'listMyDevices query.application_code': foreign((world) => world.code, 'application_mismatch'),
  'listMyDevices query.cursor': ownRows((world) => cursorAt(world.neighbour.device_id)),
  'query.status': nothing,
  'query.platform': nothing,
  'query.app_version': nothing,
  'query.batch_id': ownRows((world) => world.ids.plan_id),
  'query.version': nothing,
  'query.email': nothing,
  'query.token': nothing,
  'listEventNames query.cursor': ownRows(() => Buffer.from('after a').toString('base64url')),
  'listSiteEventNames query.cursor': ownRows(() => Buffer.from('after a').toString('base64url')),
  'listAdmins query.cursor': harmless('names something of the whole platform'),
  'listApplications query.cursor': harmless('names something of the whole platform'),
  'listMyPayments query.cursor': ownRows((world) => cursorAt(world.neighbour.payment_id)),
  'query.cursor': ownRows((world) => cursorAt(world.neighbour.payment_id)),
  'query.user_id': ownRows((world) => world.ids.user_id),
  'query.document_id': ownRows((world) => world.documents[world.terms_kind]?.document_id ?? ''),
  'query.doc_kind': ownRows((world) => world.terms_kind),
  'query.source': nothing,
  'query.accepted': nothing,
  'query.from': nothing,
  'query.to': nothing,
  'query.format': ownRows(() => 'csv'),

  'body.consents': nothing,
  'body.consents.*': nothing,
  'body.consents.*.document_id': document,
  'body.consents.*.version': nothing,
  'body.consents.*.checkbox_text': nothing,
  'body.consents.*.accepted': nothing,
  'body.application_code': foreign((world) => world.code, 'application_mismatch'),
  'body.plan_price_id': foreign((world) => world.ids.plan_price_id, 'plan_price_unavailable'),
  'body.plan_code': foreign((world) => world.plan_code, 'plan_not_found'),
  'body.entitlement_codes': nothing,
  'body.entitlement_codes.*': (route, field) => {
    const { plan_code: _, ...body } = partsOf(route, a).body as Record<string, unknown>;
    const parts = { ...partsOf(route, a), body: { ...body, [field.path[0] ?? '']: [b.entitlement_code] } };
    return [{ what: 'an entitlement of the other application', parts, answer: 'entitlement_not_found' }];
  },
  'body.key': foreign((world) => world.license_key, 'license_key_invalid'),
  'body.codes': nothing,
  'body.codes.*': foreign((world) => world.entitlement_code, 'entitlement_not_found'),
  'body.items': nothing,
  'body.items.*': nothing,
  'body.items.*.plan_price_id': foreign((world) => world.ids.plan_price_id, 'plan_price_not_found'),
  ...Object.fromEntries(
    [
      ...['event', 'event_id', 'occurred_at', 'properties', 'url', 'referrer', 'utm_term', 'utm_content', 'sent_at'],
      ...['events', 'events.*', '*', 'retention_days', 'from', 'from.*', 'into', 'current_password', 'new_password'],
      ...['platform', 'explicit_consent', 'utm_source', 'utm_medium', 'utm_campaign', 'acquisition_source', 'timezone'],
      ...['avatar_url', 'display_name', 'source_screen', 'email', 'password', 'role', 'title', 'body', 'code', 'name'],
      ...['description', 'website_url', 'status', 'payments_enabled', 'offline_grace_days', 'return_url_schemes'],
      ...['return_url_schemes.*', 'receipt_settings', 'grace_hours', 'issuer', 'audience', 'jwks_url', 'hs256_secret'],
      ...['installation_id', 'app_version', 'max_active_devices', 'device_limit_policy'],
      ...['authorized_party', 'skip_check', 'billing_type', 'duration_days', 'amount', 'currency', 'discount_percent'],
      ...[
        'payment_provider',
        'is_active',
        'subtitle',
        'items.*.is_recommended',
        'items.*.badge',
        'items.*.custom_title',
      ],
      ...['type', 'value', 'value.*', 'rules', 'rules.*', 'version', 'enabled', 'quantity', 'batch_name'],
      ...['max_redemptions', 'max_devices', 'valid_until', 'context', 'context.targetingKey', 'context.platform'],
      ...['context.app_version', 'context.country_code'],
      ...['platforms', 'platforms.*', 'app_version', 'countries', 'countries.*', 'percentage', 'value', 'value.*']
        .concat(['entitlement_codes', 'entitlement_codes.*', 'user_ids', 'user_ids.*'])
        .map((name) => `rules.*.${name}`),
      ...['items.*.custom_subtitle', 'starts_at', 'expires_at', 'reason', 'return_url'],
      ...['receipt_email', 'receipt_phone'],
    ].map((name) => [`body.${name}`, nothing]),
  ),
};

/**
 * Opaque objects without references to platform objects: their content is passed on or validated as a whole.
 */
const opaque: Record<string, Harmless> = {
  'body.receipt': nothing,
  'body.receipt_settings': nothing,
  'recordSiteEvents body': nothing,
  // A notification is a hint about ids of the provider; the provider is asked before anything changes.
  'receiveYookassaWebhook body': harmless('names something of the whole platform'),
};

function classify(route: Route, field: Field): Prober | Harmless | undefined {
  const name = [field.place, ...field.path.map((part) => (/^\d+$/.test(part) ? '*' : part))].join('.');
  const within = Object.entries(opaque).find(
    ([prefix]) => `${route.id} ${name}`.startsWith(prefix) || name.startsWith(`${prefix}.`),
  );
  return classified[`${route.id} ${name}`] ?? within?.[1] ?? classified[name] ?? opaque[name];
}

const fields = routes.flatMap((route) => fieldsOf(route.endpoint).map((field) => ({ route, field })));
const probersOf = (route: Route): { field: Field; prober: Prober }[] =>
  fieldsOf(route.endpoint).flatMap((field) => {
    const prober = classify(route, field);
    return typeof prober === 'function' ? [{ field, prober }] : [];
  });
const probed = routes.filter((route) => probersOf(route).length > 0);

/* ------------------------------------------------------------------------------------------------------ the matrix */

let before: Record<string, string>;
beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  adminHeaders = await t.adminHeaders();
  admin = t.client(adminHeaders);
  a = await createWorld('alpha');
  b = await createWorld('omega');
  await t.untilIdle();
  before = await tableContents(t.database);
});
afterAll(async () => {
  send.close();
  await t.stop();
});

test('every input field of every endpoint is classified', () => {
  const missing = fields.filter(({ route, field }) => classify(route, field) === undefined);
  expect(missing.map(({ route, field }) => `${route.id} ${field.place}.${field.path.join('.')}`)).toEqual([]);
});

test('no classification is left over from a field that is gone', () => {
  const used = new Set(fields.map(({ route, field }) => classify(route, field)));
  const unused = Object.entries(classified).filter(([, value]) => typeof value === 'function' && !used.has(value));
  expect(unused.map(([name]) => name)).toEqual([]);
});

/** Data of the other application in an answer; values from the request itself do not count. */
const leaks = (reply: WireReply, parts: Parts): string[] => {
  const sent = JSON.stringify(parts);
  return b.markers.filter((marker) => !sent.includes(marker) && reply.text.includes(marker));
};

describe('nothing of another application, or of another user, can be reached', () => {
  test.each(named(probed))('%s', async (_id, route) => {
    const probes = probersOf(route).flatMap(({ field, prober }) => prober(route, field));
    const wrong = await inParallel(probes, async ({ what, parts, answer }) => {
      const reply = await call(route, parts);
      const leaked = leaks(reply, parts);
      const got = `${reply.status} ${reply.text.slice(0, 300)}`;
      if (leaked.length > 0) return `${what}: the answer shows ${leaked.join(', ')}: ${got}`;
      if (answer === 'own only') return reply.status < 300 ? undefined : `${what}: ${got}`;
      return reply.error === answer && reply.status === errorStatus(answer)
        ? undefined
        : `${what}: expected ${answer}, got ${got}`;
    });
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

/** Headers can name an application as well; the credential stays the one of the first. */
test('the key of another site, and that of an application, open no site', async () => {
  const withSiteKey = routes.filter(({ endpoint }) => endpoint.auth === 'site_key');
  expect(withSiteKey.length).toBeGreaterThan(3);
  for (const route of withSiteKey)
    for (const key of [b.site_key, b.public_key, a.public_key]) {
      const own = partsOf(route, a);
      const reply = await call(route, { ...own, headers: { ...own.headers, 'x-public-key': key } });
      expect([route.id, reply.error, leaks(reply, own)]).toEqual([route.id, 'invalid_public_key', []]);
    }
});

describe('a header that names the other application opens nothing', () => {
  const withApplication = routes.filter(({ endpoint }) =>
    (['key', 'user', 'user_and_key', 'user_or_key', 'user_or_admin'] as AuthKind[]).includes(endpoint.auth),
  );
  test.each(named(withApplication))('%s', async (_id, route) => {
    const own = partsOf(route, a);
    const swaps: Record<string, string>[] = [
      { 'x-application-code': b.code },
      { 'x-application-id': b.application_id },
      { 'x-application-code': a.code, 'x-application-id': b.application_id },
      { 'x-public-key': b.public_key },
      { 'x-public-key': b.public_key, 'x-application-code': b.code },
      { 'x-public-key': b.public_key, 'x-application-id': b.application_id },
    ];
    const bearer =
      own.headers.authorization === undefined ? [] : [{ authorization: b.person.headers.authorization ?? '' }];
    const wrong = await inParallel([...swaps, ...bearer], async (swap) => {
      const parts = { ...own, headers: { ...own.headers, ...swap } };
      const reply = await call(route, parts);
      // A public key alone is the whole credential of its own application where the path names none.
      const refusals = ['application_mismatch', 'invalid_public_key', 'invalid_token'];
      return refusals.includes(reply.error ?? '') && leaks(reply, parts).length === 0
        ? undefined
        : `${JSON.stringify(swap)}: ${reply.status} ${reply.text.slice(0, 200)}`;
    });
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

test('none of it changed a row of either application', async () => {
  await t.untilIdle();
  expect(await tableContents(t.database)).toEqual(before);
});

/* -------------------------------------------------------------------- the same requests work on what is one's own */

/** Endpoints that run last, because they remove objects that the others need. */
const destructive = new Set([
  'revokeGrant',
  'rotatePublicKey',
  'deleteFeature',
  'deleteConfigParameter',
  'revokeLicenseKey',
  'revokeMyDevice',
]);
/** Has a test of its own behind all others. */
const erasing = 'eraseMe';

test('each of these requests works when everything in it is one’s own', async () => {
  const order = probed
    .filter(({ id }) => id !== erasing)
    .toSorted((x, y) => Number(destructive.has(x.id)) - Number(destructive.has(y.id)));
  const wrong: string[] = [];
  for (const route of order) {
    const parts = partsOf(route, a);
    const reply = await call(route, parts);
    if (reply.status >= 400) wrong.push(`${route.id}: ${reply.status} ${reply.text}`);
    const leaked = leaks(reply, parts);
    if (leaked.length > 0) wrong.push(`${route.id} shows ${leaked.join(', ')}`);
  }
  expect(wrong).toEqual([]);
});

test('one person with one token is a different user in two applications that share an identity provider', async () => {
  const twin = ok(await admin.createApplication({ body: { code: 'twin', name: 'Twin' } }));
  const { issuer, jwksUrl } = t.sandboxes.idp;
  ok(
    await admin.setIdentityProvider({
      params: { application_id: twin.id },
      body: { issuer, audience: a.audience, jwks_url: jwksUrl },
    }),
  );
  const client = t.client({ authorization: a.person.headers.authorization ?? '' });
  const at = { params: { app_code: 'twin' } };
  expect((await client.getMyProfile(at)).error).toBe('user_not_found');
  const registered = ok(await client.registerUser({ ...at, body: {} }));
  expect(registered.created).toBe(true);
  expect(registered.user.id).not.toBe(a.person.user_id);
  expect(ok(await client.getMyEntitlements(at)).codes).toEqual([]);
  expect(ok(await client.getMyEntitlements({ params: { app_code: a.code } })).codes).toEqual([a.entitlement_code]);
  expect(ok(await client.listMyPayments({ headers: { 'x-application-code': 'twin' } }))).toEqual([]);
});

test('an idempotency key belongs to one user of one application', async () => {
  const headers = { 'idempotency-key': 'the-same-key' };
  const start = (world: World, person: Person) =>
    person.client.createPayment({
      headers,
      body: {
        plan_price_id: world.spare.plan_price_id,
        return_url: 'https://app.example.test/',
        consents: Object.values(world.documents).slice(2),
      },
    });
  const replies = [await start(a, a.person), await start(a, a.neighbour), await start(b, b.person)];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(replies.map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, null, null]);
  expect(new Set(replies.map(({ data }) => data.payment_id)).size).toBe(3);
  const again = await start(a, a.person);
  expect([again.headers.get('idempotent-replayed'), again.data.payment_id]).toEqual([
    'true',
    replies[0]?.data.payment_id,
  ]);
});

test('an erasure erases only the user of its token in its application', async () => {
  const profile = ({ client }: Person, world: World) => client.getMyProfile({ params: { app_code: world.code } });
  expect((await a.person.client.eraseMe({ params: { app_code: a.code } })).status).toBe(204);
  await until('the token belongs to no user', async () => (await profile(a.person, a)).error === 'user_not_found');
  expect([(await profile(a.neighbour, a)).status, (await profile(b.person, b)).status]).toEqual([200, 200]);
});
