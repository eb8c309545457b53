import { fail } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { event_names } from '../schema.ts';
import { findName, toEventName } from './event-name-row.ts';
import { changeNames, type NameOwnerParams, requireNameOwner } from './name-owner.ts';

/**
 * Takes a name off the list. Its room is free, and a later event makes it a new name again.
 * @throws AppError `application_not_found`, `site_not_found`, `event_name_not_found`; `conflict` when others
 * are merged into it
 */
export async function removeEventName(
  app: App,
  { event_name, ...params }: NameOwnerParams & { event_name: string },
): Promise<void> {
  const owner = await requireNameOwner(app, params);
  await changeNames(app, owner, async (tx) => {
    const row = (await findName(tx, owner.id, event_name)) ?? fail('event_name_not_found');
    const [merged] = await tx
      .select({ event: event_names.event })
      .from(event_names)
      .where(and(eq(event_names.application_id, owner.id), eq(event_names.merged_into, event_name)))
      .limit(1);
    if (merged) return fail('conflict', { message: 'Other names are merged into this one: remove those first.' });
    await tx
      .delete(event_names)
      .where(and(eq(event_names.application_id, owner.id), eq(event_names.event, event_name)));
    await app.audit.record(tx, {
      before: toEventName(row),
      after: null,
      application_id: owner.application_id,
    });
  });
}
