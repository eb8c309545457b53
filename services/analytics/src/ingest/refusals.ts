import { type EventRejection, otherEventName } from '@platform/contracts';
import { describeFault } from '@platform/contracts/faults';
import { createSlices, fail, refuseFaults } from '@platform/runtime';
import type { Ingest } from './ingest-state.ts';
import type { NameSender } from './new-name-limits.ts';

/** Why an event is not taken. */
export interface Refusal {
  error: EventRejection;
  /** Which field is to blame; empty when it is the whole event. */
  path: string;
  /** The fault of that field, as a sentence without its subject and its full stop: `is more than 7 days ago`. */
  message: string;
}

/** The answer about an event at its index in the request, from 0. */
export type Indexed<T> = T & { index: number };

/** An event with the name that it came with, beside that under which it counts. */
export type Named<T> = Indexed<T> & { sent_name: string };

/** Outcomes of the events of a request. */
export interface Recorded {
  accepted: number;
  rejected: { index: number; error: EventRejection; message: string }[];
}

export const refuse = (error: EventRejection, path: string, message: string): Refusal => ({ error, path, message });

/** Events that are judged before other requests run. */
const judgedAtOnce = 8;

/** Judges the events of a request, each by itself. Other requests run during long batches. */
export async function judgeEach<Raw, Good extends object>(
  events: readonly Raw[],
  judge: (raw: Raw) => Good | Refusal,
): Promise<{ good: Indexed<Good>[]; refused: Indexed<Refusal>[] }> {
  const good: Indexed<Good>[] = [];
  const refused: Indexed<Refusal>[] = [];
  const slices = createSlices();
  for (const [index, raw] of events.entries()) {
    if (index % judgedAtOnce === judgedAtOnce - 1 && slices.isOver()) await slices.next();
    const judged = judge(raw);
    if ('error' in judged) refused.push({ ...judged, index });
    else good.push({ ...judged, index });
  }
  return { good, refused };
}

/**
 * Gives each event the name under which it counts, and counts everything that is refused.
 * @param ownerId an application or a site: each has as many names as the other
 * @returns what can be stored
 * @throws AppError as {@link Ingest.names}
 */
export async function nameEvents<Good extends object>(
  { names, counts }: Pick<Ingest, 'names' | 'counts'>,
  { ownerId, sender }: { ownerId: string; sender: NameSender },
  { good, refused }: { good: readonly Indexed<Good>[]; refused: readonly Indexed<Refusal>[] },
  { nameOf, rename }: { nameOf(event: Good): string; rename(event: Indexed<Good>, name: string): Indexed<Good> },
): Promise<Named<Good>[]> {
  for (const { error } of refused) counts.add(ownerId, error, 1);
  const wantedNames = new Set(good.map(nameOf));
  if (wantedNames.size === 0) return [];
  const storedNames = await names.resolveNames(ownerId, wantedNames, sender);
  return good.map((event) => {
    const name = nameOf(event);
    const storedName = storedNames.get(name) ?? otherEventName;
    if (storedName === name) return { ...event, sent_name: name };
    if (storedName === otherEventName) counts.add(ownerId, withoutName, 1);
    return { ...rename(event, storedName), sent_name: name };
  });
}

/** The outcome of events whose name found no room; they are stored and count as such besides. */
export const withoutName = 'without_name';

const sentence = ({ path, message }: Refusal): string => describeFault(path, message, 'The event');

/** The refused events as the answer lists them. */
export const rejectedOf = (refused: readonly Indexed<Refusal>[]): Recorded['rejected'] =>
  refused
    .toSorted((a, b) => a.index - b.index)
    .map((refusal) => ({ index: refusal.index, error: refusal.error, message: sentence(refusal) }));

/**
 * Refuses a request that is one event.
 * @throws `application_mismatch`, else `validation_failed`
 */
export function refuseRequest(refusal: Refusal): never {
  const { error, path } = refusal;
  if (error === 'application_mismatch') return fail('application_mismatch');
  return refuseFaults([{ path, message: sentence(refusal) }]);
}
