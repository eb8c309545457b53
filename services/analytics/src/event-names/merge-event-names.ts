import { maxMergedEventNames, otherEventName } from '@platform/contracts';
import { fail, invalidField, type Tx } from '@platform/runtime';
import { and, asc, count, eq, inArray, isNotNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { event_names } from '../schema.ts';
import { findName, type ListedName, toEventName } from './event-name-row.ts';
import { changeNames, type NameOwnerParams, requireNameOwner } from './name-owner.ts';

/**
 * Lets events with some names count under another one from now on; reports add its earlier counts. The name
 * that stays is listed when it was not, and names that were merged into one that ends follow.
 * @throws AppError `application_not_found`, `site_not_found`; `validation_failed` for a name merged into
 * itself; `conflict` when the name that stays was merged away itself, or as many are merged as may be
 */
export async function mergeEventNames(
  app: App,
  params: NameOwnerParams,
  { from, into }: { from: readonly string[]; into: string },
): Promise<ListedName> {
  if (from.includes(into)) invalidField('into', 'is one of the names in `from`: choose another name');
  const owner = await requireNameOwner(app, params);
  return changeNames(app, owner, async (tx) => {
    const now = app.clock.now();
    const before = await mergedInto(tx, owner.id, into);
    const target = await listTarget(tx, owner.id, into, now);
    await tx
      .insert(event_names)
      .values(
        [...new Set(from)].map((event) => ({
          application_id: owner.id,
          event,
          first_seen_at: now,
          merged_into: into,
        })),
      )
      .onConflictDoUpdate({
        target: [event_names.application_id, event_names.event],
        set: { merged_into: into, is_allowed: false },
      });
    await tx
      .update(event_names)
      .set({ merged_into: into })
      .where(and(eq(event_names.application_id, owner.id), inArray(event_names.merged_into, [...from])));
    const [merged] = await tx
      .select({ names: count() })
      .from(event_names)
      .where(and(eq(event_names.application_id, owner.id), isNotNull(event_names.merged_into)));
    if ((merged?.names ?? 0) > maxMergedEventNames)
      return fail('conflict', { message: 'The limit of merged names is reached: remove a merged name first.' });
    const after = await mergedInto(tx, owner.id, into);
    await app.audit.record(tx, {
      before: { event_name: into, merged_from: before },
      after: { event_name: into, merged_from: after },
      application_id: owner.application_id,
    });
    return target;
  });
}

const mergedInto = async (tx: Tx, ownerId: string, into: string): Promise<string[]> =>
  (
    await tx
      .select({ event: event_names.event })
      .from(event_names)
      .where(and(eq(event_names.application_id, ownerId), eq(event_names.merged_into, into)))
      .orderBy(asc(event_names.event))
  ).map(({ event }) => event);

/** The name that stays, listed when it was not. `(other)` is never listed. */
async function listTarget(tx: Tx, ownerId: string, into: string, now: Date): Promise<ListedName> {
  const values = { application_id: ownerId, event: into, first_seen_at: now, is_allowed: true };
  if (into === otherEventName) return toEventName({ ...values, merged_into: null, events: 0, last_seen_at: null });
  await tx.insert(event_names).values(values).onConflictDoNothing();
  const row = await findName(tx, ownerId, into);
  if (!row || row.merged_into !== null)
    return fail('conflict', { message: 'The target name is itself merged into another name: merge into that one.' });
  return toEventName(row);
}
