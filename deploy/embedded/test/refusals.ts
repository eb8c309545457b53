import type { Values } from './probes.ts';

/** A request that is refused: the example of its operation with these changes. */
export interface Refusal {
  /** What is wrong about it, in a few words. */
  what: string;
  /** The operation. */
  id: string;
  params?: Record<string, string> | ((values: Values) => Record<string, string>);
  query?: Record<string, string>;
  /** Fields of the body; `undefined` leaves one out. */
  body?: Record<string, unknown> | ((values: Values) => Record<string, unknown>);
  /** The body as it is sent. */
  raw?: string;
  /** An empty text leaves a header out. */
  headers?: Record<string, string>;
  role?: 'staff';
  /** Only the second of two equal requests is refused. */
  twice?: boolean;
}

const nobody = '0198a3c0-5e1f-7000-8000-00000000ffff';
const past = '2020-01-01T00:00:00Z';

const identity: Refusal[] = [
  { what: 'log in with a wrong password', id: 'openAdminSession', body: { password: 'not-the-password-at-all' } },
  { what: 'log in without a password', id: 'openAdminSession', body: { password: undefined } },
  { what: 'log in with something that is no e-mail address', id: 'openAdminSession', body: { email: 'ada' } },
  { what: 'list administrators without a session', id: 'listAdmins', headers: { authorization: '' } },
  {
    what: 'list administrators with an old session',
    id: 'listAdmins',
    headers: { authorization: `Bearer adm_${'a'.repeat(43)}` },
  },
  { what: 'create an administrator as staff', id: 'createAdmin', role: 'staff' },
  { what: 'create an administrator whose address exists', id: 'createAdmin', body: { email: 'owner@example.test' } },
  {
    what: 'create an administrator with the role boss',
    id: 'createAdmin',
    body: { email: 'x@example.test', role: 'boss' },
  },
  {
    what: 'create an administrator with a weak password',
    id: 'createAdmin',
    body: { email: 'y@example.test', password: 'password1234' },
  },
  { what: 'delete an administrator that does not exist', id: 'deleteAdmin', params: { admin_id: nobody } },
  { what: 'create an API key that has ended', id: 'createAdminApiKey', body: { name: 'ended', expires_at: past } },
  { what: 'create an API key with a name of 100 letters', id: 'createAdminApiKey', body: { name: 'x'.repeat(100) } },
  { what: 'create an API key with the name of another', id: 'createAdminApiKey', body: { name: 'twice' }, twice: true },
  {
    what: 'set the current password again',
    id: 'changeOwnPassword',
    body: { current_password: 'a-long-test-password', new_password: 'a-long-test-password' },
  },
  { what: 'filter the audit log by an action that does not exist', id: 'listAuditLog', query: { action: 'nope' } },
  { what: 'read a page of 1000 rows', id: 'listAuditLog', query: { limit: '1000' } },
  { what: 'send a cursor of another list', id: 'listAuditLog', query: { cursor: 'eyJhIjoxfQ=abcdefgh' } },
  { what: 'send an unknown query parameter', id: 'listUsers', query: { statuss: 'active' } },
  { what: 'list users registered since a Monday', id: 'listUsers', query: { created_from: 'monday' } },
  { what: 'list users with CSV and a cursor', id: 'listUsers', query: { format: 'csv', cursor: 'abc' } },
  { what: 'read a user whose id is me', id: 'getUser', params: { user_id: 'me' } },
  { what: 'read a user that does not exist', id: 'getUser', params: { user_id: nobody } },
  { what: 'search users for a number', id: 'searchUsers', body: { q: 7, email: 7 } },
  { what: 'merge a user with itself', id: 'mergeUsers', body: ({ user_id }) => ({ merged_user_id: user_id }) },
  {
    what: 'register with a consent to a document of another application',
    id: 'registerUser',
    body: { consents: [{ document_id: nobody, version: '1', accepted: true, checkbox_text: 'I agree' }] },
  },
  { what: 'register with consents that are a text', id: 'registerUser', body: { consents: 'yes' } },
  {
    what: 'register with a consent whose accepted is missing',
    id: 'registerUser',
    body: { consents: [{ document_id: nobody, version: '1' }] },
  },
  { what: 'register a device in the time zone Moscow', id: 'registerDevice', body: { timezone: 'Moscow' } },
  { what: 'register a device without an installation', id: 'registerDevice', body: { installation_id: undefined } },
  { what: 'revoke a device of nobody', id: 'revokeMyDevice', params: { device_id: nobody } },
  { what: 'save a legal draft of an unknown kind', id: 'saveLegalDraft', params: { kind: 'rules' } },
  { what: 'save a legal draft without a text', id: 'saveLegalDraft', body: { body: '' } },
  {
    what: 'publish a legal document without a draft',
    id: 'publishLegalDocument',
    params: { kind: 'mobile_apps_terms' },
  },
  { what: 'read a profile with a word as the token', id: 'getMyProfile', headers: { authorization: 'Bearer hello' } },
];

