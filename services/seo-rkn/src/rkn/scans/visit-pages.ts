import { hostPairOf } from '@platform/runtime';
import { and, eq, sql } from 'drizzle-orm';
import type { Fetched } from '../../crawl/fetched.ts';
import type { Robots } from '../../crawl/robots.ts';
import { bareHost } from '../../pages/page-facts.ts';
import type { SeenTraffic } from '../../render/render-page.ts';
import { openRenderer, type Renderer } from '../../render/renderer.ts';
import { mayRecover } from '../../scans/crawl.ts';
import { isAllowed } from '../../scans/host-rights.ts';
import { pageWritten, type ScanWork } from '../../scans/scan-work.ts';
import { storable, toStorableJson } from '../../scans/storable-json.ts';
import { type PageRender, rkn_pages } from '../../schema.ts';
import { formServiceIn } from '../facts/form-services.ts';
import type { RknFacts, RknForm } from '../facts/rkn-facts.ts';

export type RknPageRow = typeof rkn_pages.$inferSelect;

const timeoutMs = 15_000;
/** Processes that may die over a page. */
const maxTries = 2;
const maxFramedForms = 10;
/** Crashes in a row from which the browser itself is at fault. */
const maxCrashes = 5;
/** Networks that answer from everywhere: the location of their servers says nothing about that of the site. */
const delivery = /cloudflare|akamai|fastly|cloudfront|ddos-guard|qrator|ngenix|stormwall|variti|bunny|cdn/i;

/** Fetches pages of a scan, shows them in a browser, and stores what they say. */
export interface Visitor {
  /** Fetches and stores a page under its number. */
  fetch(url: string, number: number): Promise<RknPageRow>;
  /** Shows a stored page in the browser and stores that; the row as it is then. */
  render(row: RknPageRow): Promise<RknPageRow>;
  close(): Promise<void>;
}

/**
 * @param scan_id scan that the pages are stored in: a recheck writes those of another one
 */
export function openVisitor(work: ScanWork, robots: Robots, scan_id: string): Visitor {
  const { app, scan, signal } = work;
  const mayFetch = (url: string): boolean =>
    scan.options.ignore_robots ||
    bareHost(new URL(url).host) !== bareHost(scan.host) ||
    robots.isAllowed('AppPlatformBot', url);
  let renderer: Promise<Renderer> | null = null;
  let crashes = 0;
  let lateMsLeft = app.rendering.lateFormsMs;
  let isBroken = app.settings.SEO_CHROMIUM_PATH === '' || scan.options.render === 'never';

  /** Frames of the site itself, and those of services for forms. */
  const isWantedFrame = (url: string): boolean => {
    const host = /^https?:/.test(url) ? URL.parse(url)?.host : undefined;
    return host !== undefined && (bareHost(host) === bareHost(scan.host) || formServiceIn(url) !== null);
  };
  const open = (): Promise<Renderer> => {
    const origin = new URL(scan.origin);
    // What an operator allowed for the site leads its pages to no other host in the network.
    const allowedHosts = isAllowed(app.config.SAFE_FETCH_ALLOWED_HOSTS, origin) ? [hostPairOf(origin)] : [];
    return openRenderer({ ...app.rendering, path: app.settings.SEO_CHROMIUM_PATH, allowedHosts });
  };
  const close = async (): Promise<void> => {
    const opened = renderer;
    renderer = null;
    isBroken = true;
    await (await opened?.catch(() => null))?.close();
  };
  const closeAtAbort = () => void close();
  signal.addEventListener('abort', closeAtAbort, { once: true });

  return {
    async fetch(url, number) {
      const fetched_at = app.clock.now();
      const ask = () =>
        work.gentleFetch(url, { maxBytes: scan.options.max_body_bytes, timeoutMs, mayFollow: mayFetch });
      let fetched = await ask();
      if (mayRecover(fetched) && fetched.status !== 429) fetched = await ask();
      const facts = await readFacts(work, fetched);
      const { hops, headers, protection, timings, failure } = fetched;
      const row: RknPageRow = {
        scan_id,
        number,
        url,
        final_url: fetched.final_url,
        status: fetched.status,
        fetched_at,
        answer: storable({ hops, headers, protection, timings, failure: facts.failure ?? failure }),
        country: await countryOf(work, fetched),
        facts: facts.facts === null ? null : storable(facts.facts),
        rendered: null,
        seen: null,
      };
      await putPage(work, row);
      return row;
    },
    async render(row) {
      const tries = (row.answer.render?.tries ?? 0) + 1;
      const isPage = row.status === 200 && row.facts !== null && row.answer.hops.length === 0;
      const isOver = row.answer.render?.state === 'rendered' || row.answer.render?.state === 'failed';
      if (isBroken || !isPage || isOver || tries > maxTries || !mayFetch(row.url)) return row;
      await markRender(work, row, { state: 'begun', failure: null, tries });
      renderer ??= open();
      let result: Awaited<ReturnType<Renderer['render']>>;
      const lateMs = (row.facts?.unseen_forms ?? []).length > 0 ? Math.min(app.rendering.lateFormMs, lateMsLeft) : 0;
      lateMsLeft -= lateMs;
      try {
        result = await (await renderer).render(row.url, { lateMs, isWantedFrame });
      } catch (error) {
        signal.throwIfAborted();
        app.log.warn({ err: error, scan_id: scan.id }, 'Chromium does not start: pages are not rendered');
        await close();
        return row;
      }
      signal.throwIfAborted();
      crashes = result.failure === 'crashed' ? crashes + 1 : 0;
      if (crashes === maxCrashes) await close();
      if (result.html === null) return markRender(work, row, { state: 'failed', failure: result.failure, tries });
      const rendered = await readHtml(work, row.url, result.html, row);
      if (rendered === null) return markRender(work, row, { state: 'failed', failure: 'too_large', tries });
      for (const frame of result.frames ?? []) {
        const framed = await readHtml(work, frame.url, frame.html, row);
        rendered.forms.push(...(framed?.forms ?? []).map(toFramed).slice(0, maxFramedForms));
      }
      const has_waited = lateMs > 0 && lateMs === app.rendering.lateFormMs;
      return storeRendered(work, row, { tries, rendered, seen: result.seen, has_waited });
    },
    async close() {
      signal.removeEventListener('abort', closeAtAbort);
      await close();
    },
  };
}

