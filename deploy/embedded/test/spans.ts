import { listen } from '@platform/runtime';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  /** 0 unset, 1 ok, 2 error. */
  status: { code: number; message?: string };
  /** The process that it comes from. */
  service: string | undefined;
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Omit<Span, 'service'>[] }[] }[];
}

/** Receives the spans of processes. */
export interface Collector {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: readonly Span[];
  childrenOf(parent: Span): readonly Span[];
  close(): Promise<void>;
}

/** Variables of a process whose every trace goes to a collector. */
export const tracedEnvironment = ({ url }: Collector) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER_ARG: '1',
});

/** Attributes of a span by their names. */
export const attributesOf = ({ attributes }: Span): Record<string, string | number | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** Starts a receiver of the OpenTelemetry protocol over HTTP with JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const children = new Map<string, Span[]>();
  const add = (span: Span): void => {
    spans.push(span);
    const parent = `${span.traceId} ${span.parentSpanId}`;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  };
  const server = await listen(
    (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export;
        for (const { resource, scopeSpans } of resourceSpans) {
          const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
          for (const scope of scopeSpans) for (const span of scope.spans) add({ ...span, service });
        }
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    },
    { port: 0, host: '127.0.0.1' },
  );
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    childrenOf: ({ traceId, spanId }) => children.get(`${traceId} ${spanId}`) ?? [],
    close: () => server.close(100),
  };
}
