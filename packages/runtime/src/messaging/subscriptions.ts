import type { EventContract } from '@platform/contracts/kit';
import type { Tx } from '../db/database.ts';
import { type Consumer, consume, type ReceivedEvent } from './consume.ts';

/** Events that a service reacts to, by the name of the consumer, for example `grant-purchase`. */
export type Consumes = Readonly<Record<string, EventContract>>;

/** Handlers of the consumers that a service declares, one each. */
export type ConsumerHandlers<C extends Consumes> = {
  [Name in keyof C]: (tx: Tx, event: ReceivedEvent<C[Name]>) => Promise<void>;
};

/**
 * The consumers of a service: its declaration, which its rights on the bus are made from, and their handlers.
 * A handler that is missing does not compile where the names are literals, and ends the start elsewhere.
 * @throws Error that names the consumer without a handler
 */
export const consumeAll = <C extends Consumes>(consumes: C, handlers: ConsumerHandlers<C>): Consumer[] =>
  Object.entries(consumes).map(([name, event]) => {
    const handler: Consumer['handle'] | undefined = handlers[name];
    if (!handler) throw new Error(`the consumer ${name} has no handler`);
    return consume(name, event, handler);
  });

interface Declared {
  consumes?: Consumes;
  observes?: readonly EventContract[];
}

/**
 * Asserts that a service consumes and observes nothing but what it declares: the bus would refuse the rest in
 * production, and only there.
 * @throws Error that names the consumer or the event
 */
export function requireDeclared(
  { consumes = {}, observes = [] }: Declared,
  { consumers = [], observers = [] }: { consumers?: readonly Consumer[]; observers?: readonly { type: string }[] },
): void {
  for (const { name, event } of consumers)
    if (consumes[name]?.type !== event.type) throw new Error(`the consumer ${name} of ${event.type} is not declared`);
  const types = new Set(observes.map(({ type }) => type));
  for (const { type } of observers) if (!types.has(type)) throw new Error(`an observer of ${type} is not declared`);
}
