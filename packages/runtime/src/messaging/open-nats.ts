import type { Bus } from './bus.ts';

/** The client of NATS is loaded here, so that a process with the in-process bus does not load it. */

type Options = import('./nats-bus.ts').NatsBusOptions;
type StreamOptions = Parameters<typeof import('./nats-stream.ts').prepareStream>[0];

/**
 * Opens the bus over NATS JetStream.
 * @throws the error of NATS when it cannot be reached within `options.waitMs`
 */
export async function openNats(options: Options): Promise<Bus> {
  const { natsBus } = await import('./nats-bus.ts');
  return natsBus(options);
}

/**
 * Creates the stream of all events and the durable consumers of a service, or brings them up to date.
 * @param options.url of NATS, as a user that may manage streams
 * @param options.replicas copies of the stream in a cluster
 * @throws the error of NATS, and Error for a consumer whose events have another type
 */
export async function prepareStream(options: StreamOptions): Promise<void> {
  const stream = await import('./nats-stream.ts');
  await stream.prepareStream(options);
}
