import {
  catalog,
  cms,
  contractClient,
  platform as contracts,
  identity,
  type ResolvedApplication,
  type ResolvedSite,
  type Route,
  requestPath,
  routeTable,
  type UpstreamName,
  upstreamNames,
} from '@platform/contracts';
import type { AuthKind, Handlers, QueryContract } from '@platform/contracts/kit';
import {
  contextKeysEnvironment,
  createGatewaySealer,
  createLog,
  defineService,
  deriveContextKey,
  fail,
  inProcessBus,
  listen,
  newId,
  type Overrides,
  openHost,
  prepareService,
  type RunningService,
  randomBase62,
  sha256,
} from '@platform/runtime';
import { createIdentityProviderSandbox, type IdentityProviderSandbox } from '@platform/sandbox';
import {
  allEndpoints,
  anAdmin,
  logLines,
  noLimits,
  type PlatformClient,
  type Send,
  wire,
  without,
} from '@platform/testing';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { gatewayService } from '../src/service.ts';

/** The identity provider of an application; catalog seals its shared secret. */
type Provider = Omit<NonNullable<ResolvedApplication['identity_provider']>, 'sealed_hs256_secret'> & {
  hs256_secret: string;
};

export interface User {
  user_id: string;
  client: PlatformClient;
  /** Token, public key and application. */
  headers: Record<string, string>;
}

export interface GatewayTest {
  baseUrl: string;
  send: Send;
  idp: IdentityProviderSandbox;
  demo: { application_id: string; public_key: string; site_code: string; site_key: string; server_key: string };
  /** The services behind the gateway. */
  services: ReadonlyMap<UpstreamName, RunningService>;
  /** A client with these headers; none when called without. */
  client(headers?: Record<string, string>): PlatformClient;
  /** Makes an application known to catalog, whose tokens have its code as their audience. */
  addApplication(code: string, provider?: Partial<Provider> | null): ResolvedApplication;
  /** A user of the demo application. */
  addUser(username: string): Promise<User>;
  /** Headers of an administrator. */
  addAdmin(): Record<string, string>;
  /** Another gateway in front of services at these addresses. */
  startGateway(env: Record<string, string>): Promise<{ port: number; send: Send }>;
  /** Serves a service on a port of its own and returns its address. */
  expose(service: RunningService): Promise<string>;
  /** Every line that the gateway logged so far, at the level that was asked for. */
  logged(): readonly string[];
  /** The text of its metrics. */
  metrics(): Promise<string>;
  /** Registers work of `stop`; the last registered runs first. */
  onStop(work: () => Promise<void> | void): void;
  stop(): Promise<void>;
}

export const secrets = {
  context: 'a-context-secret-of-more-than-32-characters',
  worker: 'w'.repeat(32),
  webhook: 'h'.repeat(32),
  admin: { email: 'owner@example.test', password: 'a-long-test-password' },
};
export const publicUrl = 'http://platform.test';

/** Every endpoint of the platform. */
export const routes = routeTable(contracts);
/** The endpoint with this id. */
export const routeOf = (id: string): Route => {
  const route = routes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`no endpoint ${id}`);
  return route;
};

/** The address of an endpoint about the demo application; other names in it name nothing. */
export const targetOf = ({ endpoint }: Route, siteCode: string): string => {
  const named: Record<string, string> = { app_code: 'demo', site_code: siteCode };
  const names = [...endpoint.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name);
  return requestPath(endpoint, { params: Object.fromEntries(names.map((name) => [name, named[name] ?? newId()])) });
};

/** A call with an empty body where the endpoint has one. */
export const callOf = (route: Route, siteCode: string, headers: Record<string, string>) => ({
  method: route.endpoint.method as string,
  target: targetOf(route, siteCode),
  ...(route.endpoint.body ? { body: '{}' } : {}),
  headers: { ...headers, ...(route.endpoint.body ? { 'content-type': 'application/json' } : {}) },
});

/** Headers that satisfy an endpoint of this kind. */
export function headersFor(
  auth: AuthKind,
  { user, admin, site_key }: { user: User | undefined; admin: Record<string, string> | undefined; site_key: string },
): Record<string, string> {
  const own = user?.headers ?? {};
  const all: Record<AuthKind, Record<string, string>> = {
    none: {},
    application: {},
    user_or_key: without(own, 'authorization'),
    key: without(own, 'authorization'),
    site_key: { 'x-public-key': site_key },
    user: without(own, 'x-public-key'),
    user_and_key: own,
    user_or_admin: without(own, 'x-public-key'),
    admin: admin ?? {},
    worker: { 'x-worker-secret': secrets.worker },
    webhook_token: { 'x-webhook-token': secrets.webhook },
  };
  return all[auth];
}