/** Facts of a page; of a redirect those of its end, as a visitor gets there. */
async function readFacts(
  { app, scan }: ScanWork,
  { body, ...fetched }: Fetched,
): Promise<{ facts: RknFacts | null; failure?: { code: 'page_too_complex'; detail: string } }> {
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(fetched.headers.content_type ?? 'text/html');
  // What another host answers is none of the site.
  const isOwn = bareHost(new URL(fetched.final_url).host) === bareHost(scan.host);
  if (body === null || fetched.status !== 200 || !isHtml || !isOwn) return { facts: null };
  const readResult = await app.pageReader.readRkn({ fetched, body, site_host: new URL(scan.origin).hostname });
  return readResult.facts === null
    ? { facts: null, failure: { code: 'page_too_complex', detail: '' } }
    : { facts: readResult.facts };
}

/** A form of a frame: its selector says so, and so does its key. */
const toFramed = (form: RknForm): RknForm => ({
  ...form,
  key: `iframe ${form.key}`,
  selector: `iframe ${form.selector}`,
});

async function readHtml(
  { app, scan }: ScanWork,
  url: string,
  html: string,
  row: Pick<RknPageRow, 'answer'>,
): Promise<RknFacts | null> {
  const { hops, timings } = row.answer;
  const headers = { ...row.answer.headers, content_type: 'text/html; charset=utf-8' };
  const fetched = {
    url,
    final_url: url,
    hops,
    status: 200,
    failure: null,
    headers,
    timings,
    bytes: 0,
    address: null,
  };
  const source = { fetched, body: Buffer.from(html), site_host: new URL(scan.origin).hostname };
  return (await app.pageReader.readRkn(source)).facts;
}

async function countryOf({ app }: ScanWork, { address, protection }: Fetched): Promise<string | null> {
  if (address === null || delivery.test(protection?.server ?? '')) return null;
  return (await app.geo.locate(address)).country_code;
}

async function putPage(work: ScanWork, row: RknPageRow): Promise<void> {
  const { scan } = work;
  const isOwn = row.scan_id === scan.id;
  const pages_done = scan.pages_done + 1;
  const failed = scan.failed + (row.answer.failure !== null || (row.status ?? 500) >= 500 ? 1 : 0);
  const { scan_id: _, number: __, ...set } = row;
  await work.app.db.transaction(async (tx) => {
    await work.lease.require(tx, isOwn ? { ...pageWritten, pages_done, failed } : pageWritten);
    await tx
      .insert(rkn_pages)
      .values(row)
      .onConflictDoUpdate({ target: [rkn_pages.scan_id, rkn_pages.number], set });
  });
  if (isOwn) Object.assign(scan, { pages_done, failed });
}

async function markRender(work: ScanWork, row: RknPageRow, render: PageRender): Promise<RknPageRow> {
  const answer = { ...row.answer, render };
  await work.app.db.transaction(async (tx) => {
    // A page that ends its process does so behind this mark, so it is no page that was written.
    await work.lease.require(tx, render.state === 'begun' ? {} : pageWritten);
    await tx.update(rkn_pages).set({ answer }).where(isPage(row));
  });
  return { ...row, answer };
}

async function storeRendered(
  work: ScanWork,
  row: RknPageRow,
  { tries, rendered, seen, has_waited }: { tries: number; rendered: RknFacts; seen: SeenTraffic; has_waited: boolean },
): Promise<RknPageRow> {
  const render: PageRender = {
    state: 'rendered',
    failure: null,
    tries,
    ...(has_waited && { has_waited: true as const }),
  };
  const answer = { ...row.answer, render };
  await work.app.db.transaction(async (tx) => {
    await work.lease.require(tx, pageWritten);
    await tx
      .update(rkn_pages)
      .set({ answer, rendered: sql`${toStorableJson(rendered)}::jsonb`, seen: storable(seen) })
      .where(isPage(row));
  });
  return { ...row, answer, rendered: storable(rendered), seen };
}

const isPage = ({ scan_id, number }: RknPageRow) => and(eq(rkn_pages.scan_id, scan_id), eq(rkn_pages.number, number));