const catalog: Refusal[] = [
  { what: 'read the branding of an application that does not exist', id: 'getBranding', params: { app_code: 'nope' } },
  { what: 'create an application with capital letters in its code', id: 'createApplication', body: { code: 'My App' } },
  { what: 'create an application whose code is taken', id: 'createApplication', body: { code: 'demo' } },
  { what: 'create an application without a name', id: 'createApplication', body: { code: 'nameless', name: ' ' } },
  { what: 'change an unknown field of an application', id: 'updateApplication', body: { colour: 'red' } },
  { what: 'limit devices to 0', id: 'updateApplication', body: { max_active_devices: 0 } },
  { what: 'rotate a key with a grace of 1,000,000 hours', id: 'rotatePublicKey', body: { grace_hours: 1_000_000 } },
  { what: 'create a plan whose code is taken', id: 'createPlan', body: ({ plan_code }) => ({ code: plan_code }) },
  {
    what: 'create a recurring plan without days',
    id: 'createPlan',
    body: { code: 'days', billing_type: 'recurring', duration_days: null },
  },
  { what: 'create a price of 9.999', id: 'createPlanPrice', body: { amount: 9.999 } },
  { what: 'create a price of -5', id: 'createPlanPrice', body: { amount: -5 } },
  { what: 'create a price as a text', id: 'createPlanPrice', body: { amount: '990' } },
  { what: 'create a price in roubles with a small code', id: 'createPlanPrice', body: { currency: 'rub' } },
  { what: 'read a plan that does not exist', id: 'updatePlan', params: { plan_id: nobody } },
  {
    what: 'put a price twice into a paywall',
    id: 'setPaywallItems',
    body: ({ plan_price_id }) => ({ items: [{ plan_price_id }, { plan_price_id }] }),
  },
  { what: 'read a paywall that does not exist', id: 'getPaywall', params: { paywall_code: 'nope' } },
  {
    what: 'grant a plan and codes at once',
    id: 'grantEntitlements',
    body: { plan_code: 'a', entitlement_codes: ['b'], expires_at: null },
  },
  {
    what: 'grant codes without an end',
    id: 'grantEntitlements',
    body: { plan_code: undefined, entitlement_codes: ['sync'], expires_at: undefined },
  },
  {
    what: 'grant an entitlement that does not exist',
    id: 'grantEntitlements',
    body: { plan_code: undefined, entitlement_codes: ['nope'], expires_at: null },
  },
  {
    what: 'activate a license key that does not exist',
    id: 'activateLicenseKey',
    body: { key: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA', license_key: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' },
  },
  { what: 'issue license keys that have ended', id: 'issueLicenseKeys', body: { valid_until: past } },
  { what: 'issue 10 million license keys', id: 'issueLicenseKeys', body: { quantity: 10_000_000 } },
  { what: 'create a flag that exists', id: 'createFeature', body: ({ feature_code }) => ({ code: feature_code }) },
  {
    what: 'create a flag with a range of versions that is none',
    id: 'createFeature',
    body: { code: 'ranged', rules: [{ value: true, app_version: 'new' }] },
  },
  {
    what: 'set a parameter to a value of another type',
    id: 'putConfigParameter',
    body: { type: 'number', value: 'ten' },
  },
  {
    what: 'set an identity provider whose keys cannot be read',
    id: 'setIdentityProvider',
    body: { jwks_url: 'http://127.0.0.1:1/keys' },
  },
];

