import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type AuditOrigin as AuditOriginSchema, auditEventOf, auditShape, isAudited } from '@platform/contracts/audit';
import type { PlatformContext, ServiceContract } from '@platform/contracts/kit';
import type { Route } from '@platform/contracts/route-table';
import type { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Tx } from './db/database.ts';
import { afterCommit } from './db/transaction.ts';
import type { Emit } from './messaging/emit.ts';
import { currentScope, runInScope } from './scope.ts';
import type { Log } from './telemetry/log.ts';

/**
 * The administrator, the action, the origin and the path parameters. Plain JSON: it may be stored with
 * deferred work.
 */
export interface AuditOrigin extends z.output<typeof AuditOriginSchema> {
  params: Record<string, string>;
}

export interface AuditChange {
  /** The object before; null when it is made. The contract retains what it names and drops the rest. */
  before: object | null;
  /** The object since; null when it is removed. */
  after: object | null;
  /** Where the address does not name the application. */
  application_id?: string | null;
  /** Names of secrets that were set: their values are in neither object. */
  secrets?: string[];
}

export interface Audit {
  /**
   * Writes the change of this call into the audit log, in the same transaction as the change. Called once in
   * every successful call of an administrator; two equal objects leave no record. It does nothing in a call
   * of another user, and for work that no administrator started (`origin` null).
   * @param origin of work that started in another call, from {@link Audit.postpone}
   */
  record(tx: Tx, change: AuditChange, origin?: AuditOrigin | null): Promise<void>;
  /**
   * The origin of this call, stored with work that another process may finish and record. After this, the
   * call itself owes no record. Null when no administrator calls.
   */
  postpone(): AuditOrigin | null;
}

/** A call of an administrator that owes a record. */
export interface AuditedCall {
  origin: AuditOrigin;
  records: number;
  isPostponed: boolean;
}

/** @param emit of the service: a record leaves as an event, with the change or not at all */
export function createAudit(contract: ServiceContract, emit: Emit, clock: Clock): Audit {
  return {
    async record(tx, { before, after, application_id, secrets = [] }, statedOrigin) {
      const call = statedOrigin === undefined ? currentScope()?.audited : undefined;
      const origin = statedOrigin === undefined ? call?.origin : statedOrigin;
      if (!origin) return;
      if (call)
        afterCommit(tx, () => {
          call.records += 1;
        });
      const endpoint = contract.endpoints[origin.action];
      const shape = endpoint && auditShape(endpoint);
      if (!shape) throw new Error(`the contract does not define what the audit log stores of ${origin.action}`);
      const [old, now] = [factsOf(shape, before), factsOf(shape, after)];
      const changed = [...differing(old, now), ...secrets];
      if (changed.length === 0) return;
      const { params, ...who } = origin;
      const data = { ...who, target: { ...params, ...idsOf(now ?? old ?? {}) }, before: old, after: now, changed };
      const about = {
        application_id: application_id === undefined ? (params.application_id ?? null) : application_id,
        occurred_at: clock.now(),
      };
      await emit(tx, auditEventOf(contract.name), data, about);
    },
    postpone() {
      const call = currentScope()?.audited;
      if (call) call.isPostponed = true;
      return call?.origin ?? null;
    },
  };
}

/**
 * Runs a handler and sees to it that a change of an administrator has left its one record. Forgetting it is
 * our bug, and the change is committed by then: it is an ERROR in the log, on which every test fails.
 */
export async function underAudit<T>(
  { route: { id, endpoint }, context, params, log }: AuditedWork,
  work: () => T | Promise<T>,
): Promise<T> {
  if (!context.admin || !isAudited(endpoint)) return work();
  const { request_id, client_ip, user_agent, admin } = context;
  const who = { id: admin.id, email: admin.email, role: admin.role };
  const call: AuditedCall = {
    origin: { action: id, admin: who, params: { ...params }, client_ip, user_agent, request_id },
    records: 0,
    isPostponed: false,
  };
  const result = await runInScope({ ...currentScope(), request_id, audited: call }, async () => work());
  if (!call.isPostponed && call.records !== 1)
    log.error(
      { action: id, admin_id: admin.id, records: call.records },
      'a change by an administrator did not leave exactly one audit record',
    );
  return result;
}

interface AuditedWork {
  route: Route;
  context: PlatformContext;
  params: Record<string, string>;
  log: Log;
}

type Facts = Record<string, unknown>;

/** A value longer than this is known by its digest: a record has to fit into a message of the bus. */
const longest = 16_384;

/** The fields of an object that the contract names, as JSON. A long one is written once and never read again. */
function factsOf(shape: z.ZodType, object: object | null): Facts | null {
  if (object === null) return null;
  const facts: Facts = {};
  for (const [name, value] of Object.entries(shape.parse(object) as object)) {
    const fact = inBounds(value);
    if (fact !== undefined) facts[name] = fact;
  }
  return facts;
}

/** A value as JSON; undefined where JSON has none. */
function inBounds(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined) return undefined;
  if (text.length > longest) return { sha256: createHash('sha256').update(text).digest('hex'), length: text.length };
  return typeof value === 'string' ? value : JSON.parse(text);
}

/** That something was saved is no change by itself. */
const bookkeepingFields = new Set(['updated_at']);

const differing = (before: Facts | null, after: Facts | null): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !bookkeepingFields.has(name) && !isDeepStrictEqual(before?.[name], after?.[name]),
  );

/** Ids and codes among the fields of an object: the keys that a search uses. */
const idsOf = (facts: Facts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).filter(
      (field): field is [string, string] => /^(id|code|.+_id)$/.test(field[0]) && typeof field[1] === 'string',
    ),
  );
