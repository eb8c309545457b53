import { setTimeout as sleep } from 'node:timers/promises';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import type { Log } from '../telemetry/log.ts';
import { dayMs } from '../time.ts';
import { readNatsUrl } from './nats-address.ts';

/** The stream of all events. */
export const streamName = 'PLATFORM';
/** The subject of the events of a type. */
export const subjectOf = (type: string): string => `evt.${type}`;
/** Prefix of the requests to JetStream in the account of the stream. */
export const serverApi = '$JS.API';
/** The same in the account of the services, which may send some of them alone. */
export const serviceApi = 'JS.PLATFORM.API';
/** Inboxes of a service: the answers that it gets, events and acknowledgements of the server. */
export const inboxOf = (service: string): string => `_INBOX.service.${service}`;
/** Inboxes for the answers of one service, which may publish to no others; `*` is any asker. */
export const answersOf = (asker: string, answerer: string): string => `${inboxOf(asker)}.${answerer}`;
/** The service that answers a subject of a query or a command, `query.<service>.…`. */
export const answererOf = (subject: string): string => subject.split('.')[1] ?? '';

const daysKept = 7;
/** Many processes that start at once wait for one another here. */
export const managingMs = 15_000;
const retryMs = 500;

/**
 * Creates the stream of all events, or brings it up to date. A service has no right to do this: what manages
 * a stream can empty it.
 * @param options.url of NATS, as a user that may manage streams
 * @param options.replicas copies of the stream in a cluster
 * @throws the error of NATS
 */
export async function prepareStream(options: { url: string; replicas: number }): Promise<void> {
  const connection = await connect({ ...readNatsUrl(options.url), name: 'prepare-stream', timeout: managingMs });
  try {
    const manager = await jetstreamManager(connection, { timeout: managingMs });
    const config = {
      subjects: [subjectOf('>')],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(daysKept * dayMs),
      duplicate_window: nanos(120_000),
      num_replicas: options.replicas,
      // The server acknowledges an event to any subject that the publisher names: to these requests as well.
      deny_purge: true,
      deny_delete: true,
    };
    await manager.streams.add({ name: streamName, ...config }).catch(() => manager.streams.update(streamName, config));
  } finally {
    await connection.close();
  }
}

/** Repeats `work` while the stream is missing: a consumer waits for it as a service waits for its schema. */
export async function untilStream(
  work: () => Promise<unknown>,
  { log, isStopped }: { log: Log; isStopped: () => boolean },
): Promise<void> {
  for (let isReported = false; !isStopped(); isReported = true) {
    try {
      await work();
      return;
    } catch (error) {
      const isMissing = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
      if (!isMissing) throw error;
      if (!isReported) log.warn('the event stream is missing; is `main.ts migrate` done with NATS_ADMIN_URL?');
      await sleep(retryMs);
    }
  }
}
