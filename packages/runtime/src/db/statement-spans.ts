import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type pg from 'pg';
import { boundedCache } from '../bounded-cache.ts';
import { errorType } from '../telemetry/tracing.ts';

const tracer = trace.getTracer('platform');

/** What a statement does, and to which table or with which function first. */
export interface StatementSummary {
  /** `SELECT`, `INSERT`, `COMMIT`, … */
  operation: string;
  /** With its schema, as `billing.payments`; null for a statement without a table. */
  table: string | null;
  /** The function of a `SELECT` without a table, as `pg_advisory_xact_lock`; null for none. */
  called: string | null;
}

const tablePlaces: Record<string, RegExp> = {
  SELECT: /\bFROM\s+(?:ONLY\s+)?"?([a-z_-]+)"?\."?([a-z_]+)"?/i,
  INSERT: /\bINTO\s+"?([a-z_-]+)"?\."?([a-z_]+)"?/i,
  UPDATE: /\bUPDATE\s+(?:ONLY\s+)?"?([a-z_-]+)"?\."?([a-z_]+)"?/i,
  DELETE: /\bFROM\s+(?:ONLY\s+)?"?([a-z_-]+)"?\."?([a-z_]+)"?/i,
};

/** Statements of a process by their text. */
const summaries = boundedCache<StatementSummary>({ maxBytes: 4 * 1024 * 1024, sizeOf: () => 100 });
/** A list of ids makes longer ones; their table is in this part. */
const readLength = 20_000;

/**
 * Summary of a statement: its operation, and its first table or function. A statement with `WITH` that writes is named by what it
 * writes.
 */
export function summarizeStatement(text: string): StatementSummary {
  const key = text.slice(0, readLength);
  const present = summaries.get(key);
  if (present) return present;
  const first = /^\s*(\w+)/.exec(key)?.[1]?.toUpperCase() ?? 'SQL';
  const written =
    first === 'WITH' ? /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+"?[a-z_-]+"?\./i.exec(key)?.[1] : undefined;
  const operation = first === 'WITH' ? (written?.split(/\s/, 1)[0]?.toUpperCase() ?? 'SELECT') : first;
  const [, schema, table] = tablePlaces[operation]?.exec(key) ?? [];
  const called = schema === undefined ? (/^\s*SELECT\s+([a-z_]+)\(/i.exec(key)?.[1] ?? null) : null;
  const summary = { operation, table: schema === undefined ? null : `${schema}.${table}`, called };
  summaries.set(key, summary);
  return summary;
}

interface TracedConnection {
  /** Its pool. */
  pool: string;
  /** Address of the database. */
  url: URL;
}

const startSpan = (text: string, { pool, url }: TracedConnection): Span => {
  const { operation, table, called } = summarizeStatement(text);
  const summary = [operation, table ?? called].filter((part) => part !== null).join(' ');
  const attributes = {
    'db.system.name': 'postgresql',
    'db.namespace': url.pathname.slice(1),
    'db.operation.name': operation,
    ...(table === null ? {} : { 'db.collection.name': table }),
    'db.query.summary': summary,
    'db.query.text': text,
    'db.client.connection.pool.name': pool,
    'server.address': url.hostname === '' ? 'localhost' : decodeURIComponent(url.hostname),
    'server.port': Number(url.port || 5432),
  };
  return tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes });
};

function endSpan(span: Span, error: unknown): void {
  if (error) {
    const type = errorType(error);
    // The message of PostgreSQL repeats values.
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    // A class of two characters and three more: SQLSTATE.
    if (type.length === 5) span.setAttribute('db.response.status_code', type);
  }
  span.end();
}

/**
 * Gives every statement of a new connection a span (semantic conventions of OpenTelemetry for databases, 1.33). A
 * statement outside of a request or an event has none. Only used when traces are exported.
 */
export function traceStatements(client: pg.PoolClient, connection: TracedConnection): void {
  const original = client.query.bind(client) as (...args: unknown[]) => unknown;
  const traced = (...args: unknown[]): unknown => {
    if (trace.getActiveSpan() === undefined) return original(...args);
    const first = args[0];
    const text = typeof first === 'string' ? first : String((first as { text?: string } | null)?.text ?? '');
    const span = startSpan(text, connection);
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...results: unknown[]) => {
        endSpan(span, results[0]);
        return last(...results);
      };
      return original(...args);
    }
    const result = original(...args);
    if (result instanceof Promise)
      void result.then(
        () => endSpan(span, null),
        (error) => endSpan(span, error),
      );
    else span.end();
    return result;
  };
  client.query = traced as typeof client.query;
}
