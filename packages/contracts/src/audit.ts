import { z } from 'zod';
import { Timestamp, Uuid } from './fields.ts';
import { type Endpoint, event } from './kit.ts';

/**
 * Changes by administrators: the format in which every service reports them to the audit log of identity.
 */

const Facts = z.record(z.string(), z.unknown());

/** The administrator, the action and the origin: known before the work begins. */
export const AuditOrigin = z.object({
  action: z.string().describe('Id of the endpoint that was called (`operationId`)'),
  admin: z
    .object({
      id: Uuid.describe('Administrator'),
      email: z.string().describe('Login name at that time'),
      role: z.enum(['staff', 'admin', 'owner']).describe('Role at that time'),
    })
    .describe('Caller'),
  client_ip: z.string().describe('IP address of the caller'),
  user_agent: z.string().describe('`User-Agent` of the caller'),
  request_id: z.string().describe('`X-Request-Id` of the call'),
});

const AuditEntry = AuditOrigin.extend({
  application_id: Uuid.nullable().describe('Application of the changed object; null for the platform itself'),
  target: z
    .record(z.string(), z.string())
    .describe('Changed object: the path parameters, and ids and codes of the object'),
  before: Facts.nullable().describe('The object before the change; null for a creation'),
  after: Facts.nullable().describe('The object after the change; null for a removal'),
  changed: z.array(z.string()).describe('Names of the fields that differ, and of secrets that were set'),
});

export const AuditRecord = z
  .object({ id: Uuid.describe('Id of the record'), occurred_at: Timestamp.describe('Time of the change') })
  .extend(AuditEntry.shape)
  .meta({
    id: 'AuditRecord',
    description:
      'One change by an administrator. A value longer than 16384 characters is replaced by `{sha256, length}`. The record never contains secrets',
  });

const recorded = (type: string) =>
  event(
    type,
    'An action of an administrator in one service. Identity stores it in the audit log.',
    AuditEntry.omit({ application_id: true }),
  );

/** Left by identity in the transaction of the change; the id of the event is the id of the record. */
export const adminActionRecorded = recorded('admin.action_recorded');
export type AdminActionRecorded = typeof adminActionRecorded;

const events = new Map<string, AdminActionRecorded>([['identity', adminActionRecorded]]);

/**
 * The event by which a service reports the actions of administrators. Each service has a type of its own: the
 * bus lets it publish that type alone, so that no service reports an action in the name of another.
 */
export function auditEventOf(service: string): AdminActionRecorded {
  const event = events.get(service) ?? recorded(`admin.action_recorded.${service}`);
  events.set(service, event);
  return event;
}

/** Whether calls of administrators to this endpoint belong into the audit log. */
export const isAudited = ({ method, auth, changesNothing, auditedRead }: Endpoint): boolean =>
  auditedRead === true ||
  (method !== 'GET' && changesNothing !== true && (auth === 'admin' || auth === 'user_or_admin'));

/** The fields that the audit log stores of the changed object; undefined where the contract has none. */
export const auditShape = (endpoint: Endpoint): z.ZodType | undefined => endpoint.audit ?? endpoint.response;
