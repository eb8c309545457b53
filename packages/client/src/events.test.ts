import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Answer, data, fakePlatform, refusal, type Seen, userToken } from '../test/fake-platform.ts';
import { clientOf as openClient, patientMs, withoutJitter } from '../test/open-client.ts';
import type { ClientOptions } from './create-client.ts';
import type { QueuedEvent } from './events.ts';
import { memoryStorage } from './storage.ts';

const address = 'POST /v1/events/batch';
const accepted = (request: Seen): Answer => data({ accepted: eventsOf(request).length, rejected: [] });
const eventsOf = ({ body }: Seen) => (body as { events: QueuedEvent[] }).events;

/** A client that is not ready: it sends what it tracks, and reads nothing. */
const clientOf = (fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}) =>
  openClient(fetch, { platform: 'web', appVersion: '1.2.0', ...options });
const idsOf = (requests: readonly Seen[]) => requests.flatMap(eventsOf).map(({ event_id }) => event_id);

afterEach(() => void jest.restoreAllMocks());

test('an event that is no JSON is dropped with a word, and the others are sent', async () => {
  const api = fakePlatform({ [address]: accepted });
  const errors: unknown[] = [];
  const client = clientOf(api.fetch, { onError: (error) => errors.push(error) });
  client.track('big', { number: 10n });
  client.track('good');
  await client.flush();
  client.stop();
  expect(
    api
      .calls(address)
      .flatMap(eventsOf)
      .map(({ event }) => event),
  ).toEqual(['good']);
  expect(errors).toMatchObject([{ error: 'validation_failed', event: { event: 'big' } }]);
  expect(client.droppedEvents).toBe(1);
});

describe('events', () => {
  test('are sent together, each with an id and the moment it happened', async () => {
    const api = fakePlatform({ [address]: accepted });
    const client = clientOf(api.fetch);
    client.track('note_created', { length: 3 });
    client.track('note_shared');
    await client.flush();
    client.stop();
    expect(api.calls(address)).toHaveLength(1);
    const [first, second] = api.calls(address).flatMap(eventsOf);
    expect(first).toMatchObject({
      event: 'note_created',
      platform: 'web',
      app_version: '1.2.0',
      properties: { length: 3 },
    });
    expect(Math.abs(Date.parse(first?.occurred_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect([first, second].map((event) => event?.event_id)).toEqual([
      expect.stringMatching(/^[0-9a-f-]{14}7/),
      expect.stringMatching(/^[0-9a-f-]{14}7/),
    ]);
    expect(first?.event_id).not.toBe(second?.event_id);
  });

  test('are sent at once when twenty wait', async () => {
    const sent = Promise.withResolvers<number>();
    const api = fakePlatform({
      [address]: (request) => {
        sent.resolve(eventsOf(request).length);
        return accepted(request);
      },
    });
    const client = clientOf(api.fetch);
    for (let at = 0; at < 20; at += 1) client.track('moved');
    expect(await sent.promise).toBe(20);
    client.stop();
  });

  test('that the platform will never take are told, and the others go on', async () => {
    const told: unknown[] = [];
    const api = fakePlatform({
      [address]: (request) =>
        data({ accepted: 1, rejected: [{ index: 0, error: 'properties_too_large', message: 'too large' }] }) &&
        (api.calls(address).length === 1
          ? data({ accepted: 1, rejected: [{ index: 0, error: 'properties_too_large', message: 'too large' }] })
          : accepted(request)),
    });
    const client = clientOf(api.fetch, { onError: (error) => told.push(error) });
    client.track('large');
    client.track('small');
    await client.flush();
    await client.flush();
    client.stop();
    expect(told).toEqual([
      { event: expect.objectContaining({ event: 'large' }), error: 'properties_too_large', message: 'too large' },
    ]);
    expect(api.calls(address)).toHaveLength(1);
  });

  test('wait through an outage and a restart, and are sent under the same ids', async () => {
    withoutJitter();
    const storage = memoryStorage();
    const down = fakePlatform({ [address]: () => refusal(503, 'service_unavailable') });
    const before = clientOf(down.fetch, { storage });
    for (let at = 0; at < 3; at += 1) before.track('note_created');
    await before.flush();
    before.stop();
    expect(down.calls(address)).toHaveLength(3);

    // Another run finds them when the tab that left them has been silent.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const up = fakePlatform({ [address]: accepted });
    const after = clientOf(up.fetch, { storage });
    await after.ready({ timeoutMs: patientMs });
    await after.flush();
    after.stop();
    expect(new Set(idsOf(down.seen.filter(({ url }) => url.pathname.endsWith('batch'))))).toEqual(
      new Set(idsOf(up.calls(address)).filter((id) => idsOf(down.calls(address)).includes(id))),
    );
    const third = clientOf(up.fetch, { storage });
    await third.ready({ timeoutMs: patientMs });
    await third.flush();
    third.stop();
    const sent = idsOf(up.calls(address));
    expect(new Set(sent).size).toBe(sent.length);
  });

  test('of a guest wait for the sign-in, and those of a person who left are not sent by the next one', async () => {
    let user: string | null = null;
    const api = fakePlatform({ [address]: accepted });
    const client = clientOf(api.fetch, { getToken: () => (user === null ? null : userToken(user)) });
    client.track('landing_seen');
    await client.flush();
    expect(api.calls(address)).toHaveLength(0);
    user = 'ada';
    await client.flush();
    expect(
      api
        .calls(address)
        .flatMap(eventsOf)
        .map(({ event }) => event),
    ).toEqual(['landing_seen']);
    client.track('note_created');
    user = 'bob';
    await client.flush();
    client.stop();
    expect(api.calls(address)).toHaveLength(1);
  });

  test('beyond a thousand drop the oldest, and are counted', async () => {
    const client = clientOf(fakePlatform({ [address]: () => 'network' }).fetch, { getToken: () => null });
    for (let at = 0; at < 1_005; at += 1) client.track('moved');
    expect(client.droppedEvents).toBe(5);
    client.stop();
  });

  test('of a batch that is refused as a whole leave the queue, so that it goes on', async () => {
    const api = fakePlatform({ [address]: () => refusal(400, 'validation_failed') });
    const client = clientOf(api.fetch);
    client.track('bad');
    await client.flush();
    await client.flush();
    client.stop();
    expect(api.calls(address)).toHaveLength(1);
  });
});
