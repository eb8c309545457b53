import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { schedules } from '@platform/contracts';
import {
  asRole,
  bootstrapDatabase,
  boundHeaps,
  ConfigError,
  collectProcessMetrics,
  createLog,
  errorReasons,
  errorText,
  type Listening,
  migratorRole,
  PortBusyError,
  serveOperations,
  startTracing,
  withDatabase,
} from '@platform/runtime';
import { LocalPostgresError, startLocalPostgres } from '@platform/sandbox';
import { createLanding } from '../demo-landing/landing.ts';
import { createApp } from './app-server.ts';
import { appSettings } from './app-settings.ts';
import { ensureDemo, readIssuer } from './demo-file.ts';
import { openDemoPage } from './demo-pages.ts';
import { embeddedEnvironment, localEnvironment } from './environment.ts';
import { migrateAll, type RunningPlatform, startPlatform } from './platform.ts';
import { openSampleSites } from './sample-sites.ts';
import { idpAddress, openSandboxes, webhookAddress } from './sandboxes.ts';
import { startScheduler } from './scheduler.ts';
import { DataFolderError, databasePasswordOf, loadSecrets } from './secrets.ts';
import { AdminPasswordChangedError } from './seed.ts';
import { schemaNames } from './services.ts';
import { BusyPortError, checkStartOptions } from './start-options.ts';
import { welcome } from './tour.ts';

const database = 'platform';
const started = Date.now();
const say = (text: string) => process.stdout.write(`${text}\n`);
const step = (text: string) => say(`  · ${text}`);

/** Functions that stop the running parts. They are called in reverse order. */
const closers: (() => Promise<void> | void)[] = [];
let isStopping = false;

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      process.stderr.write(`  while stopping: ${errorText(error)}\n`);
    }
  }
  process.exit(exitCode);
}

async function start(): Promise<void> {
  boundHeaps();
  const dataDir = process.env.PLATFORM_DATA_DIR || '.platform';
  const port = await checkStartOptions(process.env);
  if (process.env.RESET === '1') await reset(dataDir);
  await mkdir(dataDir, { recursive: true });
  const baseUrl = `http://localhost:${port}`;
  const secrets = await loadSecrets(join(dataDir, 'secrets.json'), {
    idp_issuer: (await readIssuer(join(dataDir, 'demo.json'))) ?? idpAddress(baseUrl),
    isFirstStart: !existsSync(join(dataDir, 'postgres')),
  });

  step(existsSync(join(dataDir, 'postgres')) ? 'starting PostgreSQL' : 'creating a PostgreSQL database (once)');
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres') });
  closers.push(postgres.stop);
  void postgres.ended.then(() => {
    if (isStopping) return;
    process.stderr.write('\n  PostgreSQL ended unexpectedly; see its log in the data folder. Stopping.\n');
    void stop(1);
  });

  step('preparing the schemas');
  await bootstrapDatabase({
    superuserUrl: postgres.socketUrl,
    database,
    services: schemaNames,
    passwordOf: (role) => databasePasswordOf(secrets, role),
  });
  const databaseUrl = withDatabase(postgres.socketUrl, database);
  const urlOf = (role: string) => asRole(databaseUrl, role, databasePasswordOf(secrets, role));
  await migrateAll(urlOf(migratorRole));

  step('starting the services');
  const logFile = createWriteStream(join(dataDir, 'platform.log'), { flags: 'w' });
  const log = createLog('platform', process.env.LOG_LEVEL || 'info', logFile);
  closers.push(await startTracing('platform', process.env, { isPublic: true }));
  // Opened before it has a page, because the identity provider needs its address for redirects.
  const app = await openDemoPage(process.env.APP_PORT, port + 2);
  closers.push(() => app.close(100));
  const sandboxes = await openSandboxes({
    secrets,
    appUrl: app.url,
    sandboxUrl: baseUrl,
    issuer: secrets.idp_issuer,
    webhookUrl: webhookAddress(baseUrl, secrets),
    dataDir: join(dataDir, 'sandbox'),
  });
  closers.push(sandboxes.stop);
  const platform = await startPlatform({
    env: embeddedEnvironment(
      localEnvironment({
        secrets,
        baseUrl,
        sandboxUrl: baseUrl,
        mailUrl: sandboxes.mail.url,
        filesDir: join(dataDir, 'files'),
      }),
      { ...(process.env.RESET_ADMIN === '1' ? { PLATFORM_ADMIN_RESET: 'true' } : {}), ...process.env },
    ),
    databaseUrl: urlOf,
    port,
    log,
    front: sandboxes.front,
  });
  closers.push(() => platform.stop(1_500));

  collectProcessMetrics(platform.host.metrics);
  const operations = await openOperations(platform);
  closers.push(() => operations.close(100));

  step('preparing the demo application');
  const landing = await openDemoPage(process.env.LANDING_PORT, port + 1);
  closers.push(() => landing.close(100));
  const sampleSites = await openSampleSites(port + 3);
  closers.push(sampleSites.close);
  const demo = await ensureDemo({
    baseUrl,
    publicUrl: baseUrl,
    file: join(dataDir, 'demo.json'),
    secrets,
    idp: sandboxes.idp,
    jwksUrl: sandboxes.idp.jwksUrl,
    landingUrl: landing.url,
    appUrl: app.url,
    sampleSites: sampleSites.urls,
  });
  const { site_code: siteCode, site_key: siteKey, site_server_key: serverKey, indexnow_key: indexNowKey } = demo.site;
  const onSale = { code: demo.site.application_code, publicKey: demo.site.public_key, url: app.url };
  landing.show(createLanding({ apiUrl: baseUrl, siteCode, siteKey, serverKey, indexNowKey, application: onSale }));
  const application = demo.site;
  const settings = await appSettings({ baseUrl, publicUrl: baseUrl, authority: idpAddress(baseUrl), application });
  app.show(createApp(settings, app.url));
  closers.push(startScheduler({ baseUrl, workerSecret: secrets.worker_secret, log, schedules }));
  const facts = {
    ...secrets,
    base_url: baseUrl,
    admin_password: demo.isAdminKnown ? secrets.admin_password : null,
    demo_url: demo.isStale ? demo.baseUrl : null,
    landing_url: landing.url,
    app_url: app.url,
    sample_sites: sampleSites.urls,
    metrics_url: `http://localhost:${operations.port}/metrics`,
    data_dir: relative(process.cwd(), dataDir) || '.',
    ready_seconds: ((Date.now() - started) / 1000).toFixed(1),
  };
  say(welcome(facts, process.stdout.isTTY));
}

