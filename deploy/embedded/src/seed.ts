import { contractClient, platform as contracts, type Reply } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { z } from 'zod';
import { legalTexts } from './legal-texts.ts';
import { idpClientId } from './sandboxes.ts';
import type { Secrets } from './secrets.ts';
import { seedContent } from './seed-content.ts';
import { seedSettings } from './seed-settings.ts';
import { seedSocial } from './seed-social.ts';

export interface SeedOptions {
  baseUrl: string;
  secrets: Pick<Secrets, 'admin_email' | 'admin_password'>;
  idp: { issuer: string; jwksUrl: string };
  /** The keys of the demo site that an earlier start was shown; a site that is there without them gets new ones. */
  siteKeys?: SiteKeys | undefined;
  /** Where the demo landing shows the site. Absent: the site stays without texts. */
  landingUrl?: string | undefined;
  /** Where the demo application is. Absent: there is no flag and no parameter for it. */
  appUrl?: string | undefined;
}

export const Seeded = z.object({
  application_id: z.string(),
  application_code: z.string(),
  public_key: z.string(),
  site_code: z.string(),
  site_key: z.string(),
  /** The server key of the landing; null without a landing, and in files of an earlier release. */
  site_server_key: z.string().nullable().default(null),
  /** What the landing shows to search engines; null without content, and in files of an earlier release. */
  indexnow_key: z.string().nullable().default(null),
  /** The demo brand and its accounts by channel; null without content, and in files of an earlier release. */
  social: z
    .object({ brand_id: z.string(), accounts: z.record(z.string(), z.string()) })
    .nullable()
    .default(null),
});
export type Seeded = z.output<typeof Seeded>;

export const demoApplicationCode = 'demo';

/** The administrator has a password of their own, so that nothing can be seeded. */
export class AdminPasswordChangedError extends Error {
  constructor(email: string) {
    super(
      `demo.json is lost, and ${email} has another password than secrets.json: ` +
        'RESET_ADMIN=1 make start sets it to the one of secrets.json.',
    );
    this.name = 'AdminPasswordChangedError';
  }
}

/**
 * Fills an empty platform with a demo application, through the same API that administrators use: three
 * plans, the paywall `main`, published legal documents and a site. Existing objects stay as they are, so a
 * half-finished seed continues where it stopped.
 * @throws AdminPasswordChangedError; Error when the platform refuses a step or does not answer
 */
export async function seedDemo({ baseUrl, secrets, idp, siteKeys, landingUrl, appUrl }: SeedOptions): Promise<Seeded> {
  const anonymous = contractClient(contracts.identity.endpoints, { baseUrl });
  const login = await anonymous.openAdminSession({
    body: { email: secrets.admin_email, password: secrets.admin_password },
  });
  if (login.error === 'invalid_credentials') throw new AdminPasswordChangedError(secrets.admin_email);
  const session = expectOk(login);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const catalog = contractClient(contracts.catalog.endpoints, { baseUrl, headers });
  const identity = contractClient(contracts.identity.endpoints, { baseUrl, headers });

  const listed = expectOk(await catalog.listApplications({ query: { limit: 200 } })).find(
    ({ code }) => code === demoApplicationCode,
  );
  const application =
    listed ??
    expectOk(
      await catalog.createApplication({
        body: {
          code: demoApplicationCode,
          name: 'Demo Notes',
          description: 'A note-taking app that sells a Pro plan',
          payments_enabled: true,
          website_url: 'https://example.test',
          return_url_schemes: ['demonotes'],
        },
      }),
    );
  const params = { application_id: application.id };
  const { public_keys } = expectOk(await catalog.getApplication({ params }));

  // An identity provider of another issuer is the administrator's own. The address of ours follows the port.
  const current = expectOk(await catalog.getIdentityProvider({ params }));
  if (current === null || (current.issuer === idp.issuer && current.jwks_url !== idp.jwksUrl))
    await catalog
      .setIdentityProvider({ params, body: { issuer: idp.issuer, audience: idpClientId, jwks_url: idp.jwksUrl } })
      .then(expectOk);
  const owner = { owner_type: 'application' as const, owner_id: application.id };
  for (const { kind, title, body } of legalTexts) {
    const at = { params: { ...owner, kind } };
    const draft = await identity.getLegalDraft(at);
    const { lock_version, published_version } =
      draft.status === 404
        ? expectOk(await identity.saveLegalDraft({ ...at, body: { title, body } }))
        : expectOk(draft);
    if (published_version === null)
      expectOk(await identity.publishLegalDocument({ ...at, body: {}, headers: { 'if-match': `"${lock_version}"` } }));
  }
  await seedCatalog(catalog, params);
  const cms = contractClient(contracts.cms.endpoints, { baseUrl, headers });
  const site = await seedSite(cms, params, { savedKeys: siteKeys, hasLanding: landingUrl !== undefined });
  const content = { baseUrl, headers, application_id: application.id };
  const indexnow_key = landingUrl === undefined ? null : await seedContent({ ...content, landingUrl });
  const social = landingUrl === undefined ? null : await seedSocial(content);
  if (appUrl !== undefined) await seedSettings({ baseUrl, headers, application_id: application.id });
  return {
    application_id: application.id,
    application_code: application.code,
    public_key: public_keys[0]?.key ?? '',
    ...site,
    indexnow_key,
    social,
  };
}

