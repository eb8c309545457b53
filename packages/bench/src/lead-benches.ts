import { cms, contractClient } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import { analyzeTables, type Embedded } from './embedded.ts';
import { median, quantile } from './wrk.ts';

const senders = 20;
const formsToWarmUp = 25;
const formsOfRound = 60;
const rounds = 3;

/** The lead is stored, its consent is recorded in the ledger, and the lead is accepted: each step is one commit. */
const commitsOfForm = 3;

/** Performance figures of forms. */
export const leadBenches: Bench[] = [
  {
    id: 'lead_accept_p99',
    goal: 'ratio ≤ 3',
    async run(embedded) {
      const site = await siteWithForm(embedded);
      const port = await freePort();
      const environment = { PORT: String(port), DATABASE_URL: embedded.databaseUrl, COMMITS: String(commitsOfForm) };
      startNode(new URL('./references/insert-commit.ts', import.meta.url), environment);
      await until200(`http://127.0.0.1:${port}/`);
      let round = 0;
      const accept = (forms: number) => {
        round += 1;
        return sendForms({ origin: embedded.demo.base_url, status: 201, forms, name: `r${round}`, ...site });
      };
      const insert = (forms: number) =>
        sendForms({ origin: `http://127.0.0.1:${port}`, status: 200, forms, name: 'reference', ...site });
      await accept(formsToWarmUp);
      await insert(formsToWarmUp);
      await analyzeTables(embedded);
      const accepted: number[] = [];
      const inserted: number[] = [];
      for (let pair = 0; pair < rounds; pair += 1) {
        inserted.push(quantile(await insert(formsOfRound), 0.99));
        accepted.push(quantile(await accept(formsOfRound), 0.99));
      }
      const [value, reference] = [median(accepted), median(inserted)];
      const forms = senders * formsOfRound;
      return {
        id: 'lead_accept_p99',
        what: `a form with its consent in the ledger, p99 of ${forms} by ${senders} senders at once ÷ bare node:http with ${commitsOfForm} times INSERT + COMMIT`,
        value: tenths(value),
        reference: tenths(reference),
        ratio: Math.round((value / reference) * 100) / 100,
        unit: 'ms',
      };
    },
  },
];

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * Sends forms, each sender one after another.
 * @returns the time to the answer of each form, in milliseconds
 * @throws Error when a form has another answer than `status`
 */
async function sendForms({
  origin,
  path,
  headers,
  form,
  status,
  forms,
  name,
}: Awaited<ReturnType<typeof siteWithForm>> & {
  origin: string;
  status: number;
  forms: number;
  name: string;
}): Promise<number[]> {
  const client = new Pool(origin, { connections: senders });
  const times: number[] = [];
  const sendOne = async (person: string) => {
    const body = JSON.stringify({ form: 'contact', email: `${person}@people.test`, message: person, ...form });
    const started = performance.now();
    const answer = await client.request({ method: 'POST', path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== status) throw new Error(`a form was answered ${answer.statusCode}: ${text}`);
    times.push(performance.now() - started);
  };
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let at = 0; at < forms; at += 1) await sendOne(`${name}-s${sender}-${at}`);
    }),
  );
  await client.close();
  return times;
}

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
