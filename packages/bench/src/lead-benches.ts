import { cms, contractClient } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { analyzeTables, type Embedded } from './embedded.ts';
import { quantile } from './wrk.ts';

const senders = 20;
const formsToWarmUp = 25;
const formsOfSender = 100;

/** Performance figures of forms. */
export const leadBenches: Bench[] = [
  {
    id: 'lead_accept_p99_ms',
    goal: '≤ 100 ms',
    async run(embedded) {
      const site = await siteWithForm(embedded);
      const client = new Pool(embedded.demo.base_url, { connections: senders });
      const times: number[] = [];
      const send = async (name: string, isRecorded: boolean) => {
        const body = JSON.stringify({ form: 'contact', email: `${name}@people.test`, message: name, ...site.form });
        const started = performance.now();
        const answer = await client.request({ method: 'POST', path: site.path, headers: site.headers, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 201) throw new Error(`a form was answered ${answer.statusCode}: ${text}`);
        if (isRecorded) times.push(performance.now() - started);
      };
      const run = (forms: number, isRecorded: boolean) =>
        Promise.all(
          Array.from({ length: senders }, async (_, sender) => {
            for (let at = 0; at < forms; at += 1) await send(`s${sender}-${at}-${isRecorded}`, isRecorded);
          }),
        );
      await run(formsToWarmUp, false);
      await analyzeTables(embedded);
      await run(formsOfSender, true);
      await client.close();
      const value = Math.round(quantile(times, 0.99) * 10) / 10;
      const warmUp = senders * formsToWarmUp;
      const what = `a form with its consent in the ledger, p99 of ${times.length} of one site after ${warmUp} to warm up, ${senders} senders at once`;
      return { id: 'lead_accept_p99_ms', what, value, unit: 'ms', reference: null, ratio: null };
    },
  },
];

/** A site whose form needs one consent. */
async function siteWithForm(embedded: Embedded) {
  const { client, headers } = await embedded.administrate();
  const sites = contractClient(cms.endpoints, { baseUrl: embedded.demo.base_url, headers });
  const { data: site } = await sites.createSite({ body: { name: 'Forms' } });
  const params = { owner_type: 'cms_site' as const, owner_id: site.id, kind: 'personal_data_consent' };
  const { data: draft } = await client.saveLegalDraft({ params, body: { title: 'Consent', body: 'Text' } });
  const { data: document } = await client.publishLegalDocument({ params, ...publicationOf(draft) });
  const consent = { document_id: document.id, version: document.version, checkbox_text: 'I agree', accepted: true };
  return {
    path: `/v1/sites/${site.code}/leads`,
    headers: { 'content-type': 'application/json', 'x-public-key': site.site_key },
    form: { consents: [consent] },
  };
}
