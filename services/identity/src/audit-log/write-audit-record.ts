import type { identity } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { audit_log } from '../schema.ts';

/** Appends what a service reported to the audit log, once. */
export async function writeAuditRecord(
  tx: Tx,
  { id, occurred_at, application_id, data }: ReceivedEvent<typeof identity.events.adminActionRecorded>,
): Promise<void> {
  const { admin, ...entry } = data;
  await tx
    .insert(audit_log)
    .values({
      id,
      occurred_at,
      application_id,
      admin_id: admin.id,
      admin_email: admin.email,
      admin_role: admin.role,
      target_ids: [...new Set(Object.values(entry.target).map((value) => value.toLowerCase()))],
      ...entry,
    })
    .onConflictDoNothing();
}
