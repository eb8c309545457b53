import { readNatsUrl } from './nats-address.ts';
import { inboxOf } from './nats-names.ts';

/**
 * A server that is lost without a word is noticed after two pings without an answer, when the third is due.
 */
export const defaultPingMs = 10_000;
const pingsWithoutAnswer = 2;

/**
 * Options of the connection to NATS.
 * @param pingMs interval of pings in milliseconds
 */
export const natsOptions = ({ url, name, pingMs = defaultPingMs }: { url: string; name: string; pingMs?: number }) => ({
  ...readNatsUrl(url),
  name,
  inboxPrefix: inboxOf(name),
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  // Credentials may be refused while they are changed on the servers; the client would otherwise close
  // permanently.
  ignoreAuthErrorAbort: true,
  pingInterval: pingMs,
  maxPingOut: pingsWithoutAnswer,
  timeout: 15_000,
  waitOnFirstConnect: false,
});
