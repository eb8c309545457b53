import { type AdminActionRecorded, platform } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { audit_log } from '../schema.ts';

/** Names of the endpoints of each service, which are the actions that it reports. */
const actionsOf = new Map(
  Object.values(platform).map(({ name, endpoints }): [string, Set<string>] => [name, new Set(Object.keys(endpoints))]),
);

/**
 * Appends what a service reports to the audit log, once. Reports of this service hold for others as well: those
 * of an older release came under its event, and it writes the log anyway.
 * @throws Error for an action of another service: the event becomes a dead letter
 */
export const writeAuditRecord =
  (service: string) =>
  async (tx: Tx, { id, occurred_at, application_id, data }: ReceivedEvent<AdminActionRecorded>): Promise<void> => {
    const { admin, ...entry } = data;
    if (service !== platform.identity.name && !actionsOf.get(service)?.has(entry.action))
      throw new Error(`${service} reports ${entry.action}, which is no action of its own`);
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
  };
