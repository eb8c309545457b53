import { type AdminActionRecorded, platform } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { audit_log } from '../schema.ts';

/** Names of the endpoints of each service, which are the actions that it reports. */
const actionsOf = new Map(
  Object.values(platform).map(({ name, endpoints }): [string, Set<string>] => [name, new Set(Object.keys(endpoints))]),
);

/**
 * Asserts that a service reports an action of its own. Under the event of identity any action holds: identity
 * writes the log, and a service of the release before reported under that event.
 * @throws Error for an action of another service
 */
export function requireOwnAction(service: string, action: string): void {
  if (service === platform.identity.name || actionsOf.get(service)?.has(action)) return;
  throw new Error(`${service} reports ${action}, which is not an action of this service`);
}

/**
 * Appends the report of a service to the audit log, once.
 * @throws Error for an action of another service: the event becomes a dead letter
 */
export const writeAuditRecord =
  (service: string) =>
  async (tx: Tx, { id, occurred_at, application_id, data }: ReceivedEvent<AdminActionRecorded>): Promise<void> => {
    const { admin, ...entry } = data;
    requireOwnAction(service, entry.action);
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