const created_at = '2026-01-01T00:00:00.000Z';
const profile = (id: string, display_name: string | null) => ({
  id,
  display_name,
  created_at,
  email: null,
  avatar_url: null,
  platform: null,
  country_code: null,
  city: null,
  timezone: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  acquisition_source: null,
});

/** The endpoints of identity that the tests read an answer of; every other endpoint answers 404. */
const ofIdentity: Partial<Handlers<typeof identity>> = {
  registerUser: ({ context }) => ({
    user: profile(context.user.id ?? newId(), context.user.display_name),
    created: context.user.id === null,
    needs_reconsent: false,
    pending_reconsent: [],
  }),
  getMyProfile: ({ context }) => profile(context.user.id, context.user.display_name),
  updateMyProfile: ({ context, body }) => profile(context.user.id, body.display_name ?? null),
  openAdminSession: ({ body }) =>
    body.email === secrets.admin.email && body.password === secrets.admin.password
      ? {
          access_token: `adm_${randomBase62(43)}`,
          expires_at: created_at,
          admin: { id: newId(), email: body.email, role: 'owner', created_at },
        }
      : fail('invalid_credentials'),
  closeAdminSession: () => undefined,
};

/** The handlers of a service behind the gateway: its real contract, without its use cases. */
const behind = (name: UpstreamName) =>
  defineService({
    migrations: undefined,
    contract: contracts[name],
    config: z.object({}),
    create: () => ({
      routes: (name === 'identity' ? ofIdentity : {}) as never,
      zoneOfSite: async () => null,
      queries: {} as never,
      commands: {} as never,
    }),
  });

/**
 * The real gateway. The services behind it verify and parse requests by their contracts. The bus answers the
 * questions about applications, sites, users and sessions.
 */
export async function startGatewayTest(
  options: { env?: Record<string, string>; overrides?: Overrides; logLevel?: string } = {},
): Promise<GatewayTest> {
  const work: (() => Promise<void> | void)[] = [];
  const onStop: GatewayTest['onStop'] = (end) => void work.push(end);
  const idp = await openIdentityProvider(onStop);
  const env = {
    PUBLIC_API_URL: publicUrl,
    PLATFORM_CONTEXT_SECRETS: secrets.context,
    ...contextKeysEnvironment(secrets.context, upstreamNames),
    SAFE_FETCH_ALLOWED_HOSTS: new URL(idp.issuer).host,
    WORKER_SECRET: secrets.worker,
    PAYMENT_WEBHOOK_TOKEN: secrets.webhook,
    ...noLimits,
    ...options.env,
  };
  const bus = inProcessBus();
  const lines = logLines();
  const host = await openHost({
    name: 'gateway',
    env,
    bus,
    log: createLog('test', options.logLevel ?? 'error', lines),
  });
  // The handlers write no audit records, which a service reports as an error.
  const others = await openHost({ name: 'others', env, bus, log: createLog('test', 'silent') });
  onStop(async () => {
    await others.close();
    await host.close();
  });

  const prepare = async (running: RunningService) => {
    await running.begin();
    onStop(() => running.stop());
    return running;
  };
  const services = new Map<UpstreamName, RunningService>();
  for (const name of upstreamNames)
    services.set(name, await prepare(await prepareService(others, behind(name), { env })));
  const local = Object.fromEntries(services);
  const serve = async (service: RunningService) => {
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    onStop(() => server.close(0));
    return { port: server.port, address: `http://127.0.0.1:${server.port}` };
  };
  const sendTo = (address: string) => {
    const send = wire(address);
    onStop(send.close);
    return send;
  };
  const { overrides } = options;
  const { address: baseUrl } = await serve(
    await prepare(await prepareService(host, gatewayService, { env, local, overrides })),
  );

  const known = await answerOnBus(bus, idp);
  const client: GatewayTest['client'] = (headers = {}) => contractClient(allEndpoints, { baseUrl, headers });
  return {
    baseUrl,
    send: sendTo(baseUrl),
    idp,
    demo: known.demo,
    services,
    client,
    addApplication: known.addApplication,
    async addUser(username) {
      const token = await idp.mint({ aud: 'demo' }, { username });
      const headers = {
        authorization: `Bearer ${token}`,
        'x-public-key': known.demo.public_key,
        'x-application-code': 'demo',
      };
      return { user_id: known.addUser(decodeJwt(token).sub ?? ''), client: client(headers), headers };
    },
    addAdmin: known.addAdmin,
    async startGateway(more) {
      const gateway = await prepare(await prepareService(host, gatewayService, { env: { ...env, ...more } }));
      const { port, address } = await serve(gateway);
      return { port, send: sendTo(address) };
    },
    expose: async (service) => (await serve(service)).address,
    logged: () => lines.all,
    metrics: () => host.metrics.scrape(),
    onStop,
    async stop() {
      for (const end of work.toReversed()) await end();
      const left = lines.take();
      if (left.length > 0) throw new Error(`the gateway logged errors:\n${left.join('\n')}`);
    },
  };
}

