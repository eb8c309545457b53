import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractClient, rateClasses } from '@platform/contracts';
import { defaultDatabaseWait, limitsOf } from '@platform/testing';
import { startChaosPostgres } from '../chaos/servers.ts';
import { freePort } from '../free-port.ts';
import { allEndpoints, until } from '../harness.ts';
import { killWhatIsLeft, runNode, startSeparatePlatform } from '../processes.ts';

/** The target of the flood: a platform with its default limits. */
export interface Target {
  baseUrl: string;
  /** The process that the flood reaches. */
  pid: number;
  siteCode: string;
  siteKey: string;
  /**
   * Key ids that the identity provider publishes: a forged token that names one has its signature checked.
   */
  jwksUrl: string;
  issuer: string;
  /** Headers of a registered user. */
  user: Record<string, string>;
  stop(): Promise<void>;
}

/** The default limits, except for the class of the reader, which reads more often than a person. */
const limits: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(rateClasses).map(([name, { perMinute }]) => [`RATE_LIMIT_${name.toUpperCase()}`, String(perMinute)]),
  ),
  RATE_LIMIT_USER: limitsOf(1_000_000).RATE_LIMIT_USER ?? '',
};

interface Demo {
  base_url: string;
  public_key: string;
  site_code: string;
  site_key: string;
  idp: { issuer: string; token_url: string; client_id: string; client_secret: string };
}

/** The whole platform in one process, as `make start` runs it. */
export async function startEmbedded(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-flood-'));
  const port = await freePort();
  const program = runNode(fileURLToPath(new URL('../../src/main.ts', import.meta.url)), [], {
    ...limits,
    PLATFORM_PORT: String(port),
    LANDING_PORT: '0',
    APP_PORT: '0',
    PLATFORM_DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  const demoFile = join(dataDir, 'demo.json');
  await until(
    'the platform is there',
    async () => {
      if (!program.isRunning()) throw new Error(program.output());
      return (await readFile(demoFile).catch(() => null)) !== null;
    },
    120_000,
  );
  const demo = JSON.parse(await readFile(demoFile, 'utf8')) as Demo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const { client_id, client_secret } = demo.idp;
  const form = new URLSearchParams({ client_id, client_secret, username: 'reader' });
  const answer = await fetch(demo.idp.token_url, { method: 'POST', body: form });
  const { access_token } = (await answer.json()) as { access_token: string };
  const user = {
    authorization: `Bearer ${access_token}`,
    'x-public-key': demo.public_key,
    'x-application-code': 'demo',
  };
  await register(baseUrl, user);
  return {
    baseUrl,
    pid: program.pid,
    siteCode: demo.site_code,
    siteKey: demo.site_key,
    jwksUrl: `${demo.idp.issuer}/jwks`,
    issuer: demo.idp.issuer,
    user,
    async stop() {
      await program.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Every service in a separate process; the flood reaches the gateway. */
export async function startSeparate(): Promise<Target> {
  const postgres = await startChaosPostgres();
  try {
    const t = await startSeparatePlatform({ env: () => ({ ...limits, ...defaultDatabaseWait, LOG_LEVEL: 'warn' }) });
    const { headers } = await t.registered('reader');
    return {
      baseUrl: t.baseUrl,
      pid: t.services.gateway?.pid ?? 0,
      siteCode: t.demo.site_code,
      siteKey: t.demo.site_key,
      jwksUrl: t.sandboxes.idp.jwksUrl,
      issuer: t.sandboxes.idp.issuer,
      user: headers,
      async stop() {
        killWhatIsLeft();
        await t.stop();
        await postgres.remove();
      },
    };
  } catch (error) {
    killWhatIsLeft();
    await postgres.remove();
    throw error;
  }
}

async function register(baseUrl: string, headers: Record<string, string>): Promise<void> {
  const client = contractClient(allEndpoints, { baseUrl, headers });
  const params = { app_code: 'demo' };
  const { data } = await client.listLegalDocuments({ params });
  const consents = data.map(({ id, version, title }) => ({
    document_id: id,
    version,
    checkbox_text: title,
    accepted: true,
  }));
  const reply = await client.registerUser({ params, body: { explicit_consent: true, consents } });
  if (reply.status !== 200) throw new Error(`the reader could not register: ${JSON.stringify(reply.body)}`);
}
