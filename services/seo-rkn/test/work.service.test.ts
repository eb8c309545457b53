import { defaultScanOptions } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { workConformance } from '@platform/testing/work-conformance';
import type { App } from '../src/app.ts';
import { competitorKind } from '../src/competitors/competitor-work.ts';
import { indexNowKind } from '../src/indexnow/send-changes.ts';
import { psiKind } from '../src/performance/psi-work.ts';
import { recheckKind } from '../src/rechecks/recheck-runner.ts';
import { scanKind } from '../src/scans/scan-runner.ts';
import {
  competitors,
  indexnow_urls,
  psi_results,
  rechecks,
  recrawl_urls,
  scans,
  search_connections,
} from '../src/schema.ts';
import { recrawlKind } from '../src/search/send-recrawls.ts';
import { searchSyncKind } from '../src/search/sync-connection.ts';

const timing = { pollMs: 5_000, leaseMs: 30_000, renewMs: 1_000 } as App['timing'];
const settings = { SEO_SCANS_PER_PROCESS: 2 } as App['settings'];
const emit: App['emit'] = async () => {};
const appOf = (parts: object) => ({ timing, settings, emit, ...parts }) as object as App;
/** Sites, by the number of their group. */
const sites = Array.from({ length: 8 }, () => newId());
const siteOf = (group: number): string => sites[group] ?? newId();

/** Fields of a queued scan of a host of its own. */
const scanOf = (host: string, due_at: Date) => ({
  id: newId(),
  site_id: newId(),
  kind: 'seo' as const,
  state: 'queued' as const,
  trigger: 'manual' as const,
  origin: `https://${host}`,
  host,
  options: defaultScanOptions,
  rule_version: '1',
  created_at: due_at,
  due_at,
});

workConformance('on scans', {
  service: 'seo-rkn',
  kind: (platform) => scanKind(appOf(platform)),
  async insertDue({ db }, { due_at }) {
    const scan = scanOf(`${newId()}.example`, due_at);
    await db.insert(scans).values(scan);
    return scan.id;
  },
});

workConformance('on measurements of pages', {
  service: 'seo-rkn',
  kind: (platform) => psiKind(appOf({ ...platform, psi: async () => ({ error: 'unreachable' }) })),
  async insertDue({ db }, { due_at }) {
    const id = newId();
    await db.insert(psi_results).values({
      id,
      site_id: newId(),
      url_hash: newId(),
      url: 'https://example.com/',
      strategy: 'mobile',
      state: 'waiting',
      requested_at: due_at,
      due_at,
    });
    return id;
  },
});

workConformance('on competitors', {
  service: 'seo-rkn',
  kind: (platform) => competitorKind(appOf(platform)),
  async insertDue({ db }, { due_at }) {
    const id = newId();
    await db.insert(competitors).values({
      id,
      site_id: newId(),
      origin: `https://${id}.example`,
      state: 'waiting',
      created_at: due_at,
      due_at,
    });
    return id;
  },
});

workConformance('on changes for search engines', {
  service: 'seo-rkn',
  kind: (platform) => indexNowKind(appOf(platform)),
  async insertDue({ db }, { due_at, group }) {
    const id = newId();
    const site_id = siteOf(group);
    const url = `https://example.com/${id}`;
    await db
      .insert(indexnow_urls)
      .values({ id, site_id, url_hash: newId(), url, state: 'pending', changed_at: due_at, due_at });
    return id;
  },
});

/** A connection that can send pages to the recrawl queue. */
const connectionOf = (site_id: string, at: Date) => ({
  id: newId(),
  site_id,
  provider: 'yandex' as const,
  sealed_tokens: '',
  access_expires_at: at,
  properties: [],
  property: 'https:example.com:443',
  connected_by: 'admin@example.com',
  connected_at: at,
  next_sync_at: at,
});

workConformance('on the recrawl queue', {
  service: 'seo-rkn',
  kind: (platform) =>
    recrawlKind(appOf({ ...platform, searchProviders: { yandex: { client: { recrawl: async () => null } } } })),
  async insertDue({ db }, { due_at, group }) {
    const id = newId();
    const site_id = siteOf(group);
    await db.insert(search_connections).values(connectionOf(site_id, due_at)).onConflictDoNothing();
    await db
      .insert(recrawl_urls)
      .values({ id, site_id, url_hash: newId(), url: `https://example.com/${id}`, changed_at: due_at, due_at });
    return id;
  },
});

workConformance('on syncs of search consoles', {
  service: 'seo-rkn',
  kind: (platform) => searchSyncKind(appOf(platform)),
  async insertDue({ db }, { due_at }) {
    const connection = connectionOf(newId(), due_at);
    await db.insert(search_connections).values({ ...connection, due_at });
    return connection.id;
  },
});

workConformance('on rechecks of pages', {
  service: 'seo-rkn',
  kind: (platform) => recheckKind(appOf(platform)),
  async insertDue({ db }, { due_at, group }) {
    const id = newId();
    const url = `https://example.com/${id}`;
    const order = { url_hash: newId(), url, awaits_item: false, requested_at: due_at, due_at };
    await db.insert(rechecks).values({ id, site_id: siteOf(group), ...order });
    return id;
  },
});
