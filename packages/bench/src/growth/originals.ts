import { setTimeout as sleep } from 'node:timers/promises';
import { contractClient, platform as contracts, type Reply } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import type { Embedded } from '../embedded.ts';

const endpoints = {
  ...contracts.identity.endpoints,
  ...contracts.cms.endpoints,
  ...contracts['seo-rkn'].endpoints,
  ...contracts.social.endpoints,
};

const connect = (baseUrl: string, headers: Record<string, string>) => contractClient(endpoints, { baseUrl, headers });
type ContentClient = ReturnType<typeof connect>;

const anyVersion = { 'if-match': '*' };
const scanSeconds = 60;

/**
 * Writes through the API one of each thing that the generator copies: what a site, its audits and a brand
 * have beyond the content of the demo. Texts have slugs that begin with `growth-`.
 * @throws Error when the platform refuses a step
 */
export async function makeOriginals(embedded: Embedded): Promise<void> {
  const { base_url, application_id } = embedded.demo;
  const { headers, client } = await embedded.administrate();
  const admin = connect(base_url, headers);
  await makeBackfill(client, { application_id });
  const [site] = ok(await admin.listSites({ query: { application_id, limit: 1 } }));
  const params = { site_id: site?.id ?? '' };
  await makeTexts(admin, params);
  const scans = await startScans(admin, params);
  await makePeople(embedded, admin, params);
  await makeSocial(admin, embedded.demo.social);
  await scans.ended();
  await makeAudits(admin, params);
}

/** A backfill of the first plan, which ends before there are owners. */
async function makeBackfill(
  client: Awaited<ReturnType<Embedded['administrate']>>['client'],
  params: { application_id: string },
): Promise<void> {
  const [plan] = ok(await client.listPlans({ params, query: { limit: 200 } })).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const body = { entitlement_codes: plan?.entitlement_codes ?? [], apply_to: 'owners' as const };
  ok(await client.setPlanEntitlements({ params: { ...params, plan_id: plan?.id ?? '' }, body }));
}

/**
 * Makes the services count what was written past them: the tasks of the faults, and public reads, which are
 * in memory until their site changes.
 */
export async function refreshCounts(embedded: Embedded): Promise<void> {
  const { base_url, application_id } = embedded.demo;
  const { headers } = await embedded.administrate();
  const admin = connect(base_url, headers);
  const [site] = ok(await admin.listSites({ query: { application_id, limit: 1 } }));
  const params = { site_id: site?.id ?? '' };
  ok(await admin.updateSite({ params, body: { description: 'Notes of many people' } }));
  const [issue] = ok(await admin.listSeoIssues({ params, query: { status: 'open', limit: 1 } }));
  ok(await admin.updateSeoIssue({ params: { ...params, issue_id: issue?.id ?? '' }, body: { status: 'ignored' } }));
}

interface OfSite {
  site_id: string;
}

async function makeTexts(admin: ContentClient, params: OfSite): Promise<void> {
  const [category] = ok(await admin.listCategories({ params, query: { limit: 1 } }));
  const [author] = ok(await admin.listAuthors({ params, query: { limit: 1 } }));
  const body = 'Notes are there on each device. Read [the help](/help/first-steps) and begin.';
  const of = { category_id: category?.id ?? null, author_id: author?.id ?? null, tags: ['growth'] };
  const document = { doc_kind: 'guide', source_type: 'text' as const };
  const build = { external_url: 'https://files.example.com/growth.exe', sha256: '00'.repeat(32) };
  const items = [
    await admin.createPost({ params, body: { slug: 'growth-post', title: 'Growth post', body, ...of } }),
    await admin.createArticle({ params, body: { slug: 'growth-article', title: 'Growth article', body } }),
    await admin.createDocument({
      params,
      body: { slug: 'growth-document', title: 'Growth document', body, ...document },
    }),
    await admin.createChangelogEntry({ params, body: { slug: 'growth-changelog', title: 'Growth changes', body } }),
    await admin.createDownload({
      params,
      body: { slug: 'growth-download', platform: 'windows', version: '0.1.0', ...build },
    }),
    await admin.createBanner({
      params,
      body: {
        slug: 'growth-banner',
        name: 'Growth banner',
        placement: 'modal',
        size: 'small',
        audience: 'both',
        html: '<p>Growth</p>',
      },
    }),
  ];
  for (const item of items)
    ok(
      await admin.publishContent({ params: { ...params, item_id: ok<{ id: string }>(item).id }, headers: anyVersion }),
    );
  ok(await admin.createRedirect({ params, body: { from: '/growth', to: '/help' } }));
  const post = { id: '1', title: 'Imported', slug: 'imported', html: '<p>Text</p>', status: 'published' };
  const file = new Blob([JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts: [post] } }] })]);
  const query = { format: 'ghost_json' as const, dry_run: 'true' as const, file_name: 'growth.json' };
  const { id } = ok(await admin.startImport({ params, query: query as never, file }));
  await untilDone('the import', async () => {
    const { status } = ok(await admin.getImport({ params: { ...params, import_id: id }, query: {} }));
    return status === 'finished' || status === 'failed';
  });
}

