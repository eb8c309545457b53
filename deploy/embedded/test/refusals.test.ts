import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Resource, requestPath, resources } from '@platform/contracts';
import { asJson, exampleRequest, type Parts, routes, type Values, type WireReply, wire } from './probes.ts';
import { wordlessTextsOf } from './refusal-words.ts';
import { provokedRefusals, type Refusal } from './refusals.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld, type World } from './world.ts';

/**
 * Refusals as a person sees them: the message alone, of requests of users, visitors, administrators, back ends, the
 * scheduler and channels. `REFUSALS_FILE=…` writes them to a file, for a reader.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let world: World;
let values: Values;

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const adminHeaders = await t.adminHeaders();
  world = createWorld({ t, adminHeaders, admin: t.client(adminHeaders), code: 'refused', username: 'anna' });
  values = await world.given(Object.keys(resources) as Resource[]);
  const password = 'another-long-password';
  await t.client(adminHeaders).createAdmin({ body: { email: 'staff@example.test', password, role: 'staff' } });
  const { data } = await t.client().openAdminSession({ body: { email: 'staff@example.test', password } });
  staff = { authorization: `Bearer ${data.access_token}` };
});
afterAll(async () => {
  send.close();
  await t.stop();
});

let staff: Record<string, string>;

async function provoke({ id, params, query, body, raw, headers, role, twice }: Refusal): Promise<WireReply> {
  const route = routes.find((each) => each.id === id);
  if (!route) throw new Error(`there is no operation ${id}`);
  const example: Parts = exampleRequest(route, values);
  const fields = typeof body === 'function' ? body(values) : body;
  const sent = route.endpoint.body ? asJson({ ...(example.body as object), ...fields }) : { headers: {} };
  const credential = role === 'staff' ? staff : await world.headersFor(route);
  const request = {
    method: route.endpoint.method,
    target: requestPath(route.endpoint, {
      params: { ...example.params, ...(typeof params === 'function' ? params(values) : params) },
      query: { ...example.query, ...query },
    }),
    headers: Object.fromEntries(
      Object.entries({ ...credential, ...sent.headers, ...headers }).filter(([, value]) => value !== ''),
    ),
    ...(raw === undefined ? ('body' in sent ? { body: sent.body } : {}) : { body: raw }),
  };
  if (twice) await send(request);
  return send(request);
}

test('a hundred refusals of all parts of the platform are sentences that say what to do next', async () => {
  const told: { what: string; reply: WireReply }[] = [];
  for (const refusal of provokedRefusals) told.push({ what: refusal.what, reply: await provoke(refusal) });
  const file = process.env.REFUSALS_FILE;
  if (file)
    await writeFile(
      file,
      told
        .map(({ what, reply }, at) => `${at + 1}. ${what} → ${reply.status} ${reply.error}: ${reply.json.message}`)
        .join('\n'),
    );
  const wrong = told.flatMap(({ what, reply }) => {
    if (reply.status < 400 || reply.status >= 500) return [`${what}: ${reply.status} ${reply.text.slice(0, 200)}`];
    return wordlessTextsOf(reply).map((text) => `${what}: ${text}`);
  });
  expect(wrong).toEqual([]);
  const messages = told.map(({ reply }) => String(reply.json.message));
  expect(messages.filter((message, at) => messages.indexOf(message) !== at)).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(100);
  expect(t.errors()).toEqual([]);
});
