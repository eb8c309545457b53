import { randomUUID } from 'node:crypto';
import { type Resource, type Route, resources } from '@platform/contracts';
import { exampleRequest, fieldsOf, inParallel, resourceOf, routes, type Values, wire, withField } from '../probes.ts';
import { createWorld, ok } from '../world.ts';
import { type Answers, createAnswers, toRequest } from './answers.ts';
import type { Target } from './targets.ts';

const atOnce = 6;

/** Credentials by name. The contract says which of them an operation takes; here each meets each. */
async function credentialsOf(target: Target): Promise<Record<string, Record<string, string>>> {
  const owner = await target.adminHeaders();
  const admin = target.client(owner);
  const user = await target.registered('role-matrix');
  const sessionOf = async (role: 'staff' | 'admin') => {
    const body = { email: `${role}-${randomUUID()}@example.test`, password: `password-${randomUUID()}` };
    ok(await admin.createAdmin({ body: { ...body, role } }));
    return { authorization: `Bearer ${ok(await target.client().openAdminSession({ body })).access_token}` };
  };
  const apiKeyOf = async (role: 'staff' | 'admin') => {
    const made = ok(
      await admin.createAdminApiKey({
        body: { name: `matrix ${role}`, role, application_ids: [target.demo.application_id] },
      }),
    );
    return { authorization: `Bearer ${made.api_key}` };
  };
  const { authorization = '', ...key } = user.headers;
  const foreign = await target.sandboxes.idp.mint({ aud: 'another-app' }, { username: 'foreign' });
  return {
    nothing: {},
    'a word': { authorization: 'Bearer word' },
    'a user': { authorization },
    'a user with a key': user.headers,
    'a key': key,
    'a token of another application': { ...key, authorization: `Bearer ${foreign}` },
    'a wrong key': { 'x-public-key': `svc_pub_${'a'.repeat(32)}` },
    'a site key': { 'x-public-key': target.demo.site_key },
    'a staff session': await sessionOf('staff'),
    'an admin session': await sessionOf('admin'),
    'a staff API key of one application': await apiKeyOf('staff'),
    'an admin API key of one application': await apiKeyOf('admin'),
    'a wrong worker secret': { 'x-worker-secret': 'no' },
    'a wrong webhook token': { 'x-webhook-token': 'no' },
    'headers of the gateway': { 'x-platform-context': 'e30.e30', 'x-platform-user': randomUUID() },
  };
}

/** Every operation with every kind of credential, on ids that name nothing. */
export async function sendRoles(target: Target): Promise<Answers> {
  const credentials = await credentialsOf(target);
  const send = wire(target.baseUrl);
  const answers = createAnswers(send);
  const calls = routes
    .filter(({ endpoint }) => !endpoint.endsSession)
    .flatMap((route) => Object.entries(credentials).map(([name, headers]) => ({ route, name, headers })));
  await inParallel(
    calls,
    async ({ route, name, headers }) => {
      const values = { application_code: target.demo.application_code, site_code: target.demo.site_code };
      await answers.send(`${route.id} with ${name}`, toRequest(route, exampleRequest(route, values), headers));
    },
    atOnce,
  );
  send.close();
  return answers;
}

/** Every field that names a resource, with one of another tenant and the credential of the own one. */
export async function sendTenants(target: Target): Promise<Answers> {
  const adminHeaders = await target.adminHeaders();
  const admin = target.client(adminHeaders);
  const worldOf = (code: string) => createWorld({ t: target, admin, adminHeaders, code, username: code });
  const [own, other] = [worldOf('tenant-a'), worldOf('tenant-b')];
  const otherValues: Values = await other.given(Object.keys(resources) as Resource[]);
  const send = wire(target.baseUrl);
  const answers = createAnswers(send);
  const probesOf = async (route: Route) => {
    const values = await own.givenFor(route);
    const parts = exampleRequest(route, values);
    const headers = await own.headersFor(route);
    return fieldsOf(route.endpoint).flatMap((field) => {
      const resource = resourceOf(field);
      const value = resource === undefined ? undefined : otherValues[resource];
      if (value === undefined) return [];
      return [{ route, headers, parts: { ...parts, [field.place]: withField(parts[field.place], field.path, value) } }];
    });
  };
  // All of them first: a probe may change what others need.
  const probes: Awaited<ReturnType<typeof probesOf>> = [];
  for (const route of routes.filter(({ endpoint }) => !endpoint.endsSession && endpoint.upload === undefined))
    probes.push(...(await probesOf(route)));
  await inParallel(
    probes,
    async ({ route, headers, parts }) => {
      await answers.send(`${route.id} across tenants`, toRequest(route, parts, headers));
    },
    atOnce,
  );
  send.close();
  return answers;
}
