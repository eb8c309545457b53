import { cms, identity, type RknResult } from '@platform/contracts';
import { eventually, type StartServiceOptions } from '@platform/testing';
import type { z } from 'zod';
import { startSeo, type TestSeo } from './start-seo.ts';

export type Result = z.output<typeof RknResult>;
type Coverage = z.input<(typeof cms.queries.getConsentCoverage)['output']>['coverage'];

export interface TestRkn extends TestSeo {
  params: { site_id: string };
  /** What cms and identity answer; null: they are down. */
  own: {
    leads: Coverage | null;
    documents: { doc_kind: string; published_version: string | null; text?: string }[] | null;
  };
  /** Starts a scan of a site, waits for its end, and reads it. */
  scanRkn(origin?: string, options?: Record<string, unknown>): Promise<Result>;
  /** Rechecks a finding and waits until it is judged. */
  recheck(issue_id: string): Promise<void>;
}

/** A busy machine takes as long at most for a scan of sixty pages in a browser. */
const scanMs = 240_000;

/** The service under test beside a site on this machine; cms and identity are answered by the test. */
export async function startRkn(options: StartServiceOptions = {}): Promise<TestRkn> {
  const t = await startSeo(options);
  const params = { site_id: t.described.id };
  const own: TestRkn['own'] = { leads: [], documents: [] };
  const { listLegalStates, getLegalText, getConsentCoverage } = identity.queries;
  const orDown = <T>(value: T | null): T => {
    if (value === null) throw new Error('the source is down');
    return value;
  };
  await t.answer(cms.queries.getConsentCoverage, () => ({ coverage: orDown(own.leads) }));
  await t.answer(listLegalStates, () => ({
    documents: orDown(own.documents).map(({ text: _, ...state }) => ({
      ...state,
      draft_changed: false,
      withdrawn: false,
    })),
  }));
  await t.answer(getLegalText, ({ kind }) => {
    const found = own.documents?.find(({ doc_kind }) => doc_kind === kind);
    const document = found?.text === undefined ? null : { title: kind, body_markdown: found.text, content_hash: '' };
    const id = '00000000-0000-4000-8000-000000000000';
    return { document: document && { ...document, document_id: id, version: '1', next_offset: null } };
  });
  await t.answer(getConsentCoverage, () => ({ coverage: [] }));
  return {
    ...t,
    params,
    own,
    async scanRkn(origin = t.site.origin, given = {}) {
      t.described.website_url = origin;
      const started = await t.client.startRknScan({ params, body: { interval_ms: 0, ...given } });
      if (started.status !== 202) throw new Error(JSON.stringify(started));
      const target = { params: { ...params, scan_id: started.data.scan.id } };
      return eventually(async () => {
        const { data } = await t.client.getRknScan({ ...target, query: {} });
        return data.scan.finished_at !== null && data;
      }, scanMs);
    },
    async recheck(issue_id) {
      const { status } = await t.client.recheckRknIssue({ params: { ...params, issue_id } });
      if (status !== 202) throw new Error(`a recheck is answered ${status}`);
      await eventually(
        async () => (await t.database.query(`SELECT 1 FROM "seo-rkn".rkn_rechecks`)).length === 0,
        scanMs,
      );
    },
  };
}
