import type { EventContract } from '@platform/contracts/kit';
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { afterCommit, runAtCommit } from '../db/transaction.ts';
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

/**
 * Makes the one way by which events leave a service: a row in its outbox, committed with the change that made
 * it true. Data is checked against the contract here, so that what cannot be read later is never written.
 * @param wakeRelay called when such a row is committed
 */
export function createEmit(service: string, wakeRelay: () => void): Emit {
  const insert = {
    name: `emit_${service}`,
    text: `INSERT INTO "${service}"."outbox" (id, envelope) SELECT * FROM unnest($1::uuid[], $2::jsonb[])`,
  };
  /** The events of a transaction leave with one statement. */
  const emitted = new WeakMap<Tx, { ids: string[]; envelopes: string[] }>();
  const eventsOf = (tx: Tx) => {
    const present = emitted.get(tx);
    if (present) return present;
    const events = { ids: [], envelopes: [] };
    emitted.set(tx, events);
    runAtCommit(tx, insert, [events.ids, events.envelopes]);
    afterCommit(tx, wakeRelay);
    return events;
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
    const { ids, envelopes } = eventsOf(tx);
    ids.push(envelope.id);
    envelopes.push(JSON.stringify(envelope));
  };
}
