import { cms, contractClient, identity, seoRkn } from '@platform/contracts';
import { sandboxDocument } from '@platform/sandbox';
import type { Bench } from './bench.ts';
import { ms } from './content-benches.ts';
import { quantile } from './wrk.ts';

const checks = 100;
/** Characters of the policy: long policies of real sites have as many. */
const policyLength = 60_000;

/** A policy with every clause, in the middle of many words that say nothing. */
function longPolicy(): string {
  const filler = 'Настоящее положение действует для всех отношений, которые возникают при работе сайта. ';
  const half = filler.repeat(Math.ceil(policyLength / 2 / filler.length));
  return [half, sandboxDocument('privacy_policy'), half].join('\n\n');
}

/** Performance figures of checks of legal documents. */
export const rknBenches: Bench[] = [
  {
    id: 'rkn_check',
    goal: '≤ 50 ms',
    async run(embedded) {
      const { headers } = await embedded.administrate();
      const endpoints = { ...cms.endpoints, ...identity.endpoints, ...seoRkn.endpoints };
      const client = contractClient(endpoints, { baseUrl: embedded.demo.base_url, headers });
      const { id: site_id } = (await client.createSite({ body: { name: 'Checked' } })).data;
      const kind = 'privacy_policy';
      await client.saveLegalDraft({
        params: { owner_type: 'cms_site', owner_id: site_id, kind },
        body: { title: 'Policy', body: longPolicy() },
      });
      const times: number[] = [];
      for (let round = 0; round <= checks; round += 1) {
        const startedAt = performance.now();
        const { status, data } = await client.checkSiteDocument({
          params: { site_id, kind },
          body: { which: 'draft' },
        });
        if (status !== 201 || data.score < 95) throw new Error(`a check was answered ${status}`);
        // The first one starts the thread.
        if (round > 0) times.push(performance.now() - startedAt);
      }
      const p99 = Math.round(quantile(times, 0.99) * 10) / 10;
      const what = `a policy of ${policyLength} characters checked and stored, median of ${checks}, p99 ${p99} ms`;
      return { id: 'rkn_check', what, ...ms(quantile(times, 0.5)) };
    },
  },
];
