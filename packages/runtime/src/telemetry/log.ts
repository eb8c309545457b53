import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { currentScope } from '../scope.ts';

export type Log = Logger;

/** Fields that never reach a log, at the top or one or two levels down. */
const secretFields = [
  'authorization',
  'password',
  'token',
  'access_token',
  'secret',
  'hs256_secret',
  'key',
  'public_key',
  'email',
  'client_ip',
  'user_agent',
  'cookie',
  'phone',
  'checkbox_text',
];

/**
 * What a log says of an error. A failed statement is told without its values: drizzle puts them into its message, and
 * PostgreSQL those of the row into `detail`, and both may be what people entrusted to us.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isQuery = 'query' in error && 'params' in error && error.cause instanceof Error;
  const { detail: _, ...described } = stdSerializers.err(isQuery ? (error.cause as Error) : error);
  return isQuery ? { ...described, query: error.query } : described;
}

/**
 * Structured JSON logs. Each line carries the service, and inside a request its id and trace.
 * ERROR means somebody has to look; a healthy platform logs none. WARN is a problem that healed or was refused.
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return {
        ...currentScope(),
        ...(span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {}),
      };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
