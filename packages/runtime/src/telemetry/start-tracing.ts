import { type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { tracing } from '@opentelemetry/sdk-node';
import { baseConfig, type Environment, loadConfig } from '../config.ts';
import { within } from '../time.ts';

/** Time limit for the export of the last spans at the end of a process. */
const flushMs = 2_000;

const tracingConfig = baseConfig.pick({
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_TRACES_SAMPLER: true,
  OTEL_TRACES_SAMPLER_ARG: true,
});

type SamplingSettings = Pick<
  ReturnType<typeof loadConfig<typeof tracingConfig>>,
  'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/**
 * Starts the OpenTelemetry SDK for this process. Without an endpoint the SDK is not loaded, and every span is
 * a no-op.
 * @param options.isPublic whether clients reach this process: their sampling flag then decides nothing
 * @returns a function that stops the SDK
 * @throws ConfigError for an unknown sampler or a ratio outside of 0 to 1
 */
export async function startTracing(
  serviceName: string,
  env: Environment,
  { isPublic }: { isPublic: boolean },
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...sampling } = loadConfig(serviceName, tracingConfig, env);
  if (endpoint === undefined) return async () => {};
  const [{ NodeSDK, tracing: parts }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const sdk = new NodeSDK({
    serviceName,
    sampler: chooseSampler(sampling, isPublic, parts),
    spanProcessors: [exportFailures(new parts.BatchSpanProcessor(exporter))],
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
 * The sampler of the settings, named as in the specification of the OpenTelemetry SDK. A process that clients reach
 * decides for itself: a client that sets the flag of its `traceparent` would else have every request of it exported. The
 * trace id of the client stays, and has no part in the decision of a `parentbased_` sampler: a client can choose one
 * that each ratio takes. Every other process follows the flag of the process that called it.
 */
function chooseSampler(
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: SamplingSettings,
  isPublic: boolean,
  parts: typeof tracing,
): tracing.Sampler {
  const root = name.endsWith('always_on')
    ? new parts.AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new parts.AlwaysOffSampler()
      : new parts.TraceIdRatioBasedSampler(ratio);
  const foreign = name.endsWith('traceidratio') ? randomSampler(ratio, parts) : root;
  const remote = isPublic ? { remoteParentSampled: foreign, remoteParentNotSampled: foreign } : {};
  const sampler = name.startsWith('parentbased_') ? new parts.ParentBasedSampler({ root, ...remote }) : root;
  return name.endsWith('always_off') ? sampler : recordEntries(sampler, parts);
}

/** Samples a share of the traces, whatever their ids are. @param ratio from 0 to 1 */
const randomSampler = (ratio: number, { SamplingDecision }: typeof tracing): tracing.Sampler => ({
  shouldSample: () => ({
    decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => `Random{${ratio}}`,
});

/** Records the requests and deliveries that a sampler leaves out, so that {@link exportFailures} sees how they end. */
function recordEntries(sampler: tracing.Sampler, { SamplingDecision }: typeof tracing): tracing.Sampler {
  return {
    shouldSample(...call) {
      const result = sampler.shouldSample(...call);
      const [, , , kind] = call;
      const isEntry = kind === SpanKind.SERVER || kind === SpanKind.CONSUMER;
      return isEntry && result.decision === SamplingDecision.NOT_RECORD
        ? { ...result, decision: SamplingDecision.RECORD }
        : result;
    },
    toString: () => `RecordEntries(${sampler})`,
  };
}

/** Exports sampled spans, and of all others those that failed: a failure is found whatever the ratio is. */
const exportFailures = (exported: tracing.SpanProcessor): tracing.SpanProcessor => ({
  onStart: (span, parent) => exported.onStart(span, parent),
  onEnd(span) {
    const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    if (isSampled) exported.onEnd(span);
    else if (span.status.code === SpanStatusCode.ERROR) exported.onEnd(asSampled(span));
  },
  forceFlush: () => exported.forceFlush(),
  shutdown: () => exported.shutdown(),
});

/** A span that says of itself that it is sampled: the processor and the exporter leave out every other one. */
function asSampled(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const sampled: SpanContext = { ...span.spanContext(), traceFlags: TraceFlags.SAMPLED };
  return Object.create(span, { spanContext: { value: () => sampled } });
}