/** The identity provider on a server of its own: its address is part of its tokens. */
async function openIdentityProvider(onStop: GatewayTest['onStop']): Promise<IdentityProviderSandbox> {
  let handler: IdentityProviderSandbox['handler'] = (_req, res) => void res.writeHead(503).end();
  const server = await listen((req, res) => handler(req, res), { port: 0, host: '127.0.0.1' });
  const idp = await createIdentityProviderSandbox({
    issuer: `http://127.0.0.1:${server.port}`,
    clientId: 'demo',
    clientSecret: 'idp-secret',
  });
  handler = idp.handler;
  onStop(async () => {
    await idp.stop();
    await server.close(0);
  });
  return idp;
}

/**
 * Answers of catalog, cms and identity about one application with one site, and about those that are added.
 */
async function answerOnBus(bus: ReturnType<typeof inProcessBus>, idp: IdentityProviderSandbox) {
  const applications: ResolvedApplication[] = [];
  const users = new Map<string, string>();
  const admins = new Map<string, ReturnType<typeof anAdmin>>();
  const sealer = createGatewaySealer([deriveContextKey(secrets.context, catalog.name)]);
  const addApplication: GatewayTest['addApplication'] = (code, provider = {}) => {
    const id = newId();
    const { hs256_secret, ...changes } = provider ?? {};
    const application: ResolvedApplication = {
      id,
      code,
      status: 'active',
      public_keys: [{ id: newId(), key: `svc_pub_${randomBase62(32)}`, valid_until: null, is_use_stale: false }],
      identity_provider: provider && {
        issuer: idp.issuer,
        issuer_aliases: [],
        audience: code,
        allow_missing_audience: false,
        jwks_url: hs256_secret === undefined ? idp.jwksUrl : null,
        sealed_hs256_secret: hs256_secret === undefined ? null : sealer.seal(hs256_secret, `identity_provider:${id}`),
        authorized_party: null,
        saved_at: null,
        ...changes,
      },
    };
    applications.push(application);
    return application;
  };
  const application = addApplication('demo');
  const site_key = `svc_cms_${randomBase62(32)}`;
  const server_key = `svc_cms_srv_${randomBase62(32)}`;
  const site: ResolvedSite = {
    id: newId(),
    code: 'demo-site',
    status: 'active',
    application_id: application.id,
    keys: [site_key, server_key].map((key) => ({
      id: newId(),
      key_hash: sha256(key),
      valid_until: null,
      is_use_stale: false,
    })),
  };

  const answer = <I extends z.ZodType, O extends z.ZodType>(
    query: QueryContract<I, O>,
    find: (input: z.output<I>) => z.input<O>,
  ) =>
    bus.respond(query.subject, async ({ input }) => ({
      ok: true,
      output: query.output.parse(find(query.input.parse(input))),
    }));
  await answer(catalog.queries.resolveApplication, (asked) => ({
    application:
      applications.find((each) =>
        'code' in asked
          ? each.code === asked.code
          : 'id' in asked
            ? each.id === asked.id
            : each.public_keys.some(({ key }) => key === asked.public_key),
      ) ?? null,
  }));
  await answer(cms.queries.resolveSite, (asked) => ({
    site: ('code' in asked ? asked.code === site.code : asked.id === site.id) ? site : null,
  }));
  await answer(identity.queries.resolveUser, ({ subject }) => ({ user_id: users.get(subject) ?? null }));
  await answer(identity.queries.countApplicationsWithoutDocuments, () => ({ application_count: 2 }));
  await answer(identity.queries.resolveAdminApiKey, () => ({ api_key: null }));
  await answer(identity.queries.resolveAdminSession, ({ token_hash }) => {
    const admin = admins.get(token_hash) ?? null;
    return { admin, expires_at: admin && new Date(Date.now() + 3_600_000).toISOString() };
  });
  return {
    demo: {
      application_id: application.id,
      public_key: application.public_keys[0]?.key ?? '',
      site_code: site.code,
      site_key,
      server_key,
    },
    addApplication,
    addUser(subject: string) {
      const id = users.get(subject) ?? newId();
      users.set(subject, id);
      return id;
    },
    addAdmin() {
      const token = `adm_${randomBase62(43)}`;
      admins.set(sha256(token), anAdmin());
      return { authorization: `Bearer ${token}` };
    },
  };
}
