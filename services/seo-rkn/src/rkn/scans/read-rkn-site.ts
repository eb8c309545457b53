import { asc, eq } from 'drizzle-orm';
import type { App } from '../../app.ts';
import type { ScanRow } from '../../scans/scan.ts';
import type { SiteProbe } from '../../scans/site-probe.ts';
import { rkn_pages } from '../../schema.ts';
import type { RknPage } from '../judge/rkn-site.ts';
import type { RknPageRow } from './visit-pages.ts';

/** Pages of a scan as they are stored, in the order of their fetches. */
export const readRknPages = ({ db }: Pick<App, 'db'>, scan_id: string): Promise<RknPageRow[]> =>
  db.select().from(rkn_pages).where(eq(rkn_pages.scan_id, scan_id)).orderBy(asc(rkn_pages.number));

/** A stored page as the rules take it. */
export function toRknPage(
  row: RknPageRow,
  probe: Pick<SiteProbe, 'random_page'>,
  { origin }: Pick<ScanRow, 'origin'>,
): RknPage {
  const { url, final_url, status, answer, facts, rendered, seen, country } = row;
  const lost = probe.random_page?.facts;
  const isLikeLost = lost !== undefined && lost !== null && facts !== null && url !== `${origin}/`;
  return {
    url,
    facts,
    seen,
    country,
    rendered: answer.render?.state === 'rendered' ? rendered : null,
    has_waited: answer.render?.has_waited === true,
    fetched: {
      final_url,
      hops: answer.hops,
      status,
      failure: failureOf(answer.failure),
      headers: answer.headers,
      protection: answer.protection ?? {},
    },
    is_soft_not_found: isLikeLost && facts.title === (lost.titles[0] ?? '') && facts.h1 === (lost.h1s[0]?.text ?? ''),
  };
}

const failureOf = (failure: RknPageRow['answer']['failure']): RknPage['fetched']['failure'] =>
  failure?.code === 'page_too_complex'
    ? { code: 'body_too_large', detail: failure.code }
    : (failure as RknPage['fetched']['failure']);
