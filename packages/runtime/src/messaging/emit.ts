import type { EventContract } from '@platform/contracts/kit';
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { runStatement } from '../db/statement.ts';
import { newId } from '../ids.ts';
import { currentScope } from '../scope.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import type { Envelope } from './envelope.ts';

export type Emit = <E extends EventContract>(
  tx: Tx,
  event: E,
  data: z.input<E['data']>,
  about: { application_id: string | null; occurred_at: Date },
) => Promise<void>;

/** The channel that wakes the relay of a service. */
export const outboxChannel = (service: string): string => `outbox_${service}`;

/**
 * Makes the one way by which events leave a service: a row in its outbox, in the transaction that made the change true.
 * Data is checked against the contract here, so that what cannot be read later is never written.
 */
export function createEmit(service: string): Emit {
  // The notification is sent by PostgreSQL when, and only when, the transaction commits.
  const insert = {
    name: `emit_${service}`,
    text: `WITH row AS (INSERT INTO "${service}"."outbox" (id, envelope) VALUES ($1, $2)) SELECT pg_notify('${outboxChannel(service)}', '')`,
  };
  return async (tx, event, data, about) => {
    const envelope: Envelope = {
      id: newId(),
      type: event.type,
      occurred_at: about.occurred_at.toISOString(),
      application_id: about.application_id,
      request_id: currentScope()?.request_id ?? newId(),
      traceparent: currentTraceparent(),
      data: event.data.parse(data),
    };
    await runStatement(tx, insert, [envelope.id, JSON.stringify(envelope)]);
  };
}
