import { type AuditRecord, type identity, platform, routeTable } from '@platform/contracts';
import type { AdminRole, EndpointRequest, Page } from '@platform/contracts/kit';
import { readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, getTableColumns, gte, lt, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { audit_log, audit_log_targets } from '../schema.ts';

type Query = EndpointRequest<typeof identity.endpoints.listAuditLog>['query'];

/** Records of actions that only owners may do are readable by owners only. */
const actionsOfOwners = routeTable(platform)
  .filter(({ endpoint }) => endpoint.role === 'owner')
  .map(({ id }) => id);

/** One page of what administrators changed, newest first, as far as this role may know it. */
export async function listAuditLog(
  { db }: Pick<App, 'db'>,
  role: AdminRole,
  { limit, cursor, ...filter }: Query,
): Promise<Page<z.input<typeof AuditRecord>>> {
  const after = readCursor(cursor);
  const log = db.select(getTableColumns(audit_log)).from(audit_log).$dynamic();
  const isAbout = eq(audit_log_targets.record_id, audit_log.id);
  const id = filter.target_id ? audit_log_targets.record_id : audit_log.id;
  const rows = await (filter.target_id ? log.innerJoin(audit_log_targets, isAbout) : log)
    .where(
      and(
        role === 'owner' ? undefined : notInArray(audit_log.action, actionsOfOwners),
        filter.application_id ? eq(audit_log.application_id, filter.application_id) : undefined,
        filter.admin_id ? eq(audit_log.admin_id, filter.admin_id) : undefined,
        filter.action ? eq(audit_log.action, filter.action) : undefined,
        filter.target_id ? eq(audit_log_targets.target_id, filter.target_id.toLowerCase()) : undefined,
        filter.from ? gte(audit_log.occurred_at, new Date(filter.from)) : undefined,
        filter.to ? lt(audit_log.occurred_at, new Date(filter.to)) : undefined,
        after === null ? undefined : lt(id, after),
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1);
  return toPage(rows, limit, ({ admin_id, admin_email, admin_role, target_ids: _, ...row }) => ({
    ...row,
    occurred_at: row.occurred_at.toISOString(),
    admin: { id: admin_id, email: admin_email, role: admin_role },
  }));
}
