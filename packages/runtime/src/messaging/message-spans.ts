import type { Attributes } from '@opentelemetry/api';
import { isSpanContextValid, trace } from '@opentelemetry/api';
import { withoutAddresses } from '../telemetry/log.ts';
import { contextFrom, currentTraceparent, inSpan, SpanKind } from '../telemetry/tracing.ts';
import type { Bus } from './bus.ts';
import type { Envelope } from './envelope.ts';

/**
 * Spans of messages, with names and attributes of the semantic conventions of OpenTelemetry for messaging. They hold
 * types, subjects and ids of messages, nothing of their content.
 */

export interface SentMessage {
  bus: Pick<Bus, 'system'>;
  /** `ask` of a query, `call` of a command. */
  operation: 'ask' | 'call';
  subject: string;
}

const attributesOf = (system: Bus['system'], operation: string, type: string, destination: string): Attributes => ({
  'messaging.system': system,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
  'messaging.destination.name': destination,
});

/** Runs the request of another service in its client span. */
export const inRequestSpan = <T>({ bus, operation, subject }: SentMessage, work: () => Promise<T>): Promise<T> =>
  inSpan(
    `${operation} ${subject}`,
    { kind: SpanKind.CLIENT, attributes: attributesOf(bus.system, operation, 'send', subject) },
    work,
  );

export interface ReceivedMessage {
  bus: Pick<Bus, 'system'>;
  operation: 'answer';
  subject: string;
  request_id: string;
  traceparent: string | null;
}

/** Runs the answer to another service in its server span. */
export const inAnswerSpan = <T>(received: ReceivedMessage, work: () => Promise<T>): Promise<T> => {
  const { bus, operation, subject, request_id, traceparent } = received;
  const attributes = {
    ...attributesOf(bus.system, operation, 'process', subject),
    request_id: withoutAddresses(request_id),
  };
  return inSpan(
    `${operation} ${subject}`,
    { kind: SpanKind.SERVER, attributes, parent: contextFrom(traceparent) },
    work,
  );
};

/** Runs the handling of an event in its consumer span, below the span of its publication. */
export const inConsumerSpan = <T>(
  system: Bus['system'],
  consumer: string,
  { id, type, request_id, traceparent }: Envelope,
  work: () => Promise<T>,
): Promise<T> => {
  const attributes = {
    ...attributesOf(system, 'consume', 'process', type),
    'messaging.consumer.group.name': consumer,
    'messaging.message.id': id,
    request_id: withoutAddresses(request_id),
  };
  return inSpan(`consume ${type}`, { kind: SpanKind.CONSUMER, attributes, parent: contextFrom(traceparent) }, work);
};

/**
 * Publishes an event in its producer span, below the span of the change that it reports. An event of a change without a
 * span has none.
 * @param publish gets the envelope whose `traceparent` is that of the producer span
 */
export function inPublishSpan(
  system: Bus['system'],
  envelope: Envelope,
  publish: (traced: Envelope) => Promise<void>,
): Promise<void> {
  const { id, type, request_id, traceparent } = envelope;
  const parent = contextFrom(traceparent);
  const spanContext = trace.getSpanContext(parent);
  if (spanContext === undefined || !isSpanContextValid(spanContext)) return publish(envelope);
  const attributes = {
    ...attributesOf(system, 'publish', 'send', type),
    'messaging.message.id': id,
    request_id: withoutAddresses(request_id),
  };
  return inSpan(`publish ${type}`, { kind: SpanKind.PRODUCER, attributes, parent }, () =>
    publish({ ...envelope, traceparent: currentTraceparent() ?? traceparent }),
  );
}