const billing: Refusal[] = [
  { what: 'pay for a price that does not exist', id: 'createPayment', body: { plan_price_id: nobody } },
  { what: 'pay with a return address of another app', id: 'createPayment', body: { return_url: 'evil://x' } },
  {
    what: 'pay with an Idempotency-Key of 300 letters',
    id: 'createPayment',
    headers: { 'idempotency-key': 'x'.repeat(300) },
  },
  { what: 'read a payment that does not exist', id: 'getMyPayment', params: { payment_id: nobody } },
  {
    what: 'refund more than was paid',
    id: 'refundPayment',
    params: ({ paid_payment_id }) => ({ payment_id: String(paid_payment_id) }),
    body: { amount: 1_000_000 },
    headers: { 'idempotency-key': 'refund-much' },
  },
  {
    what: 'refund a part without a key',
    id: 'refundPayment',
    params: ({ paid_payment_id }) => ({ payment_id: String(paid_payment_id) }),
    body: { amount: 1 },
    headers: { 'idempotency-key': '' },
  },
  { what: 'list payments with the status paid', id: 'listPayments', query: { status: 'paid' } },
  {
    what: 'call the webhook of the provider without its token',
    id: 'receiveYookassaWebhook',
    headers: { 'x-webhook-token': '' },
  },
  { what: 'reconcile payments without the secret', id: 'reconcilePayments', headers: { 'x-worker-secret': '' } },
];

const cms: Refusal[] = [
  { what: 'read a site that does not exist', id: 'readSite', params: { site_code: 'nope' } },
  { what: 'create a site whose address is no address', id: 'createSite', body: { name: 'X', website_url: 'example' } },
  { what: 'create a post without a title', id: 'createPost', body: { title: '' } },
  { what: 'create a post in a language of another site', id: 'createPost', body: { locale: 'ja' } },
  { what: 'create a post with an address that has blanks', id: 'createPost', body: { slug: 'my first post' } },
  {
    what: 'change a post without its version',
    id: 'updatePost',
    body: { title: 'Other' },
    headers: { 'if-match': '' },
  },
  { what: 'schedule a post for yesterday', id: 'scheduleContent', body: { scheduled_at: past } },
  { what: 'read a post that does not exist', id: 'readPost', params: { slug: 'nope' } },
  { what: 'redirect a path without a slash', id: 'createRedirect', body: { from: 'old' } },
  {
    what: 'redirect a path with a redirect to nowhere',
    id: 'createRedirect',
    body: { from: '/gone', to: null, status: 301 },
  },
  { what: 'set the color red', id: 'updateSite', body: { accent_color: 'red' } },
  { what: 'create a banner of an unknown size', id: 'createBanner', body: { size: 'huge' } },
  { what: 'create a download of the version newest', id: 'createDownload', body: { version: 'newest' } },
  { what: 'send a form without an address', id: 'submitLead', body: { email: undefined, phone: undefined } },
  { what: 'send a form with broken JSON', id: 'submitLead', raw: '{"email":' },
  { what: 'send a form as text', id: 'submitLead', headers: { 'content-type': 'text/plain' } },
  { what: 'cancel the schedule of a text that has none', id: 'unscheduleContent' },
  { what: 'open a ticket without a message', id: 'createTicket', body: { message: '' } },
  { what: 'open a ticket with a file of another person', id: 'createTicket', body: { attachment_ids: [nobody] } },
  { what: 'read a ticket of another person', id: 'getMyTicket', params: { ticket_id: nobody } },
  { what: 'delete a file that does not exist', id: 'deleteAsset', params: { asset_id: nobody } },
  { what: 'send a mail again that does not exist', id: 'retryMail', params: { mail_id: nobody } },
  { what: 'unarchive a text that is not archived', id: 'unarchiveContent' },
];