type CatalogClient = ReturnType<typeof contractClient<typeof contracts.catalog.endpoints>>;

const entitlements = [
  { code: 'notes_basic', name: 'Up to 50 notes' },
  { code: 'notes_unlimited', name: 'Unlimited notes' },
  { code: 'export_pdf', name: 'Export to PDF' },
];

const plans = [
  {
    code: 'free',
    name: 'Free',
    billing_type: 'free' as const,
    codes: ['notes_basic'],
    price: { amount: 0, currency: 'RUB', payment_provider: 'free' as const },
  },
  {
    code: 'monthly',
    name: 'Pro, 1 month',
    billing_type: 'recurring' as const,
    duration_days: 30,
    codes: ['notes_unlimited', 'export_pdf'],
    price: { amount: 299, currency: 'RUB', discount_percent: 35 },
  },
  {
    code: 'lifetime',
    name: 'Pro for ever',
    billing_type: 'lifetime' as const,
    codes: ['notes_unlimited', 'export_pdf'],
    price: { amount: 4990, currency: 'RUB' },
  },
];

async function seedCatalog(catalog: CatalogClient, params: { application_id: string }): Promise<void> {
  const present = expectOk(await catalog.listEntitlements({ params, query: { limit: 200 } })).map(({ code }) => code);
  for (const entitlement of entitlements) {
    if (!present.includes(entitlement.code))
      expectOk(await catalog.createEntitlement({ params, body: entitlement, headers: once() }));
  }
  const knownPlans = expectOk(await catalog.listPlans({ params, query: { limit: 200 } }));
  const prices: string[] = [];
  for (const { price, codes, ...plan } of plans) {
    const knownPlan =
      knownPlans.find(({ code }) => code === plan.code) ??
      expectOk(await catalog.createPlan({ params, body: { ...plan, entitlement_codes: codes }, headers: once() }));
    const present =
      knownPlan.prices[0] ??
      expectOk(
        await catalog.createPlanPrice({ params: { ...params, plan_id: knownPlan.id }, body: price, headers: once() }),
      );
    prices.push(present.id);
  }
  const [main] = expectOk(await catalog.listPaywalls({ params, query: { limit: 200 } })).filter(
    ({ code }) => code === 'main',
  );
  const paywall =
    main ??
    expectOk(
      await catalog.createPaywall({
        params,
        body: {
          code: 'main',
          name: 'Main paywall',
          title: 'Write without limits',
          subtitle: 'For a month, or once for ever',
        },
        headers: once(),
      }),
    );
  if (paywall.items.length > 0) return;
  const items = prices.map((plan_price_id, at) => ({
    plan_price_id,
    is_recommended: at === 1,
    badge: at === 1 ? 'Popular' : null,
  }));
  expectOk(await catalog.setPaywallItems({ params: { ...params, paywall_id: paywall.id }, body: { items } }));
}

type CmsClient = ReturnType<typeof contractClient<typeof contracts.cms.endpoints>>;

/** The keys of the demo site that an earlier start has saved. */
type SiteKeys = Pick<Seeded, 'site_key' | 'site_server_key'>;

/**
 * The site of the demo application, with a public key for its forms and a server key for the reads of the landing. A key
 * is shown only once: a new one replaces a key that was not saved.
 */
async function seedSite(
  cms: CmsClient,
  { application_id }: { application_id: string },
  { savedKeys, hasLanding }: { savedKeys: SiteKeys | undefined; hasLanding: boolean },
): Promise<{ site_code: string } & SiteKeys> {
  const [present] = expectOk(await cms.listSites({ query: { application_id, status: 'active', limit: 1 } }));
  const body = { name: 'Demo Notes', website_url: 'https://example.test', application_id };
  const createdSite = present ? undefined : expectOk(await cms.createSite({ body, headers: once() }));
  const site = present ?? expectOk(await cms.getSite({ params: { site_id: createdSite?.id ?? '' } }));
  const params = { site_id: site.id };
  const { site_keys } = expectOk(await cms.getSite({ params }));
  const ensureKey = async (kind: 'public' | 'server', saved: string | null | undefined): Promise<string> => {
    const isLive = saved && site_keys.some((key) => key.kind === kind && saved.endsWith(key.hint));
    if (isLive) return saved;
    return expectOk(await cms.rotateSiteKey({ params, body: { kind }, headers: once() })).site_key;
  };
  return {
    site_code: site.code,
    site_key: await ensureKey('public', createdSite?.site_key ?? savedKeys?.site_key),
    site_server_key: hasLanding ? await ensureKey('server', savedKeys?.site_server_key) : null,
  };
}

const once = () => ({ 'idempotency-key': newId() });

function expectOk<T>(reply: Reply<T>): T {
  if (reply.status >= 400)
    throw new Error(`the demo data could not be written: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}
