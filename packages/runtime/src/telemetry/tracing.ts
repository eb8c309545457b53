import { setTimeout as sleep } from 'node:timers/promises';
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
import { errorText } from '../errors.ts';

const tracer = trace.getTracer('platform');
/** How long the end of a process may take to hand over its last spans. */
const flushMs = 2_000;

/**
 * Starts the OpenTelemetry SDK for this process and answers how to stop it. Without an endpoint nothing is
 * loaded: every span is then a no-op.
 */
export async function startTracing(serviceName: string, endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    instrumentations: [],
  });
  sdk.start();
  // A store that is away must not turn a clean end into a crash, nor hold it up: its last spans are lost.
  return () => Promise.race([sdk.shutdown().catch(() => {}), sleep(flushMs, undefined, { ref: false })]);
}

/**
 * Runs `work` in a span; a throw marks the span failed and passes on. `parent` is the active context when
 * absent.
 */
export async function inSpan<T>(
  name: string,
  options: { kind?: SpanKind; attributes?: Attributes; parent?: Context },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = options.parent ?? context.active();
  return tracer.startActiveSpan(
    name,
    { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes },
    parent,
    async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: errorText(error) });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

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
