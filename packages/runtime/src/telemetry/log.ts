import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { isError } from '../errors.ts';
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
 * The log form of an error. A failed statement is logged without its values: drizzle puts them into its
 * message, and PostgreSQL puts those of the row into `detail`. Both may be personal data.
 */
const describeError = (error: unknown): unknown =>
  isError(error) ? stdSerializers.err(withoutValues(error, new Map())) : error;

/**
 * A copy of an error without the values of statements, its own and those of every error that it contains: as
 * cause, among several that failed together, or as any other field.
 * @param copies what was copied already; errors may contain each other
 */
function withoutValues(error: Error, copies: Map<Error, Error>): Error {
  const present = copies.get(error);
  if (present) return present;
  if ('query' in error && 'params' in error && isError(error.cause))
    return Object.assign(withoutValues(error.cause, copies), { query: error.query });
  // Its message and name are no properties: an object of its class without them throws when they are read.
  if (error instanceof DOMException) return asPlainError(error);
  const copy: Error = Object.create(Object.getPrototypeOf(error));
  copies.set(error, copy);
  // Not by assignment: a non-enumerable property, such as the cause, must stay non-enumerable in the copy.
  for (const [name, { enumerable = false }] of Object.entries(Object.getOwnPropertyDescriptors(error)))
    if (name !== 'detail')
      Object.defineProperty(copy, name, {
        value: strip(error[name as keyof Error], copies),
        enumerable,
        writable: true,
        configurable: true,
      });
  return copy;
}

const asPlainError = ({ name, message, stack }: DOMException): Error =>
  Object.assign(new Error(message), stack === undefined ? { name } : { name, stack });

function strip(value: unknown, copies: Map<Error, Error>): unknown {
  if (isError(value)) return withoutValues(value, copies);
  return Array.isArray(value) ? value.map((item) => strip(item, copies)) : value;
}

/**
 * An e-mail address in any field or message of a line. Linear: the part before the `@` is bounded.
 */
const emailAddress = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

/** A text with a mark in place of each e-mail address: a client may write one where an id belongs. */
export const withoutAddresses = (text: string): string => text.replaceAll(emailAddress, '[e-mail]');

/**
 * Structured JSON logs. Each line carries the service, and inside a request its id and trace. ERROR means an
 * operator has to act; a healthy platform logs none. WARN is a problem that healed or was refused.
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
    hooks: { streamWrite: withoutAddresses },
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext();
      const request_id = currentScope()?.request_id;
      return {
        ...(request_id === undefined ? {} : { request_id }),
        ...(span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {}),
      };
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
