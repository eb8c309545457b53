import { z } from 'zod';
import { AuditRecord } from '../audit.ts';
import { filterZone, pageQuery, timeFrom, timeUntil, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

export const auditLogEndpoints = feature('Audit log', 'The changes that administrators made.', {
  listAuditLog: endpoint({
    method: 'GET',
    path: '/v1/admin/audit-log',
    keyScope: 'own_rows',
    summary: 'Read the changes of administrators, newest first',
    description: [
      'One record for each change: administrator, action, object before and after, time and origin.',
      'Refused calls, failed calls, calls without a change and repeats under an `Idempotency-Key` leave none.',
      'Logins (`openAdminSession`) leave records too. Each successful login leaves one.',
      'Failed logins count per account, network and hour; from the 101st network on they count as one network.',
      'The first failure leaves a record. After the hour, further failures leave one record with the count.',
      'The nil UUID as `admin_id` stands for e-mails without an account.',
      'A record appears shortly after its change.',
      'Only owners see records of `createAdmin`, `updateAdmin` and `deleteAdmin`.',
    ].join(' '),
    auth: 'admin',
    role: 'admin',
    rate: 'admin',
    paginated: true,
    query: z.object({
      ...pageQuery,
      application_id: Uuid.optional().describe('Changes of one application').meta({ resource: 'application_id' }),
      admin_id: Uuid.optional().describe('Changes by one administrator').meta({ resource: 'admin_id' }),
      action: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('Calls of one operation (`operationId`)')
        .meta({ example: 'updateApplication' }),
      target_id: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .describe('Changes of one object: any value in `target`')
        .meta({ resource: 'audit_target' }),
      from: timeFrom('Changed'),
      to: timeUntil('Changed'),
      ...filterZone,
    }),
    response: AuditRecord,
  }),
});
