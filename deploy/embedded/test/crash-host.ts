import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { analyticsService } from '@platform/analytics';
import { billingService } from '@platform/billing';
import { catalogService } from '@platform/catalog';
import { upstreamNames, urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { identityService } from '@platform/identity';
import { type Bus, createLog, inProcessBus } from '@platform/runtime';
import pg from 'pg';
import { runServices } from '../src/run-services.ts';

/**
 * The services of a purchase in a process that counts every effect it has on the world (provider, database,
 * bus) and kills itself at a chosen one. Database and provider belong to the process that started it, so they
 * survive. The process starts again after each kill; without the other services it starts faster.
 */

const services = [analyticsService, billingService, catalogService, identityService];
/** Addresses of the services that do not run. */
const absent = Object.fromEntries(
  upstreamNames
    .filter((name) => services.every(({ contract }) => contract.name !== name))
    .map((name) => [urlVariable(name), 'http://127.0.0.1:9']),
);

/** Options from the test, as JSON in the environment variable CRASH_HOST. */
export interface CrashHostOptions {
  env: Record<string, string>;
  databaseUrls: Record<string, string>;
  /** For the consumer that keeps what was published in the table `public.observed`. */
  superuserUrl: string;
  port: number;
}

/**
 * Where to die: at the so many-eth effect of this name. A plain number over all effects would not name one
 * place, since the relays run beside the requests.
 */
export interface CrashPoint {
  label: string;
  occurrence: number;
}

/** `arm` starts counting and kills at that effect, never when null; `report` asks for what was counted. */
export type ToCrashHost = { arm: CrashPoint | null } | { report: true };
export type FromCrashHost = { ready: true } | { armed: true } | { effects: string[] };

const send = (message: FromCrashHost): void => void process.send?.(message);

let effects: string[] | null = null;
let crashAt: CrashPoint | null = null;

function effect(label: string): void {
  if (!effects) return;
  effects.push(label);
  if (label !== crashAt?.label || effects.filter((seen) => seen === label).length !== crashAt.occurrence) return;
  // Synchronous: nothing that is still in a buffer outlives the next line.
  writeSync(1, `crashed: ${label}\n`);
  process.kill(process.pid, 'SIGKILL');
}

async function around<T>(label: string, work: () => Promise<T>): Promise<T> {
  effect(`before ${label}`);
  const result = await work();
  effect(`after ${label}`);
  return result;
}

/** Clients of this file itself: their statements are no effects of the platform. */
const uncounted = new WeakSet<pg.Client>();

/** Statements of jobs with a time of their own, and of their turns: no effects of the purchase that happens meanwhile. */
const isOfJob = (what: string): boolean => what === 'UPDATE identity.ledger_verifications' || what.endsWith('.jobs');

/** Observes every statement of every pool: a commit, of one statement or a transaction, is an effect. */
function countCommits(): void {
  const transactions = new WeakMap<pg.Client, string[]>();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;

  const committing = (client: pg.Client, text: string): string | null => {
    const open = transactions.get(client);
    const written = /^\s*(?:WITH\s+\w+\s+AS\s+\(\s*)?(INSERT INTO|UPDATE|DELETE FROM)\s+([\w".-]+)/i.exec(text);
    if (/^\s*begin/i.test(text)) transactions.set(client, []);
    else if (/^\s*rollback/i.test(text)) transactions.delete(client);
    else if (/^\s*commit/i.test(text)) {
      transactions.delete(client);
      // Analytics counts days in a time of its own: that is no effect of the purchase that happens meanwhile.
      if (open?.some((written) => written.startsWith('DELETE FROM analytics.stale_'))) return null;
      return open && open.length > 0 ? `the commit of ${[...new Set(open)].join(', ')}` : null;
    } else if (written) {
      const table = written[2]?.replaceAll('"', '') ?? '';
      const what = `${written[1]?.toUpperCase()} ${table}`;
      if (!open) return isOfJob(what) ? null : what;
      open.push(what);
    }
    return null;
  };

  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: string } | null)?.text ?? '');
    const label = uncounted.has(this) ? null : committing(this, text);
    if (label === null) return original.apply(this, args);
    const last = args.at(-1);
    if (typeof last !== 'function') return around(label, async () => original.apply(this, args));
    args[args.length - 1] = (...results: unknown[]) => {
      effect(`after ${label}`);
      last(...results);
    };
    effect(`before ${label}`);
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

const countingBus = (bus: Bus): Bus => ({
  ...bus,
  publish: (envelope) => around(`the publish of ${envelope.type}`, () => bus.publish(envelope)),
});

/**
 * Billing's override: every call of the payment provider is two effects, its leaving and the arrival of its
 * answer.
 */
const countingProvider = <P extends Record<string, unknown>>(provider: P): P =>
  Object.fromEntries(
    Object.entries(provider).map(([name, method]) => [
      name,
      typeof method === 'function' && /^(create|get)/.test(name)
        ? (...args: unknown[]) => around(`the provider's ${name}`, async () => method(...args))
        : method,
    ]),
  ) as P;

/** A durable consumer that keeps each event once, as any other service would. */
async function observeInto(bus: Bus, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  uncounted.add(client);
  await client.connect();
  for (const type of ['payment.succeeded', 'entitlement.granted'])
    await bus.consume({
      name: `test__observe-${type}`,
      type,
      async deliver({ envelope }) {
        const { id, data } = envelope as { id: string; data: { user_id: string } };
        await client.query(
          'INSERT INTO public.observed (event_id, type, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          [id, type, data.user_id],
        );
        return 'done';
      },
    });
}

async function main(): Promise<void> {
  const options = JSON.parse(process.env.CRASH_HOST ?? '{}') as CrashHostOptions;
  countCommits();
  const bus = countingBus(inProcessBus());
  await observeInto(bus, options.superuserUrl);
  await runServices(services, gatewayService, {
    env: { ...options.env, ...absent },
    databaseUrl: (service) => options.databaseUrls[service] ?? '',
    port: options.port,
    host: '127.0.0.1',
    bus,
    log: createLog('crash-host', 'error'),
    overrides: { wrapProvider: countingProvider },
  });
  process.on('message', (message: ToCrashHost) => {
    if ('arm' in message) {
      crashAt = message.arm;
      effects = [];
      send({ armed: true });
    } else send({ effects: effects ?? [] });
  });
  // The parent process is gone: no other process would end this one.
  process.on('disconnect', () => process.exit(0));
  // Node writes it at the end of a process, and this one has no orderly end.
  flushCompileCache();
  send({ ready: true });
}

// The test imports the types of this file; only the program runs.
if (process.env.CRASH_HOST !== undefined) await main();