const analytics: Refusal[] = [
  { what: 'send an event without a name', id: 'recordEvent', body: { event: undefined } },
  { what: 'send an event of last year', id: 'recordEvent', body: { occurred_at: past } },
  { what: 'send an event whose properties are a list', id: 'recordEvent', body: { properties: [] } },
  { what: 'send a batch of events that is an object', id: 'recordEvents', body: { events: {} } },
  {
    what: 'read a summary of a range that ends before it begins',
    id: 'getAnalyticsSummary',
    query: { from: '2026-11-20', to: '2026-11-10' },
  },
  { what: 'read a summary until a day without its beginning', id: 'getAnalyticsSummary', query: { to: '2026-11-10' } },
  {
    what: 'read a summary of an application and a site at once',
    id: 'getAnalyticsSummary',
    query: { cms_site_code: 'x', application_code: 'refused' },
  },
  { what: 'read a funnel of one step', id: 'getFunnel', query: { steps: 'a' } },
  { what: 'merge a name into itself', id: 'mergeEventNames', body: { from: ['a'], into: 'a' } },
];

const seo: Refusal[] = [
  { what: 'read a scan that does not exist', id: 'getSeoScan', params: { scan_id: nobody } },
  { what: 'audit a site with 10 million pages', id: 'startSeoScan', body: { max_pages: 10_000_000 } },
  { what: 'set an INN with a wrong digit', id: 'putRknProfile', body: { subject_type: 'ooo', inn: '7707083894' } },
  { what: 'recheck a page of another site', id: 'recheckSeoPages', body: { urls: ['https://other.example/'] } },
  { what: 'add a competitor without http', id: 'addCompetitors', body: { origins: ['ftp://nope'] } },
  { what: 'set an unknown AI provider', id: 'putAiSettings', body: { provider: 'hal' } },
  { what: 'connect the search console of Bing', id: 'connectSearchConsole', params: { provider: 'bing' } },
];

const social: Refusal[] = [
  {
    what: 'create a brand whose code is taken',
    id: 'createSocialBrand',
    body: { code: 'twice', name: 'Twice' },
    twice: true,
  },
  { what: 'read a brand that does not exist', id: 'getSocialBrand', params: { brand_id: nobody } },
  { what: 'create an account of a channel that does not exist', id: 'createSocialAccount', body: { channel: 'icq' } },
  { what: 'plan a slot for yesterday', id: 'createSocialSlot', body: { local_time: '2020-01-01T09:00' } },
  { what: 'approve without a comment', id: 'decideSocialApproval', body: { decision: 'reject', comment: undefined } },
  {
    what: 'create an occasion with a wrong rule',
    id: 'createSocialOccasion',
    body: { date: null, rrule: 'FREQ=DAILY' },
  },
  { what: 'write a fact without a source', id: 'createSocialMemory', body: { kind: 'fact', source_url: null } },
  { what: 'delete a slot that does not exist', id: 'deleteSocialSlot', params: { slot_id: nobody } },
  {
    what: 'deliver a webhook with a wrong address',
    id: 'receiveSocialWebhook',
    params: { hook_token: 'x'.repeat(43) },
  },
];

/** Requests of every part of the platform, each of which is refused in words of its own. */
export const provokedRefusals: readonly Refusal[] = [
  ...identity,
  ...catalog,
  ...billing,
  ...cms,
  ...analytics,
  ...seo,
  ...social,
];
