import { cutText } from '@platform/contracts/cut-text';
import type { EventContract, EventData } from '@platform/contracts/kit';
import { sql } from 'drizzle-orm';
import { boundedCache } from '../bounded-cache.ts';
import type { Database, Tx } from '../db/database.ts';
import { databaseError, isDatabaseDown, isRetryableConflict, isUniqueViolation } from '../db/database-error.ts';
import { runStatement } from '../db/statement.ts';
import { errorText, isAppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { runInScope } from '../scope.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Bus, BusConsumer, Delivery, DeliveryOutcome } from './bus.ts';
import { Envelope } from './envelope.ts';
import { inConsumerSpan } from './message-spans.ts';

export interface ReceivedEvent<E extends EventContract> {
  id: string;
  occurred_at: Date;
  application_id: string | null;
  data: EventData<E>;
}

export interface Consumer {
  name: string;
  event: EventContract;
  handle(tx: Tx, event: ReceivedEvent<EventContract>): Promise<void>;
}

/**
 * Declares a reaction to an event. Parsing, deduplication, the transaction, retries and dead letters belong
 * to the runtime; the handler only has an effect, through `tx`. Events of different aggregates come in any
 * order.
 * @param name the action, `grant-purchase`; durable, so a rename creates a new consumer
 */
export const consume = <E extends EventContract>(
  name: string,
  event: E,
  handle: (tx: Tx, event: ReceivedEvent<E>) => Promise<void>,
): Consumer => ({ name, event, handle: handle as Consumer['handle'] });

/** Failures caused by an event, counted in one process, after which it becomes a dead letter. */
const maxFailures = 8;

export interface ConsumeDependencies {
  service: string;
  db: Database;
  log: Log;
  metrics: Metrics;
  /** What carries the events. */
  system: Bus['system'];
  /** On a replay: called with the reason of a failure, instead of a retry or another dead letter. */
  onFailure?(reason: string): Promise<void>;
}

/** Wraps a consumer for the bus: inbox row, handler and outbox rows commit together or not at all. */
export function toBusConsumer(consumer: Consumer, dependencies: ConsumeDependencies): BusConsumer {
  const { service, metrics, log } = dependencies;
  const name = `${service}__${consumer.name}`;
  const count = (outcome: string) => metrics.eventsConsumed.inc({ consumer: name, outcome });
  // Counted here and not by the deliveries of the bus: their number covers all replicas, also failures that
  // the event did not cause. Attempts in another process are unknown here, so an event may get more attempts
  // and never fewer.
  const failures = boundedCache<number>({ maxBytes: 4 * 1024 * 1024 });

  const deliver = async ({ envelope: raw, attempt }: Delivery): Promise<DeliveryOutcome> => {
    const parsed = Envelope.safeParse(raw);
    if (!parsed.success)
      return bury(dependencies, {
        consumer: name,
        envelope: raw,
        reason: 'the envelope is unreadable',
        attempts: attempt,
      });
    const envelope = parsed.data;
    // The subject says which service may publish; an event of another type came under it by a detour.
    if (envelope.type !== consumer.event.type)
      return bury(dependencies, {
        consumer: name,
        envelope,
        reason: `the event is of the type ${envelope.type}`,
        attempts: attempt,
      });
    const data = consumer.event.data.safeParse(envelope.data);
    if (!data.success)
      return bury(dependencies, {
        consumer: name,
        envelope,
        reason: `the data breaks the contract: ${data.error.message}`,
        attempts: attempt,
      });

    return runInScope({ request_id: envelope.request_id }, async (): Promise<DeliveryOutcome> => {
      try {
        const outcome = await inConsumerSpan(dependencies.system, name, envelope, () =>
          handleOnce(dependencies, name, consumer, {
            id: envelope.id,
            occurred_at: new Date(envelope.occurred_at),
            application_id: envelope.application_id,
            data: data.data,
          }),
        );
        failures.delete(envelope.id);
        count(outcome);
        return 'done';
      } catch (error) {
        // An unavailable dependency is no fault of the event: it is retried until the dependency is back.
        if (!isTransient(error)) {
          const failed = (failures.get(envelope.id) ?? 0) + 1;
          failures.set(envelope.id, failed);
          if (failed >= maxFailures || dependencies.onFailure)
            return bury(dependencies, { consumer: name, envelope, reason: errorText(error), attempts: failed });
        }
        count('retried');
        log.warn(
          { err: error, consumer: name, event_id: envelope.id, attempt },
          'an event could not be handled; it is retried',
        );
        return { retryInMs: Math.min(100 * 2 ** attempt, 15_000) };
      }
    });
  };
  return { name, type: consumer.event.type, deliver };
}

const isTransient = (error: unknown): boolean =>
  isDatabaseDown(error) ||
  isRetryableConflict(error) ||
  isAppError(error, 'service_unavailable') ||
  isAppError(error, 'upstream_timeout');

/**
 * The inbox row is sent and not awaited, so that it shares a round trip with the handler's statements. If it
 * exists already, PostgreSQL refuses all later statements, and the transaction is rolled back.
 */
async function handleOnce(
  { db, service }: ConsumeDependencies,
  name: string,
  consumer: Consumer,
  event: ReceivedEvent<EventContract>,
): Promise<'done' | 'duplicate'> {
  const insert = {
    name: `inbox_${service}`,
    text: `INSERT INTO "${service}"."inbox" (consumer, event_id) VALUES ($1, $2)`,
  };
  let isDuplicate = false;
  try {
    await db.transaction(async (tx) => {
      const inboxInsert = runStatement(tx, insert, [name, event.id]).catch((error) => {
        isDuplicate = isUniqueViolation(error);
        throw error;
      });
      // Both are awaited: a statement that the handler still sends must not outlive the transaction.
      const [, handled] = await Promise.allSettled([inboxInsert, consumer.handle(tx, event)]);
      await inboxInsert;
      if (handled.status === 'rejected') throw handled.reason;
    });
    return 'done';
  } catch (error) {
    if (isDuplicate) return 'duplicate';
    throw error;
  }
}

/** Stores an event as a dead letter. If that fails too, the bus redelivers it: no event is dropped. */
async function bury(
  { db, service, log, metrics, onFailure }: ConsumeDependencies,
  { consumer, envelope, reason, attempts }: { consumer: string; envelope: unknown; reason: string; attempts: number },
): Promise<DeliveryOutcome> {
  if (onFailure) {
    await onFailure(reason);
    return { retryInMs: 0 };
  }
  try {
    const table = sql.raw(`"${service}"."dead_letters"`);
    await db.execute(
      sql`INSERT INTO ${table} (id, consumer, envelope, error, attempts) VALUES (${newId()}, ${consumer}, ${JSON.stringify(envelope ?? null)}::jsonb, ${cutText(reason, 2000)}, ${attempts})`,
    );
  } catch (error) {
    log.warn(
      { consumer, code: databaseError(error)?.code },
      'a dead letter could not be stored; the event is redelivered',
    );
    return { retryInMs: 5_000 };
  }
  metrics.deadLetters.inc({ consumer });
  metrics.eventsConsumed.inc({ consumer, outcome: 'dead' });
  log.error({ consumer, reason }, 'an event was stored as a dead letter: fix the cause, then run `make replay`');
  return 'done';
}
