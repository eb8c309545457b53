import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { randomBase62 } from '../crypto.ts';
import { NoResponderError } from './bus.ts';
import { answererOf, answersOf, inboxOf } from './nats-names.ts';

/** Requests of one process whose answers come to inboxes that only the service that is asked may answer. */
export interface NatsRequests {
  /** @throws NoResponderError; Error without an answer in time, and when the connection is closed */
  send(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  /** Ends the requests that wait for an answer from a subject that the server refuses. */
  refuse(subject: string, reason: Error): void;
  /** Ends all requests. */
  close(): void;
}

interface Waiting {
  subject: string;
  end(outcome: Uint8Array | Error): void;
}

/**
 * One subscription receives all answers: `<inbox of the caller>.<called service>.<process>.<request>`. The
 * built-in requests of the client use inboxes that do not name the called service, so the server could not
 * refuse the answer of another service. The last token is random, so that a service that was called before
 * cannot guess it.
 */
export function natsRequests(connection: NatsConnection, asker: string): NatsRequests {
  const process = randomBase62(16);
  const waiting = new Map<string, Waiting>();
  const endAll = (reason: Error) => {
    for (const { end } of [...waiting.values()]) end(reason);
  };
  connection.subscribe(`${inboxOf(asker)}.*.${process}.*`, {
    callback: (error: Error | null, message: Msg) => {
      if (error) return endAll(error);
      const request = waiting.get(message.subject);
      const isUnheard = message.data.length === 0 && message.headers?.code === 503;
      request?.end(isUnheard ? new NoResponderError(request.subject) : message.data);
    },
  });
  return {
    send: (subject, data, timeoutMs) =>
      new Promise((resolve, reject) => {
        const reply = `${answersOf(asker, answererOf(subject))}.${process}.${randomUUID()}`;
        const end = (outcome: Uint8Array | Error) => {
          clearTimeout(timer);
          waiting.delete(reply);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        const timer = setTimeout(() => end(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
        waiting.set(reply, { subject, end });
        try {
          connection.publish(subject, data, { reply });
        } catch (error) {
          end(error as Error);
        }
      }),
    refuse(subject, reason) {
      for (const request of [...waiting.values()]) if (request.subject === subject) request.end(reason);
    },
    close: () => endAll(new Error('the connection to NATS is closed')),
  };
}
