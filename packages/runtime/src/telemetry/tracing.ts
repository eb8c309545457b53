import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { isError } from '../errors.ts';

const tracer = trace.getTracer('platform');

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The active context when absent. */
  parent?: Context;
}

/** Runs `work` in a span that is active meanwhile; a throw marks the span failed and passes on. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() } = options;
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      recordFailure(span, error, kind);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Marks a span as failed. The message of the error stays out: it may repeat what a person sent. A refusal is no failure
 * of the server that answers it (OpenTelemetry, HTTP server spans: 4xx leaves the status unset).
 */
export function recordFailure(span: Span, error: unknown, kind: SpanKind): void {
  const isRefusal = isError(error) && 'status' in error && Number(error.status) < 500;
  if (kind === SpanKind.SERVER && isRefusal) span.setAttribute('platform.error_code', errorType(error));
  else span.setAttribute('error.type', errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
}

/** The class of an error for `error.type`: its code (of the platform, of PostgreSQL, of a socket), else its name. */
export function errorType(error: unknown): string {
  if (!isError(error)) return '_OTHER';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const isQuery = 'query' in error && 'params' in error && isError(error.cause);
  return isQuery ? errorType(error.cause) : error.name;
}

/** Marks the span of the request that is refused now, so that the code of its answer finds it. */
export const recordRefusal = (code: string): void =>
  void trace.getActiveSpan()?.setAttribute('platform.error_code', code);

/** Whether the work that runs now belongs to a span. */
export const hasActiveSpan = (): boolean => trace.getActiveSpan() !== undefined;

/** The W3C `traceparent` of the active span, or null outside of one. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The context that a received `traceparent` describes; the active one when there is none. */
export const contextFrom = (traceparent: string | null | undefined): Context =>
  traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();

export { SpanKind };
