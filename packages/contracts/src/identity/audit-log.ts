import { z } from 'zod';
import { AuditRecord } from '../audit.ts';
import { pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

export const auditLogEndpoints = feature('Audit log', 'Changes by administrators.', {
  listAuditLog: endpoint({
    method: 'GET',
    path: '/v1/admin/audit-log',
    summary: 'Read what administrators changed, newest first',
    description:
      'One record for each change: who, what, before and after, when, from where. Refused and failed calls, calls that changed nothing and repeats under an `Idempotency-Key` leave none. Logins (`openAdminSession`) are records too: each that succeeds; of those that fail the first from each network in an hour, and the count when the hour is over. The nil UUID as `admin_id` stands for e-mails without an account. A record appears a moment after its change. Changes of administrators themselves are shown to owners only.',
    auth: 'admin',
    role: 'admin',
    rate: 'admin',
    paginated: true,
    query: z.object({
      ...pageQuery,
      application_id: Uuid.optional().describe('Changes of one application').meta({ resource: 'application_id' }),
      admin_id: Uuid.optional().describe('Changes by one administrator').meta({ resource: 'admin_id' }),
      action: z.string().min(1).max(64).optional().describe('Calls of one endpoint (`operationId`)'),
      target_id: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .describe('Changes of one object: any value in `target`')
        .meta({ resource: 'audit_target' }),
      from: Timestamp.optional().describe('Changed at this moment or later'),
      to: Timestamp.optional().describe('Changed before this moment'),
    }),
    response: AuditRecord,
  }),
});
