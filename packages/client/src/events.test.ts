import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Answer, data, fakePlatform, refusal, type Seen, userToken } from '../test/fake-platform.ts';
import { clientOf as openClient, patientMs, withoutJitter } from '../test/open-client.ts';
import type { ClientOptions, PlatformClient } from './create-client.ts';
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

  /** Runs of an application on one device, each a page of its own; `person` is who is signed in on it. */
  const device = () => {
    const storage = memoryStorage();
    const api = fakePlatform({ [address]: accepted });
    const clients: PlatformClient[] = [];
    const open = (person: () => string | null, fetch = api.fetch) => {
      const client = clientOf(fetch, {
        storage,
        getToken: () => {
          const sub = person();
          return sub === null ? null : userToken(sub);
        },
      });
      clients.push(client);
      return client;
    };
    /** Names of the events that were sent as a person. */
    const sentBy = (sub: string) =>
      api
        .calls(address)
        .filter(({ headers }) => headers.authorization === `Bearer ${userToken(sub)}`)
        .flatMap(eventsOf)
        .map(({ event }) => event);
    return { storage, api, open, sentBy, stop: () => clients.map((client) => client.stop()) };
  };
  const guest = () => null;

  test('of a guest are sent by the page after a sign-in by redirect, and belong to the person', async () => {
    const { api, open, sentBy, stop } = device();
    const before = open(guest);
    before.track('paywall_viewed');
    before.track('sign_in_clicked');
    await before.flush();
    before.stop();
    expect(api.calls(address)).toEqual([]);
    const after = open(() => 'ada');
    await after.ready({ timeoutMs: patientMs });
    await after.flush();
    expect(sentBy('ada')).toEqual(['paywall_viewed', 'sign_in_clicked', 'app_opened']);
    const again = open(() => 'ada');
    await again.ready({ timeoutMs: patientMs });
    await again.flush();
    stop();
    expect(new Set(idsOf(api.calls(address))).size).toBe(idsOf(api.calls(address)).length);
  });

  test('of two pages of a guest are sent once each, when a person signs in in one of them', async () => {
    const { api, open, sentBy, stop } = device();
    const first = open(guest);
    let user: string | null = null;
    const second = open(() => user);
    first.track('first_page');
    second.track('second_page');
    await Promise.all([first.flush(), second.flush()]);
    user = 'ada';
    await second.flush();
    first.track('later');
    await first.flush();
    const third = open(() => 'ada');
    await third.flush();
    stop();
    expect(sentBy('ada').toSorted()).toEqual(['first_page', 'later', 'second_page']);
    expect(idsOf(api.calls(address))).toHaveLength(3);
  });

  test('of a guest after a session that ended without a sign-out belong to that person, not to the next one', async () => {
    const { open, sentBy, stop } = device();
    const signedIn = open(() => 'ada');
    await signedIn.flush();
    signedIn.stop();
    const lapsed = open(guest);
    lapsed.track('session_expired_shown');
    await lapsed.flush();
    lapsed.stop();
    const bobs = open(() => 'bob');
    bobs.track('of_bob');
    await bobs.flush();
    bobs.stop();
    expect(sentBy('bob')).toEqual(['of_bob']);
    const back = open(() => 'ada');
    await back.ready({ timeoutMs: patientMs });
    await back.flush();
    stop();
    expect(sentBy('ada')).toEqual(['session_expired_shown', 'app_opened']);
  });

  test('of a guest are not lost when the storage is full at the sign-in of another person', async () => {
    const { storage, open, sentBy, stop } = device();
    const signedIn = open(() => 'ada');
    await signedIn.flush();
    signedIn.stop();
    const lapsed = open(guest);
    lapsed.track('session_expired_shown');
    await lapsed.flush();
    lapsed.stop();
    const { set } = storage;
    storage.set = (key, value) => {
      if (/:events\./.test(key) && !key.includes(':guest:')) throw new Error('QuotaExceededError');
      return set(key, value);
    };
    const bobs = open(() => 'bob');
    await bobs.flush();
    bobs.stop();
    storage.set = set;
    const back = open(() => 'ada');
    await back.ready({ timeoutMs: patientMs });
    await back.flush();
    stop();
    expect([sentBy('bob'), sentBy('ada')]).toEqual([[], ['session_expired_shown', 'app_opened']]);
  });

  test('of a guest after a sign-out belong to the next person, and a sign-out sends those of the person', async () => {
    const { open, sentBy, stop } = device();
    const adas = open(() => 'ada');
    adas.track('of_ada');
    await adas.signOut();
    const between = open(guest);
    between.track('before_bob');
    await between.flush();
    between.stop();
    const bobs = open(() => 'bob');
    await bobs.flush();
    stop();
    expect([sentBy('ada'), sentBy('bob')]).toEqual([['of_ada'], ['before_bob']]);
  });

  test('of another page of a guest stay when a person signs out, and go with the next person', async () => {
    const { open, sentBy, stop } = device();
    let user: string | null = 'ada';
    const adas = open(() => user);
    await adas.flush();
    const other = open(guest);
    other.track('of_a_guest');
    await other.flush();
    await adas.signOut();
    user = null;
    other.stop();
    const bobs = open(() => 'bob');
    await bobs.flush();
    stop();
    expect([sentBy('ada'), sentBy('bob')]).toEqual([[], ['of_a_guest']]);
  });

  test('of a guest are in no queue twice after a stop at any write of the sign-in', async () => {
    for (let stopsAt = 1; stopsAt < 12; stopsAt += 1) {
      const { storage, api, open, sentBy, stop } = device();
      const before = open(guest);
      before.track('landing_seen');
      await before.flush();
      before.stop();
      let writes = 0;
      const dies =
        (work: (...given: string[]) => unknown) =>
        (key: string, value = '') => {
          writes += 1;
          return writes < stopsAt ? work(key, value) : undefined;
        };
      const dying = clientOf(fakePlatform({ [address]: () => 'network' }).fetch, {
        storage: { get: storage.get, set: dies(storage.set), remove: dies(storage.remove) },
        getToken: () => userToken('ada'),
      });
      withoutJitter();
      await dying.flush();
      dying.stop();
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
      const after = open(() => 'ada');
      await after.ready({ timeoutMs: patientMs });
      await after.flush();
      stop();
      jest.restoreAllMocks();
      expect(sentBy('ada').filter((event) => event === 'landing_seen')).toHaveLength(1);
      expect(idsOf(api.calls(address))).toHaveLength(2);
    }
  });

  test('of a person whose session lapsed for a moment in a page are not lost by it', async () => {
    let user: string | null = 'ada';
    const { open, sentBy, stop } = device();
    const page = open(() => user);
    const down = fakePlatform({ [address]: () => refusal(401, 'invalid_token') });
    const offline = open(() => user, down.fetch);
    await offline.flush();
    offline.track('unsent');
    await offline.flush();
    user = null;
    await offline.flush();
    user = 'ada';
    offline.track('later');
    await offline.flush();
    offline.stop();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await page.ready({ timeoutMs: patientMs });
    await page.flush();
    stop();
    expect(sentBy('ada').toSorted()).toEqual(['app_opened', 'later', 'unsent']);
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
