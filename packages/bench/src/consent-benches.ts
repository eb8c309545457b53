import { once } from 'node:events';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { freePort, startNode, until200 } from './children.ts';
import type { BenchUser, Embedded } from './embedded.ts';
import { verifyLedger } from './ledger/verify.ts';
import { quantile, runAlternately } from './wrk.ts';

const reference = (name: string): URL => new URL(`./references/${name}.ts`, import.meta.url);

/** Performance figures of the consent ledger. */
export const consentBenches: Bench[] = [
  {
    id: 'ledger_verify_rows_s',
    goal: '≥ 50000 rows/s',
    async run(embedded) {
      const rows = 250_000;
      const { client } = await embedded.administrate();
      const { data: application } = await client.createApplication({
        body: { code: `ledger-${Date.now()}`, name: 'A long ledger' },
      });
      await fillLedger(embedded, application.id, rows);
      const port = await freePort();
      startNode(reference('read-ledger'), {
        PORT: String(port),
        DATABASE_URL: embedded.databaseUrlFor('identity'),
        OWNER_ID: application.id,
      });
      await until200(`http://127.0.0.1:${port}/ready`);

      const verify = async (): Promise<number> => {
        const { result, seconds } = await verifyLedger(() => client, application.id, { scope: 'whole' });
        if (result.entries !== rows || !result.intact) throw new Error(`found ${JSON.stringify(result)}`);
        return rows / seconds;
      };
      const read = async (): Promise<number> => {
        const started = performance.now();
        const { data } = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { data: { entries: number } };
        if (data.entries !== rows) throw new Error(`read ${data.entries} rows`);
        return rows / ((performance.now() - started) / 1_000);
      };
      const figures = await runAlternately(verify, read);
      return {
        id: 'ledger_verify_rows_s',
        what: `a ledger of ${rows} records verified in the background ÷ its rows read and thrown away`,
        ...figures,
        unit: 'rows/s',
      };
    },
  },
  {
    id: 'consent_accept',
    goal: 'ratio ≥ 0.1',
    async run(embedded) {
      const writers = 32;
      const users: BenchUser[] = [];
      for (let n = 0; n < writers; n += 1) users.push(await embedded.register());
      const port = await freePort();
      startNode(reference('insert-commit'), { PORT: String(port), DATABASE_URL: embedded.databaseUrl });
      await until200(`http://127.0.0.1:${port}/`);

      const body = JSON.stringify({ consents: embedded.consents(['terms_notes']), source_screen: 'settings' });
      const path = '/v1/applications/demo/users/me/consents';
      const times: number[] = [];
      const accept = (durations: number[]) =>
        writeAtOnce({ origin: embedded.demo.base_url, path, body, users, times: durations });
      const insert = () => writeAtOnce({ origin: `http://127.0.0.1:${port}`, path: '/', body, users, times: [] });
      // The first run is warm-up and is not counted, so its times are dropped too.
      let round = 0;
      const figures = await runAlternately(() => accept(round++ === 0 ? [] : times), insert);
      const p99 = Math.round(quantile(times, 0.99) * 10) / 10;
      return {
        id: 'consent_accept',
        what: `acceptances by ${writers} users of one application at once, p99 of one ${p99} ms ÷ bare node:http with INSERT + COMMIT`,
        ...figures,
        unit: 'req/s',
      };
    },
  },
];

/**
 * Calls of these users that are answered in a second, each user waiting for the answer before the next call.
 */
async function writeAtOnce({
  origin,
  path,
  body,
  users,
  times,
  seconds = 5,
}: {
  origin: string;
  path: string;
  body: string;
  users: readonly BenchUser[];
  times: number[];
  seconds?: number;
}): Promise<number> {
  const client = new Pool(origin, { connections: users.length });
  const started = performance.now();
  const until = started + seconds * 1_000;
  let calls = 0;
  await Promise.all(
    users.map(async (user) => {
      const headers = { ...user.headers, 'content-type': 'application/json' };
      while (performance.now() < until) {
        const sentAt = performance.now();
        const answer = await client.request({ method: 'POST', path, headers, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}: ${text}`);
        times.push(performance.now() - sentAt);
        calls += 1;
      }
    }),
  );
  const took = (performance.now() - started) / 1_000;
  await client.close();
  return calls / took;
}

/** The rows are made by a program of the service, which knows how its ledger is linked. */
async function fillLedger(embedded: Embedded, ownerId: string, rows: number): Promise<void> {
  const child = startNode(new URL('../../../services/identity/test/fill-ledger.ts', import.meta.url), {
    DATABASE_URL: embedded.databaseUrl,
    OWNER_ID: ownerId,
    ROWS: String(rows),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the ledger was not filled: exit code ${code}`);
}
