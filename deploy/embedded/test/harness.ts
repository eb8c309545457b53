import { contractClient } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { allEndpoints, type PlatformClient, pollPause, servicesWithSchema, type TestDatabase } from '@platform/testing';
import { idpClientId, type Sandboxes } from '../src/sandboxes.ts';
import type { Secrets } from '../src/secrets.ts';
import type { Seeded } from '../src/seed.ts';

const schemas = servicesWithSchema();

export { allEndpoints, type PlatformClient };

export interface StartedPayment {
  payment_id: string;
  provider_payment_id: string;
  confirmation_url: string;
}

/** The interface of a platform for a test, in any deployment of its services. */
export interface Harness {
  baseUrl: string;
  database: TestDatabase;
  sandboxes: Sandboxes;
  secrets: Secrets;
  demo: Seeded;
  /** A client with these headers; none when called without. */
  client(headers?: Record<string, string>): PlatformClient;
  /** Headers of a demo user: token, public key and application. */
  userHeaders(username: string): Promise<Record<string, string>>;
  adminHeaders(): Promise<Record<string, string>>;
  workerHeaders: Record<string, string>;
  /** Accepting entries for every published document of the demo application, or for these kinds. */
  consents(
    kinds?: readonly string[],
  ): Promise<{ document_id: string; version: string; checkbox_text: string; accepted: boolean }[]>;
  /** Registers a demo user and answers a client that calls as that user. */
  registered(username?: string): Promise<{ client: PlatformClient; headers: Record<string, string>; user_id: string }>;
  /** Id of the price of a plan on the paywall `main`. */
  priceOf(planCode: string): Promise<string>;
  /** Starts a payment of a registered user with all consents. */
  startPayment(client: PlatformClient, planCode: string): Promise<StartedPayment>;
  /** Waits until no event is on its way any more, and each mail was tried. */
  untilIdle(): Promise<void>;
}

/** A platform that already answers at `baseUrl`, seen by a test. */
export function createHarness(
  facts: Pick<Harness, 'baseUrl' | 'database' | 'sandboxes' | 'secrets' | 'demo'>,
): Harness {
  const { baseUrl, database, sandboxes, secrets, demo } = facts;
  const client = (headers: Record<string, string> = {}): PlatformClient =>
    contractClient(allEndpoints, { baseUrl, headers });
  const keyHeaders = { 'x-public-key': demo.public_key, 'x-application-code': demo.application_code };

  const userHeaders = async (username: string) => {
    const form = new URLSearchParams({ client_id: idpClientId, client_secret: secrets.idp_client_secret, username });
    const response = await fetch(sandboxes.idp.tokenUrl, { method: 'POST', body: form });
    const { access_token } = (await response.json()) as { access_token: string };
    return { ...keyHeaders, authorization: `Bearer ${access_token}` };
  };

  const consents: Harness['consents'] = async (kinds) => {
    const { data } = await client(keyHeaders).listLegalDocuments({ params: { app_code: demo.application_code } });
    return data
      .filter(({ doc_kind }) => kinds === undefined || kinds.includes(doc_kind))
      .map(({ id, version, title }) => ({
        document_id: id,
        version,
        checkbox_text: `I accept: ${title}`,
        accepted: true,
      }));
  };

  const priceOf = async (planCode: string) => {
    const { data } = await client(keyHeaders).getPaywall({
      params: { app_code: demo.application_code, paywall_code: 'main' },
    });
    const item = data.paywall_items.find(({ plan }) => plan.code === planCode);
    if (!item) throw new Error(`no plan ${planCode} on the paywall`);
    return item.plan_price_id;
  };

  return {
    ...facts,
    client,
    userHeaders,
    workerHeaders: { 'x-worker-secret': secrets.worker_secret },
    async adminHeaders() {
      const { data } = await client().openAdminSession({
        body: { email: secrets.admin_email, password: secrets.admin_password },
      });
      return { authorization: `Bearer ${data.access_token}` };
    },
    consents,
    async registered(username = `user-${newId()}`) {
      const headers = await userHeaders(username);
      const user = client(headers);
      const reply = await user.registerUser({
        params: { app_code: demo.application_code },
        body: {
          platform: 'web',
          explicit_consent: true,
          consents: await consents(['terms_notes', 'personal_data_consent']),
        },
      });
      if (reply.status !== 200) throw new Error(`registration failed: ${JSON.stringify(reply.body)}`);
      return { client: user, headers, user_id: reply.data.user.id };
    },
    priceOf,
    async startPayment(user, planCode) {
      const reply = await user.createPayment({
        body: {
          plan_price_id: await priceOf(planCode),
          return_url: 'https://app.example.test/return',
          consents: await consents(['license_offer']),
        },
      });
      if (reply.status !== 201 || reply.data.confirmation_url === null)
        throw new Error(`no payment: ${JSON.stringify(reply.body)}`);
      return { ...reply.data, confirmation_url: reply.data.confirmation_url };
    },
    async untilIdle() {
      await sandboxes.yookassa.flush();
      await until('no event is on its way', async () => {
        const [row] = await database.query<{ waiting: string }>(
          `SELECT ${schemas.map((name) => `(SELECT count(*) FROM "${name}".outbox)`).join(' + ')} AS waiting`,
        );
        return row?.waiting === '0';
      });
      await until('each mail was tried', async () => {
        const untried = `status = 'queued' AND (attempts = 0 OR lease_id IS NOT NULL)`;
        return (await database.query(`SELECT 1 FROM cms.mails WHERE ${untried} LIMIT 1`)).length === 0;
      });
    },
  };
}

/**
 * Waits for a condition; a timeout names the condition. An error of the condition ends the wait.
 * @param pauseMs the longest pause between two checks
 */
export async function until(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 120_000,
  pauseMs?: number,
): Promise<void> {
  const began = Date.now();
  while (!(await isTrue())) {
    if (Date.now() > began + timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await pollPause(began, pauseMs);
  }
}
