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
import { within } from '../time.ts';

const tracer = trace.getTracer('platform');
/** Time limit for the export of the last spans at the end of a process. */
const flushMs = 2_000;

/**
 * Starts the OpenTelemetry SDK for this process. Without an endpoint the SDK is not loaded, and every span is
 * a no-op.
 * @returns a function that stops the SDK
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
  // An unreachable collector must neither crash nor delay a clean shutdown; the last spans are lost then.
  return () =>
    within(
      flushMs,
      sdk.shutdown().catch(() => {}),
      () => {},
    );
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
