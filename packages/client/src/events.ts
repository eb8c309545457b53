import type { Caller } from './caller.ts';
import { recordEvents } from './generated/operations.ts';
import { onVisibility } from './page-visibility.ts';
import { later } from './pause.ts';
import { isPlatformError, type PlatformError } from './platform-error.ts';
import type { FormerPerson, Session } from './session.ts';
import type { Shelf, Topic } from './storage.ts';
import { uuid } from './uuid.ts';

/** An event as it waits in the queue. */
export interface QueuedEvent {
  event: string;
  event_id: string;
  occurred_at: string;
  platform?: string;
  app_version?: string;
  installation_id?: string;
  properties?: Record<string, unknown>;
}

/** An event that the platform will never take as it is. */
export interface RejectedEvent {
  event: QueuedEvent;
  error: string;
  message: string;
}

export interface Events {
  track(event: string, properties?: Record<string, unknown>, eventId?: string): void;
  /** Sends what waits. Never throws. */
  flush(): Promise<void>;
  /** Takes what an earlier run left in the storage. */
  adopt(): Promise<void>;
  /** Events that found no room in the queue. */
  readonly dropped: number;
  /**
   * The queue of the former person stays in its storage. The events of guests on this device, those of earlier and
   * of other pages included, continue with the person who signs in.
   */
  change(former: FormerPerson): void;
  /** Forgets what waits, and that the person used the device. Resolves when no write is on its way. */
  clear(): Promise<void>;
  stop(): void;
}

const flushAt = 20;
const flushMs = 10_000;
const maxQueued = 1_000;
const maxBatch = 500;
/** Browsers refuse larger bodies of requests that outlive their page. */
const keepaliveBytes = 60 * 1024;
/** A tab that wrote nothing for so long is closed: another one takes its events. */
const orphanMs = 30_000;

