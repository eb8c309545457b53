import type { EventRejection } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { Ingest } from './ingest.ts';

/** Why an event is not taken. */
export interface Refusal {
  error: EventRejection;
  /** Which field is to blame; empty when it is the whole event. */
  path: string;
  /** What is wrong with that field. */
  message: string;
}

/** What is said of an event at its place in the request, from 0. */
export type Placed<T> = T & { index: number };

/** What became of the events of a request. */
export interface Recorded {
  accepted: number;
  rejected: { index: number; error: EventRejection; message: string }[];
}

export const refuse = (error: EventRejection, path: string, message: string): Refusal => ({ error, path, message });

/** Judges the events of a request, each by itself. */
export function judgeEach<Raw, Good extends object>(
  events: readonly Raw[],
  judge: (raw: Raw) => Good | Refusal,
): { good: Placed<Good>[]; refused: Placed<Refusal>[] } {
  const good: Placed<Good>[] = [];
  const refused: Placed<Refusal>[] = [];
  for (const [index, raw] of events.entries()) {
    const judged = judge(raw);
    if ('error' in judged) refused.push({ ...judged, index });
    else good.push({ ...judged, index });
  }
  return { good, refused };
}

/**
 * Leaves out the events whose names are one too many for their owner, and counts everything that is refused.
 * @param ownerId an application or a site: each has as many names as the other
 * @param nameOf the name of an event
 * @returns what can be stored, and what cannot with what was refused before
 * @throws AppError as {@link Ingest.names}
 */
export async function takeUsable<Good extends object>(
  { names, counts }: Pick<Ingest, 'names' | 'counts'>,
  ownerId: string,
  { good, refused }: { good: readonly Placed<Good>[]; refused: readonly Placed<Refusal>[] },
  nameOf: (event: Good) => string,
): Promise<{ taken: Placed<Good>[]; refused: Placed<Refusal>[] }> {
  const asked = new Set(good.map(nameOf));
  const usable = asked.size === 0 ? asked : await names.claim(ownerId, asked);
  const [taken, all] = [[] as Placed<Good>[], [...refused]];
  for (const event of good) {
    if (usable.has(nameOf(event))) taken.push(event);
    else all.push({ ...refuse('too_many_event_names', 'event', tooManyNames), index: event.index });
  }
  for (const { error } of all) counts.add(ownerId, error, 1);
  return { taken, refused: all };
}

const tooManyNames = 'there are as many different event names as there may be';

const sentence = ({ path, message }: Refusal): string => (path === '' ? message : `${path}: ${message}`);

/** The refused events as the answer lists them. */
export const rejectedOf = (refused: readonly Placed<Refusal>[]): Recorded['rejected'] =>
  refused
    .toSorted((a, b) => a.index - b.index)
    .map((refusal) => ({ index: refusal.index, error: refusal.error, message: sentence(refusal) }));

/** Refuses a request that is one event. Throws `application_mismatch`, else `validation_failed`. */
export function refuseRequest(refusal: Refusal): never {
  const { error, path, message } = refusal;
  if (error === 'application_mismatch') return fail('application_mismatch');
  return fail('validation_failed', { message: sentence(refusal), fields: { details: [{ path, message }] } });
}
