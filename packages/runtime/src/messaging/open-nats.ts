import type { Bus } from './bus.ts';

/** The client of NATS is loaded here, so that a process with the in-process bus does not load it. */

type Options = Parameters<typeof import('./nats-bus.ts').natsBus>[0];
type StreamOptions = Parameters<typeof import('./nats-stream.ts').prepareStream>[0];

/**
 * Opens the bus over NATS JetStream.
 * @param options.name of the service: its inbox has this name, and its rights cover that inbox alone
 * @param options.pingMs interval of pings and of the heartbeats of a pull in milliseconds, 10 s when absent
 * @throws the error of NATS when it cannot be reached
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