export function createEvents(
  options: {
    platform?: string;
    appVersion?: string;
    installationId: () => string | undefined;
    onError: (error: PlatformError | RejectedEvent) => void;
  },
  { caller, session }: { caller: Caller; session: Session },
): Events {
  const tab = uuid();
  const topic: Topic = `events.${tab}`;
  let queue: QueuedEvent[] = [];
  let dropped = 0;
  let isSending: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;

  /** Writes follow one another, so that an older queue never replaces a newer one. */
  let writes = Promise.resolve();
  const follow = (work: () => Promise<void>): Promise<void> => {
    writes = writes.then(work);
    return writes;
  };
  const persist = (shelf: Shelf = session.shelf): Promise<void> => {
    const waiting = [...queue];
    return follow(async () => {
      if (session.shelf !== shelf) return write(shelf, waiting);
      if (session.person === 'guest') {
        const last = await takeInherited(shelf);
        queue = behind(queue, last);
      }
      return write(shelf, queue);
    });
  };
  const write = async (shelf: Shelf, events: readonly QueuedEvent[]): Promise<void> => {
    if (events.length === 0) await shelf.remove(topic);
    else await shelf.write(topic, events);
    const tabs = { ...(await shelf.read<Record<string, number>>('tabs')) };
    const isListed = tab in tabs;
    if (events.length === 0 && !isListed) return;
    if (events.length === 0) delete tabs[tab];
    else tabs[tab] = Date.now();
    await shelf.write('tabs', tabs);
  };

  /** The last event of this page that a person inherited who signed in in another page. */
  const takeInherited = async (guest: Shelf): Promise<string | undefined> => {
    const inherited = (await guest.read<Record<string, string>>('inherited')) ?? {};
    const { [tab]: last, ...others } = inherited;
    if (last !== undefined) await guest.write('inherited', others);
    return last;
  };

  /**
   * Gives the events of guests on this device to a person who signed in. A guest is the next person to sign in, as
   * in PostHog, Segment and Amplitude. After a session that ended without a sign-out it is still the former
   * person: then the events go to the queue of that person. A stop halfway leaves an event in both queues, where
   * its id makes it count once.
   * @param own queue of this page as a guest
   */
  const inherit = async (person: string, own: readonly QueuedEvent[]): Promise<void> => {
    const guest = session.shelfOf('guest');
    const tabs = (await guest.read<Record<string, number>>('tabs')) ?? {};
    const owner = (await guest.read<string>('owner')) ?? person;
    await guest.write('owner', owner);
    const names = Object.keys(tabs).filter((name) => name !== tab);
    const queues = await Promise.all(names.map((name) => readQueue(guest, name)));
    const waiting = eachOnce([...queues.flat(), ...behind(own, await takeInherited(guest))]);
    const heir = session.shelfOf(owner);
    if (owner !== session.person) {
      // A queue of a page that is closed.
      const name = uuid();
      if (waiting.length > 0) {
        const tabsOfHeir = await heir.read<Record<string, number>>('tabs');
        const isStored =
          (await heir.write(`events.${name}`, waiting)) && (await heir.write('tabs', { ...tabsOfHeir, [name]: 0 }));
        // A full storage keeps the only copy where it is.
        if (!isStored) return heir.remove(`events.${name}`);
      }
      await write(session.shelf, queue);
    } else {
      queue = eachOnce([...waiting, ...(await readQueue(heir, tab)), ...queue]);
      trim();
      await write(heir, queue);
    }
    await guest.write('owner', person);
    const lasts = names.map((name, at): [string, string | undefined] => [name, queues[at]?.at(-1)?.event_id]);
    await guest.write('inherited', Object.fromEntries(lasts));
    await Promise.all([...names, tab].map((name) => guest.remove(`events.${name}`)));
    await guest.remove('tabs');
    if (queue.length > 0) schedule();
  };

  const trim = () => {
    if (queue.length <= maxQueued) return;
    dropped += queue.length - maxQueued;
    queue = queue.slice(-maxQueued);
  };

  const leave = (sentEvents: readonly QueuedEvent[]) => {
    const ids = new Set(sentEvents.map(({ event_id }) => event_id));
    queue = queue.filter(({ event_id }) => !ids.has(event_id));
  };

  /** Sends one batch; answers whether the queue may go on. */
  const sendBatch = async (isLast: boolean): Promise<boolean> => {
    const batch = isLast ? fitting(queue) : queue.slice(0, maxBatch);
    if (batch.length === 0) return false;
    try {
      const reply = await caller.send(recordEvents, {
        body: { events: batch, sent_at: new Date().toISOString() },
        ...(isLast ? { keepalive: true, retries: 0 } : {}),
      });
      leave(batch);
      const { data } = reply.body as { data: { rejected?: { index: number; error: string; message: string }[] } };
      for (const { index, error, message } of data.rejected ?? []) {
        const event = batch[index];
        if (event) options.onError({ event, error, message });
      }
      return true;
    } catch (error) {
      if (!isPlatformError(error)) return false;
      options.onError(error);
      // A batch that is refused as a whole would block the queue for ever.
      if (error.status === 400 || error.status === 413) {
        leave(batch);
        return true;
      }
      return false;
    }
  };

  const run = async (isLast: boolean): Promise<void> => {
    await session.identify();
    await writes;
    // As long as a page of a guest writes its queue, no other page takes it for a closed one.
    if (session.person === 'guest') return queue.length > 0 ? persist() : undefined;
    while (queue.length > 0 && (await sendBatch(isLast)) && !isLast);
    await persist();
  };
  const flush = (isLast = false): Promise<void> => {
    stopTimer?.();
    stopTimer = undefined;
    isSending ??= run(isLast)
      .catch(() => {})
      .finally(() => {
        isSending = undefined;
        if (queue.length > 0) schedule();
      });
    return isSending;
  };
  const schedule = () => {
    stopTimer ??= later(flushMs, () => void flush());
  };
  const stopListening = onVisibility((isVisible) => {
    if (!isVisible) void flush(true);
  });

  let stopAdopting = () => {};
  const events: Events = {
    track(event, properties, eventId = uuid()) {
      if (queue.some(({ event_id }) => event_id === eventId)) return;
      const queued: QueuedEvent = {
        event,
        event_id: eventId,
        occurred_at: new Date().toISOString(),
        platform: options.platform,
        app_version: options.appVersion,
        installation_id: options.installationId(),
        ...(properties ? { properties } : {}),
      };
      try {
        JSON.stringify(properties);
      } catch (cause) {
        // It would block the queue for ever.
        dropped += 1;
        return options.onError({ event: queued, error: 'validation_failed', message: String(cause) });
      }
      queue.push(queued);
      trim();
      void persist();
      if (queue.length >= flushAt) void flush();
      else schedule();
    },
    flush: () => flush(),
    async adopt() {
      await writes;
      const { person, shelf } = session;
      const tabs = (await shelf.read<Record<string, number>>('tabs')) ?? {};
      const others = Object.keys(tabs).filter((name) => name !== tab);
      const orphans = others.filter((name) => Date.now() - (tabs[name] ?? 0) > orphanMs);
      // The page before this one in the same tab has just written: it is an orphan soon.
      stopAdopting();
      if (others.length > orphans.length) stopAdopting = later(orphanMs + 1_000, () => void events.adopt());
      for (const orphan of orphans) {
        const orphanedEvents = await readQueue(shelf, orphan);
        if (session.person !== person) return;
        queue = eachOnce([...orphanedEvents, ...queue]);
        delete tabs[orphan];
        trim();
        await persist(shelf);
        await shelf.remove(`events.${orphan}`);
      }
      if (orphans.length === 0) return;
      await shelf.write('tabs', { ...tabs, ...(queue.length > 0 ? { [tab]: Date.now() } : {}) });
      schedule();
    },
    get dropped() {
      return dropped;
    },
    change(former) {
      const { person } = session;
      const guestQueue = former.person === 'guest' && former.isIdentified ? queue : [];
      // Events of before the first answer of the provider are those of the person that it names.
      if (former.isIdentified) queue = [];
      if (person !== 'guest') void follow(() => inherit(person, guestQueue));
    },
    clear() {
      queue = [];
      stopTimer?.();
      stopTimer = undefined;
      void persist();
      // A write that is on its way would bring the queue back.
      return follow(() => session.shelfOf('guest').remove('owner'));
    },
    stop() {
      stopTimer?.();
      stopAdopting();
      stopListening();
    },
  };
  return events;
}

/** The queue that a page has stored; empty for none, and for another value. */
async function readQueue(shelf: Shelf, tab: string): Promise<QueuedEvent[]> {
  const stored = await shelf.read<QueuedEvent[]>(`events.${tab}`);
  return Array.isArray(stored) ? stored : [];
}

/** The events behind one of them; all without it. */
const behind = (events: readonly QueuedEvent[], eventId: string | undefined): QueuedEvent[] =>
  events.slice(events.findIndex(({ event_id }) => event_id === eventId) + 1);

/** Each event once, at its first place. */
const eachOnce = (events: readonly QueuedEvent[]): QueuedEvent[] => [
  ...new Map(events.map((event) => [event.event_id, event])).values(),
];

/** As many events from the front as a request may carry that outlives its page. */
function fitting(queue: readonly QueuedEvent[]): QueuedEvent[] {
  let bytes = 100;
  return queue.slice(0, maxBatch).filter((event) => {
    bytes += JSON.stringify(event).length * 1.5 + 1;
    return bytes <= keepaliveBytes;
  });
}
