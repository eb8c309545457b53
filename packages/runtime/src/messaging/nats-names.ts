import type { Consumes } from './subscriptions.ts';

/** Names on the bus over NATS. They load no client. */

/** The stream of all events. */
export const streamName = 'PLATFORM';
/** The subject of the events of a type. */
export const subjectOf = (type: string): string => `evt.${type}`;
/** Prefix of the requests to JetStream in the account of the stream. */
export const serverApi = '$JS.API';
/** The same in the account of the services, which may send some of them alone. */
export const serviceApi = 'JS.PLATFORM.API';
/** Inboxes of a service: the answers that it gets, events and acknowledgements of the server. */
export const inboxOf = (service: string): string => `_INBOX.service.${service}`;
/** Inboxes for the answers of one service, which may publish to no others; `*` is any asker. */
export const answersOf = (asker: string, answerer: string): string => `${inboxOf(asker)}.${answerer}`;
/** The service that answers a subject of a query or a command, `query.<service>.…`. */
export const answererOf = (subject: string): string => subject.split('.')[1] ?? '';

/** A durable consumer of the stream: its name there, `<service>__<consumer>`, and the type of its events. */
export interface DurableConsumer {
  name: string;
  type: string;
}

/** The durable consumers that services declare. */
export const durableConsumersOf = (
  definitions: readonly { contract: { name: string }; consumes?: Consumes | undefined }[],
): DurableConsumer[] =>
  definitions.flatMap(({ contract, consumes = {} }) =>
    Object.entries(consumes).map(([name, { type }]) => ({ name: `${contract.name}__${name}`, type })),
  );
