import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, nanos, TimeoutError } from '@nats-io/transport-node';
import type { Log } from '../telemetry/log.ts';
import { dayMs } from '../time.ts';
import { readNatsUrl } from './nats-address.ts';
import { type DurableConsumer, streamName, subjectOf } from './nats-names.ts';

/** The time until an event that is neither acknowledged nor held is delivered again. */
export const ackWaitMs = 30_000;
const retentionDays = 7;
/** Many processes that start at once wait for one another here. */
export const managingMs = 15_000;
/** Between two attempts of a process that starts, in milliseconds. */
export const retryMs = 500;

/**
 * Creates the stream of all events and the durable consumers of a service, or brings them up to date. A
 * service has no right to do this. A user that may update the stream can empty it; a user that may create a
 * consumer can make the server publish to any subject of the stream's account, for example an acknowledgement
 * for another service.
 * @param options.url of NATS, as a user that may manage streams
 * @param options.replicas copies of the stream in a cluster
 * @throws the error of NATS
 */
export async function prepareStream(options: {
  url: string;
  replicas: number;
  consumers: readonly DurableConsumer[];
}): Promise<void> {
  const connection = await connect({ ...readNatsUrl(options.url), name: 'prepare-stream', timeout: managingMs });
  try {
    const manager = await jetstreamManager(connection, { timeout: managingMs });
    const config = {
      subjects: [subjectOf('>')],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(retentionDays * dayMs),
      duplicate_window: nanos(120_000),
      num_replicas: options.replicas,
      // The server acknowledges an event to any subject that the publisher names: to these requests as well.
      deny_purge: true,
      deny_delete: true,
    };
    await manager.streams.add({ name: streamName, ...config }).catch(() => manager.streams.update(streamName, config));
    for (const consumer of options.consumers) await prepareConsumer(manager, consumer);
  } finally {
    await connection.close();
  }
}

/**
 * Creates a durable consumer, or brings it up to date.
 * @throws Error for a consumer of another type: it would hand the new events to the release before, and the
 * events before its position to neither. The error of NATS
 */
export async function prepareConsumer(manager: JetStreamManager, { name, type }: DurableConsumer): Promise<void> {
  const filter_subject = subjectOf(type);
  const settings = { ack_wait: nanos(ackWaitMs), max_deliver: -1, max_ack_pending: 500 };
  const present = await manager.consumers.info(streamName, name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return null;
    throw error;
  });
  if (!present) {
    const policies = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };
    await manager.consumers.add(streamName, { durable_name: name, filter_subject, ...policies, ...settings });
  } else if (present.config.filter_subject === filter_subject) {
    await manager.consumers.update(streamName, name, settings);
  } else {
    throw new Error(
      `the consumer ${name} filters ${present.config.filter_subject}: the consumer of ${type} needs another name`,
    );
  }
}

const missing: ReadonlySet<number> = new Set([JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound]);
/** `JSClusterNotAvailErr` of nats-server: a cluster that has no leader yet. */
const clusterNotAvailable = 10_008;

/** Why a service that starts waits; null for an error that does not pass. */
const waitReason = (error: unknown): string | null => {
  const code = error instanceof JetStreamApiError ? error.code : null;
  if (error instanceof TimeoutError || code === clusterNotAvailable)
    return 'JetStream does not answer; the service waits for it';
  return code !== null && missing.has(code)
    ? 'the event stream or a consumer is missing; is `main.ts migrate` done with NATS_ADMIN_URL?'
    : null;
};

/**
 * Repeats `work` while the stream or its consumer is missing, or JetStream does not answer: a service waits for
 * them as for its schema.
 * @returns the outcome, undefined when it is stopped
 */
export async function untilPrepared<T>(
  work: () => Promise<T>,
  { log, isStopped }: { log: Log; isStopped: () => boolean },
): Promise<T | undefined> {
  for (let reported = ''; !isStopped(); ) {
    try {
      return await work();
    } catch (error) {
      const reason = waitReason(error);
      if (reason === null) throw error;
      if (reason !== reported) log.warn({ err: error }, reason);
      reported = reason;
      await sleep(retryMs);
    }
  }
  return undefined;
}
