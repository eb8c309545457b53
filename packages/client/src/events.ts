import type { Caller } from './caller.ts';
import { recordEvents } from './generated/operations.ts';
import { onVisibility } from './page-visibility.ts';
import { later } from './pause.ts';
import { isPlatformError, type PlatformError } from './platform-error.ts';
import type { Session } from './session.ts';
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
   * The queue of the previous user stays in its storage. The queue of a guest continues with the signed-in
   * user.
   */
  change(former: { person: string; shelf: Shelf }): void;
  /** Forgets what waits; answers when no write is on its way. */
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
  const persist = (shelf: Shelf = session.shelf): Promise<void> => {
    const waiting = [...queue];
    writes = writes.then(() => write(shelf, waiting));
    return writes;
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
    if (session.person === 'guest') return;
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
      const { person, shelf } = session;
      const tabs = (await shelf.read<Record<string, number>>('tabs')) ?? {};
      const others = Object.keys(tabs).filter((name) => name !== tab);
      const orphans = others.filter((name) => Date.now() - (tabs[name] ?? 0) > orphanMs);
      // The page before this one in the same tab has just written: it is an orphan soon.
      stopAdopting();
      if (others.length > orphans.length) stopAdopting = later(orphanMs + 1_000, () => void events.adopt());
      for (const orphan of orphans) {
        const orphanedEvents = (await shelf.read<QueuedEvent[]>(`events.${orphan}`)) ?? [];
        if (session.person !== person) return;
        queue = [...orphanedEvents, ...queue];
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
      const ownQueue = queue;
      queue = [];
      if (former.person !== 'guest') return;
      void persist(former.shelf);
      queue = ownQueue;
      void persist();
    },
    clear() {
      queue = [];
      stopTimer?.();
      stopTimer = undefined;
      // A write that is on its way would bring the queue back.
      return writes;
    },
    stop() {
      stopTimer?.();
      stopAdopting();
      stopListening();
    },
  };
  return events;
}

/** As many events from the front as a request may carry that outlives its page. */
function fitting(queue: readonly QueuedEvent[]): QueuedEvent[] {
  let bytes = 100;
  return queue.slice(0, maxBatch).filter((event) => {
    bytes += JSON.stringify(event).length * 1.5 + 1;
    return bytes <= keepaliveBytes;
  });
}
