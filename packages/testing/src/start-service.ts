import { auditEventOf, type Client, contractClient } from '@platform/contracts';
import type {
  AdminContext,
  ApplicationContext,
  CommandContract,
  EventContract,
  EventData,
  PlatformContext,
  QueryContract,
  ServiceContract,
  UserContext,
} from '@platform/contracts/kit';
import {
  type Ask,
  type Bus,
  type Call,
  type Clock,
  contextHeader,
  createAsk,
  createCall,
  createContextSigner,
  createLog,
  type DatabaseServiceDefinition,
  type Envelope,
  inProcessBus,
  listen,
  newId,
  type Overrides,
  openHost,
  prepareService,
} from '@platform/runtime';
import type { z } from 'zod';
import { longDatabaseWait } from './database-wait.ts';
import { eventually } from './eventually.ts';
import { logLines } from './log-lines.ts';
import { createTestDatabase, type TestDatabase, testContextSecret, testEnvironment } from './test-database.ts';

/** The caller: the context that the gateway would have verified and signed. */
export type Caller = Partial<
  Pick<PlatformContext, 'application' | 'site' | 'user' | 'admin' | 'shop' | 'client_ip' | 'user_agent'>
>;

export interface TestService<C extends ServiceContract> {
  database: TestDatabase;
  bus: Bus;
  baseUrl: string;
  /** A typed client that calls as this caller, with a context signed as the gateway signs it. */
  as(caller: Caller): Client<C['endpoints']>;
  /** The value of `x-platform-context` for a call past that client. */
  sign(caller: Caller, endpointId: string): string;
  /** Asks the service under test a query, as another service would. */
  ask: Ask;
  /** Calls a command of the service under test, as another service would. */
  call: Call;
  /** Answers a query or command to a service that is not running here. */
  answer<I extends z.ZodType, O extends z.ZodType>(
    contract: QueryContract<I, O> | CommandContract<I, O>,
    handler: (input: z.output<I>) => z.input<O> | Promise<z.input<O>>,
  ): Promise<void>;
  /** Delivers an event as if another service had published it; resolves when the consumers have committed. */
  deliver<E extends EventContract>(
    event: E,
    data: z.input<E['data']>,
    about: { application_id: string; id?: string; occurred_at?: string },
  ): Promise<void>;
  /**
   * Data of the events of this type that left the service so far, audit records included; waits until the
   * outbox is empty.
   */
  published<E extends EventContract>(event: E): Promise<EventData<E>[]>;
  /** The same with the moment at which each happened. */
  envelopes<E extends EventContract>(event: E): Promise<{ data: EventData<E>; occurred_at: string }[]>;
  /** Metrics of the process in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Lines that were logged at ERROR. A test that provokes one takes it out; stop() fails on what is left. */
  errors(): string[];
  /** Every line that the service logged so far, at the level of LOG_LEVEL. */
  logged(): readonly string[];
  stop(): Promise<void>;
}

export interface StartServiceOptions {
  clock?: Clock;
  env?: Record<string, string>;
  overrides?: Overrides;
}

/** Starts the real service on a real database of its own, with the in-process bus and without a gateway. */
export async function startService<C extends ServiceContract>(
  definition: DatabaseServiceDefinition & { contract: C },
  options: StartServiceOptions = {},
): Promise<TestService<C>> {
  const { contract } = definition;
  const database = await createTestDatabase();
  const env: Record<string, string | undefined> = {
    ...testEnvironment(database),
    ...longDatabaseWait,
    DATABASE_URL: database.urlFor(contract.name),
    ...options.env,
  };
  const lines = logLines();
  const bus = inProcessBus();
  const log = createLog('test', env.LOG_LEVEL ?? 'error', lines);
  const host = await openHost({ name: contract.name, env, bus, log, clock: options.clock });

  const seen: Envelope[] = [];
  const types = new Set([...Object.values(contract.events), auditEventOf(contract.name)].map(({ type }) => type));
  for (const type of types) await bus.observe(type, (envelope) => void seen.push(envelope));
  const service = await prepareService(host, definition, { env, overrides: options.overrides });
  try {
    await service.begin();
  } catch (error) {
    await service.stop();
    await host.close();
    await database.drop();
    throw error;
  }
  const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const signer = createContextSigner([testContextSecret], host.clock);

  const sign = (caller: Caller, endpointId: string) =>
    signer.sign(
      { request_id: newId(), client_ip: '203.0.113.7', user_agent: 'test', ...caller },
      contract.name,
      endpointId,
    );

  const outboxIsEmpty = () =>
    eventually(async () => {
      const [row] = await database.query<{ isEmpty: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM "${contract.name}".outbox) AS "isEmpty"`,
      );
      return row?.isEmpty;
    });

  const envelopesOf = async <E extends EventContract>(event: E) => {
    await outboxIsEmpty();
    return seen
      .filter(({ type }) => type === event.type)
      .map(({ data, occurred_at }) => ({ data: event.data.parse(data) as EventData<E>, occurred_at }));
  };
  return {
    database,
    bus,
    baseUrl,
    ask: createAsk(bus),
    call: createCall(bus),
    as: (caller) =>
      contractClient(contract.endpoints as C['endpoints'], {
        baseUrl,
        headersFor: (endpointId) => ({ [contextHeader]: sign(caller, endpointId) }),
      }),
    sign,
    async answer({ subject, input, output }, handler) {
      await bus.respond(subject, async (message) => ({
        ok: true,
        output: output.parse(await handler(input.parse(message.input) as never)),
      }));
    },
    async deliver(event, data, about) {
      await bus.publish({
        id: about.id ?? newId(),
        type: event.type,
        occurred_at: about.occurred_at ?? host.clock.now().toISOString(),
        application_id: about.application_id,
        request_id: newId(),
        traceparent: null,
        data: event.data.parse(data),
      });
    },
    published: async (event) => (await envelopesOf(event)).map(({ data }) => data),
    envelopes: envelopesOf,
    metrics: () => host.metrics.scrape(),
    errors: () => lines.take(),
    logged: () => lines.all,
    async stop() {
      await server.close(1_000);
      await service.stop();
      await bus.stopConsuming();
      await host.close();
      await database.drop();
      const left = lines.take();
      if (left.length > 0) throw new Error(`the service logged errors:\n${left.join('\n')}`);
    },
  };
}

/** Callers with fresh ids, ready for {@link TestService.as}. */
export const anApplication = (changes: Partial<ApplicationContext> = {}): ApplicationContext => {
  const id = newId();
  return { id, code: `app-${id.slice(-12)}`, ...changes };
};

export const aUser = <Id extends string | null = string>(
  changes: Partial<UserContext<Id>> = {},
): UserContext<Id | string> => ({
  id: newId(),
  issuer: 'https://issuer.test',
  subject: newId(),
  email: 'anna@example.test',
  display_name: 'Anna',
  avatar_url: null,
  ...changes,
});

/** An administrator with a session. */
type SignedIn = AdminContext & { session_id: string };

export const anAdmin = (changes: Partial<SignedIn> = {}): SignedIn => ({
  id: newId(),
  email: 'owner@example.test',
  role: 'owner',
  session_id: newId(),
  ...changes,
});
