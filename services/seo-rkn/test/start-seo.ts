import { type Client, cms, type DescribedSite, type SeoScan, type seoRkn } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { anAdmin, eventually, type StartServiceOptions, startService, type TestService } from '@platform/testing';
import type { z } from 'zod';
import { seoRknService } from '../src/service.ts';
import { startSite, type TestSite } from './site.ts';

export interface TestSeo extends TestService<typeof seoRkn> {
  site: TestSite;
  /** The site, as the cms has it. */
  described: DescribedSite;
  /** Published items of the site. */
  items: Record<string, unknown>[];
  /** Runs before the cms lists all published items, as each judgement asks for them. */
  hooks: { list: () => Promise<void> };
  /** Texts of published posts and articles. */
  texts: Record<string, unknown>[];
  admin: AdminContext;
  client: Client<(typeof seoRkn)['endpoints']>;
  /** Starts a scan and waits for its end. */
  scan(options?: Record<string, unknown>): Promise<Scan>;
  /** Open issues, as `type:variant path`. */
  openIssues(): Promise<string[]>;
}
export type Scan = z.output<typeof SeoScan>;

/** A busy machine takes as long at most for a scan of thousands of pages. */
const scanMs = 120_000;

/**
 * The service under test beside a site on this machine; the cms is answered by the test. Every answer has the
 * same time to its first byte: `slow_ttfb` would depend on the load of the machine.
 */
export async function startSeo({ env, overrides, ...options }: StartServiceOptions = {}): Promise<TestSeo> {
  const site = await startSite();
  const t = await startService(seoRknService, {
    ...options,
    env: { ...env, SAFE_FETCH_ALLOWED_HOSTS: [site.host, env?.SAFE_FETCH_ALLOWED_HOSTS ?? ''].join(',') },
    overrides: { timing: { retryMs: 20 }, firstByteOf: () => 50, ...overrides },
  });
  const described: DescribedSite = {
    id: newId(),
    code: 'notes',
    name: 'Ромашка',
    status: 'active',
    application_id: null,
    website_url: site.origin,
    default_locale: 'ru',
    locales: ['ru'],
    timezone: 'Europe/Moscow',
  };
  const items: Record<string, unknown>[] = [];
  const texts: Record<string, unknown>[] = [];
  await t.answer(cms.queries.describeSite, ({ id }) => ({ site: id === described.id ? described : null }));
  const hooks = { list: async () => {} };
  await t.answer(cms.queries.listContentPage, async ({ item_ids }) => {
    if (item_ids === undefined) await hooks.list();
    return { items: items as never, next: null };
  });
  await t.answer(cms.queries.listReadinessTexts, () => ({ texts: texts as never, next: null }));
  const admin = anAdmin();
  const client = t.as({ admin });
  const site_id = described.id;
  return {
    ...t,
    site,
    described,
    items,
    hooks,
    texts,
    admin,
    client,
    async scan(options = {}) {
      const started = await client.startSeoScan({ params: { site_id }, body: { interval_ms: 0, ...options } });
      if (started.status !== 202) throw new Error(JSON.stringify(started));
      return eventually(async () => {
        const { data } = await client.getSeoScan({ params: { site_id, scan_id: started.data.scan.id } });
        return data.finished_at !== null && data;
      }, scanMs);
    },
    async openIssues() {
      const { data } = await client.listSeoIssues({ params: { site_id }, query: { status: 'open', limit: 200 } });
      return data
        .map(
          ({ issue_type, variant, url }) =>
            `${issue_type}${variant ? `:${variant}` : ''} ${url.replace(site.origin, '')}`,
        )
        .sort();
    },
    async stop() {
      await t.stop();
      await site.stop();
    },
  };
}
