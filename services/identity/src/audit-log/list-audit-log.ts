import { type AuditRecord, type identity, platform, routeTable } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import { columnsEqual, invalidField, pageWithinBytes, readCursor } from '@platform/runtime';
import { and, desc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { audit_log, audit_log_targets } from '../schema.ts';

type Query = EndpointRequest<typeof identity.endpoints.listAuditLog>['query'];

/** Every action that a record may have. */
const actions: ReadonlySet<string> = new Set(routeTable(platform).map(({ id }) => id));

/** Records of actions that only owners may do are readable by owners only. */
const actionsOfOwners = routeTable(platform)
  .filter(({ endpoint }) => endpoint.role === 'owner')
  .map(({ id }) => id);

/**
 * One page of what administrators changed, newest first, as far as this caller may know it: by the role, and by the
 * applications of a restricted admin API key.
 * @throws AppError `validation_failed` for an action that no operation has
 */
export async function listAuditLog(
  { db }: Pick<App, 'db'>,
  { role, application_ids }: Pick<AdminContext, 'role' | 'application_ids'>,
  { limit, cursor, ...filter }: Query,
): Promise<Page<z.input<typeof AuditRecord>>> {
  if (filter.action !== undefined && !actions.has(filter.action))
    invalidField(
      'action',
      'is not the name of an operation: send an `operationId` of the API document, such as createPlan',
    );
  const after = readCursor(cursor);
  const bytes = sql<number>`coalesce(octet_length(${audit_log.before}::text), 0) + coalesce(octet_length(${audit_log.after}::text), 0)`;
  const log = db.select({ id: audit_log.id, bytes }).from(audit_log).$dynamic();
  const isAbout = eq(audit_log_targets.record_id, audit_log.id);
  const id = filter.target_id ? audit_log_targets.record_id : audit_log.id;
  const sizes = (filter.target_id ? log.innerJoin(audit_log_targets, isAbout) : log)
    .where(
      and(
        columnsEqual(audit_log, {
          application_id: filter.application_id,
          admin_id: filter.admin_id,
          action: filter.action,
        }),
        application_ids && inArray(audit_log.application_id, [...application_ids]),
        role === 'owner' ? undefined : notInArray(audit_log.action, actionsOfOwners),
        filter.target_id ? eq(audit_log_targets.target_id, filter.target_id.toLowerCase()) : undefined,
        filter.from ? gte(audit_log.occurred_at, new Date(filter.from)) : undefined,
        filter.to ? lt(audit_log.occurred_at, new Date(filter.to)) : undefined,
        after === null ? undefined : lt(id, after),
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  return pageWithinBytes({
    limit,
    sizes,
    read: (ids) => db.select().from(audit_log).where(inArray(audit_log.id, ids)),
    shape: ({ admin_id, admin_email, admin_role, target_ids: _, ...row }) => ({
      ...row,
      occurred_at: row.occurred_at.toISOString(),
      admin: { id: admin_id, email: admin_email, role: admin_role },
    }),
  });
}
