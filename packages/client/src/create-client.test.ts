import { expect, test } from '@jest/globals';
import { data, fakePlatform, type Seen, userToken } from '../test/fake-platform.ts';
import { base, clientOf, patientMs } from '../test/open-client.ts';
import type { QueuedEvent } from './events.ts';

const events = 'POST /v1/events/batch';
const config = `GET ${base}/config`;

const platform = () =>
  fakePlatform({
    [config]: () => data({ config: {} }),
    [`GET ${base}/features`]: () => data({ features: {} }),
    [events]: () => data({ accepted: 1, rejected: [] }),
  });
const namesOf = (requests: readonly Seen[]) =>
  requests.flatMap(({ body }) => (body as { events: QueuedEvent[] }).events).map(({ event }) => event);

test('five components that wait for the client at once make it ready once, with one opening of the application', async () => {
  const api = platform();
  const client = clientOf(api.fetch);
  await Promise.all(Array.from({ length: 5 }, () => client.ready({ timeoutMs: patientMs })));
  await client.flush();
  client.stop();
  expect([api.calls(config), api.calls(`GET ${base}/features`)].map((calls) => calls.length)).toEqual([1, 1]);
  expect(namesOf(api.calls(events))).toEqual(['app_opened']);
});

test('a later call of ready reads for the person of then, and the application is still opened once', async () => {
  let user: string | null = null;
  const api = platform();
  const client = clientOf(api.fetch, { getToken: () => (user === null ? null : userToken(user)) });
  await client.ready({ timeoutMs: patientMs });
  user = 'ada';
  await client.ready({ timeoutMs: patientMs });
  await client.flush();
  client.stop();
  expect(api.calls(`GET ${base}/features`)).toHaveLength(1);
  expect(namesOf(api.calls(events))).toEqual(['app_opened']);
});

test('thirty calls at once listen once to the end of the client, and the end ends all of them', async () => {
  const signals: AbortSignal[] = [];
  const listened: string[] = [];
  const add = AbortSignal.prototype.addEventListener;
  const client = clientOf(((_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_, reject) => {
      add.call(signal, 'abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  }) as typeof fetch);
  AbortSignal.prototype.addEventListener = function (this: AbortSignal, ...given: Parameters<typeof add>) {
    listened.push(String(signals.indexOf(this)));
    return add.apply(this, given);
  } as typeof add;
  try {
    const calls = Array.from({ length: 30 }, () => client.legal.form('registration').catch((error) => error.code));
    while (signals.length < 30) await new Promise((resolve) => setImmediate(resolve));
    client.stop();
    expect(await Promise.all(calls)).toEqual(Array(30).fill('aborted'));
    // Each call listens to a signal of its own.
    expect(listened).toHaveLength(30);
  } finally {
    AbortSignal.prototype.addEventListener = add;
  }
});
