import { maxEventNames } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { event_names } from '../schema.ts';
import { findName, type ListedName, toEventName } from './event-name-row.ts';
import { changeNames, type NameOwnerParams, requireNameOwner } from './name-owner.ts';

/**
 * Lists a name before its first event, or takes one that clients made up into those that are meant. It has
 * room of its own.
 * @throws AppError `application_not_found`, `site_not_found`; `conflict` when as many are allowed as may be
 */
export async function allowEventName(
  app: App,
  { event_name, ...params }: NameOwnerParams & { event_name: string },
): Promise<ListedName> {
  const owner = await requireNameOwner(app, params);
  return changeNames(app, owner, async (tx) => {
    const present = await findName(tx, owner.id, event_name);
    const isAllowed = present?.is_allowed && present.merged_into === null;
    if (!isAllowed) {
      const [allowed] = await tx
        .select({ names: count() })
        .from(event_names)
        .where(
          and(
            eq(event_names.application_id, owner.id),
            eq(event_names.is_allowed, true),
            isNull(event_names.merged_into),
          ),
        );
      if ((allowed?.names ?? 0) >= maxEventNames)
        return fail('conflict', { message: 'The limit of allowed names is reached: remove an allowed name first.' });
    }
    const values = { application_id: owner.id, event: event_name, first_seen_at: app.clock.now(), is_allowed: true };
    const [row] = await tx
      .insert(event_names)
      .values(values)
      .onConflictDoUpdate({
        target: [event_names.application_id, event_names.event],
        set: { is_allowed: true, merged_into: null },
      })
      .returning();
    if (!row) throw new Error('an upsert returned no row');
    const after = toEventName(row);
    await app.audit.record(tx, {
      before: present ? toEventName(present) : null,
      after,
      application_id: owner.application_id,
    });
    return after;
  });
}