/**
 * Serves metrics and readiness on OPS_PORT, 9090 by default. If another program uses the default port, a free
 * port is taken.
 */
async function openOperations({ host, services }: RunningPlatform): Promise<Listening> {
  const isServing = async () => (await Promise.all(services.map((service) => service.isServing()))).every(Boolean);
  const open = (port: number) => serveOperations(host, { isServing, port, host: '127.0.0.1' });
  return open(host.config.OPS_PORT).catch((error) => {
    if (process.env.OPS_PORT || !(error instanceof PortBusyError)) throw error;
    return open(0);
  });
}

/** Deletes the data folder of earlier starts, if it belongs to the platform. */
async function reset(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  // A folder without `secrets.json` belongs to the platform if it has both entries that every start creates.
  const isOurs = ['secrets.json', 'sandbox', 'platform.log'].map((name) => existsSync(join(dataDir, name)));
  if (!isOurs[0] && !(isOurs[1] && isOurs[2]))
    throw new ConfigError('the platform', [
      `\`RESET\` removes only a data folder of the platform, and ${dataDir} is none: remove it yourself.`,
    ]);
  step(`removing ${dataDir}`);
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    // A server left behind by a killed start must not lose its files while it runs. Any other damage of the
    // folder does not matter now.
    await startLocalPostgres({ dataDir: join(dataDir, 'postgres') })
      .then((postgres) => postgres.stop())
      .catch((error) => {
        if (!(error instanceof LocalPostgresError) || error.message.includes('is in use by')) throw error;
      });
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** The message of a failed start: one sentence if the cause is known. */
function explain(error: unknown): string {
  if (error instanceof PortBusyError) return `${error.message}.`.replace(/^port/, 'Port');
  if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${process.env.HOST || '127.0.0.1'}: bring its loopback interface up, or set HOST.`;
  const explained = [AdminPasswordChangedError, BusyPortError, DataFolderError, LocalPostgresError, ConfigError];
  if (error instanceof Error && explained.some((known) => error instanceof known)) return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\n  Cause: ${errorReasons(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    say('\n  stopping…');
    // A hanging step must not block the terminal.
    setTimeout(() => process.exit(1), 10_000).unref();
    void stop(0);
  });
}

try {
  await start();
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n  ${explain(error)}\n\n`);
    await stop(1);
  }
}