/** A form and a subscriber. The generator seals what others wrote beside them. */
async function makePeople(embedded: Embedded, admin: ContentClient, { site_id }: OfSite): Promise<void> {
  const { base_url, site_code, site_key } = embedded.demo;
  const consents = [];
  for (const kind of ['personal_data_consent', 'marketing_consent']) {
    const slot = { params: { owner_type: 'cms_site' as const, owner_id: site_id, kind } };
    const draft = ok(await admin.saveLegalDraft({ ...slot, body: { title: kind, body: 'Text' } }));
    const { id, version } = ok(await admin.publishLegalDocument({ ...slot, ...publicationOf(draft) }));
    consents.push({ document_id: id, version, checkbox_text: 'I agree', accepted: true });
  }
  const visitor = connect(base_url, { 'x-public-key': site_key });
  const form = { consents, email: 'growth-original@people.test', name: 'Ada', filled_ms: 60_000 };
  const lead = { ...form, form: 'contact' as const, phone: '+79161234567', message: 'Is there a price for schools?' };
  ok(await visitor.submitLead({ params: { site_code }, body: lead }));
  ok(await visitor.submitLead({ params: { site_code }, body: { ...form, form: 'newsletter' } }));
}

/** Starts an audit of each kind. */
async function startScans(admin: ContentClient, params: OfSite) {
  const body = { max_pages: 20, interval_ms: 0, psi_pages: 0 };
  const { scan: seo } = ok(await admin.startSeoScan({ params, body }));
  const { scan: rkn } = ok(await admin.startRknScan({ params, body: { max_pages: 3 } }));
  return {
    ended: () =>
      untilDone('the audits', async () => {
        const scan = ok(await admin.getSeoScan({ params: { ...params, scan_id: seo.id } }));
        const two = ok(await admin.getRknScan({ params: { ...params, scan_id: rkn.id }, query: {} }));
        return scan.finished_at !== null && two.scan.finished_at !== null;
      }),
  };
}

async function makeAudits(admin: ContentClient, params: OfSite): Promise<void> {
  const file = new Blob(['query,impressions,clicks,position,url\nsync notes,10,1,3,\n']);
  ok(await admin.importKeywords({ params, file }));
  ok(await admin.generateClusters({ params }));
  ok(await admin.addCompetitors({ params, body: { origins: ['https://rival.example.com'] } }));
  ok(await admin.createSeoDigest({ params, body: { days: 7 } }));
  const document = { params: { ...params, kind: 'personal_data_consent' } };
  for (const which of ['draft', 'published'] as const)
    ok(await admin.checkSiteDocument({ ...document, body: { which } }));
}

/** A published post with its approval and numbers, and what a brand has beside posts. */
async function makeSocial(admin: ContentClient, { brand_id, accounts }: Embedded['demo']['social']): Promise<void> {
  const params = { brand_id };
  const account_id = accounts.max ?? '';
  const post = { account_ids: [account_id], title: 'Growth', body: 'Notes are there on each device.' };
  const local_time = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 16);
  const approved = async (): Promise<string> => {
    const [variant] = ok(await admin.createSocialContent({ params, body: post })).variants;
    const variant_id = variant?.id ?? '';
    const { content_hash } = ok(await admin.submitSocialVariant({ params: { variant_id } }));
    const pending = ok(await admin.listSocialApprovals({ params, query: { state: 'pending', limit: 200 } }));
    const approval_id = pending.find((one) => one.variant_id === variant_id)?.id ?? '';
    ok(await admin.decideSocialApproval({ params: { approval_id }, body: { decision: 'approve', content_hash } }));
    return variant_id;
  };
  ok(await admin.publishSocialVariant({ params: { variant_id: await approved() } }));
  ok(await admin.createSocialContent({ params, body: { ...post, title: 'In a slot', local_time } }));
  const arms = [await approved(), await approved()].map((id, at) => ({ name: `Arm ${at}`, variant_ids: [id] }));
  const ends_at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const experiment = { name: 'Growth', account_id, metric: 'rate' as const, arms, min_n: 100, ends_at };
  ok(await admin.createSocialExperiment({ params, body: experiment }));
  ok(await admin.createSocialMemory({ params, body: { kind: 'rule', text: 'Short sentences' } }));
  ok(await admin.createSocialOccasion({ params, body: { date: '2099-01-01', title: 'A day' } }));
  ok(await admin.createSocialInboxItem({ params, body: { text: 'Does it work offline?', author_name: 'Ada' } }));
  ok(await admin.createSocialListeningQuery({ params, body: { keywords: ['notes'], sources: ['inbox'] } }));
  ok(await admin.createSocialInsight({ params, body: { use_ai: false } }));
  ok(await admin.generateSocialPlan({ params, body: { days: 1, use_ai: false } }));
}

async function untilDone(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < scanSeconds * 10; tries += 1) {
    if (await isDone()) return;
    await sleep(100);
  }
  throw new Error(`${what} did not end within ${scanSeconds} s`);
}

function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`an original was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}
