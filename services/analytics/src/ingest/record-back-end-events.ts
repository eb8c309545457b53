import { type analytics, BackEndEvent, catalog, identity } from '@platform/contracts';
import { firstIssue } from '@platform/contracts/faults';
import type { ApplicationContext, EndpointRequest } from '@platform/contracts/kit';
import { requireFound, requireOpen } from '@platform/runtime';
import type { App } from '../app.ts';
import { createRowWriter } from './event-row.ts';
import type { EventRow } from './ingest-state.ts';
import { type Circumstances, type GoodEvent, judgeFields } from './judge-event.ts';
import { nameOfEvent } from './record-events.ts';
import {
  type Indexed,
  judgeEach,
  type Named,
  nameEvents,
  type Recorded,
  type Refusal,
  refuse,
  rejectedOf,
} from './refusals.ts';

type Request = EndpointRequest<(typeof analytics)['endpoints']['recordBackEndEvents']>;

/** The user of an event as its sender names it. */
type UserReference = Pick<BackEndEvent, 'user_id' | 'subject' | 'issuer'>;

/** An event that can be stored once its user is known. */
interface UserEvent extends GoodEvent {
  user: UserReference;
}

/** An event of a known user. */
interface KnownUserEvent extends GoodEvent {
  user_id: string;
}

/**
 * Stores events of users that a back end sends, all that are right in one transaction, and resolves when they
 * are durable. They name no device and no site, and have no place: the address of the call is the back end's.
 * @returns how many are stored, earlier stored ones included, and the faults of the others; an unknown and an
 * erased user have the same code
 * @throws AppError `application_not_found`, `conflict` when it is archived, `service_unavailable`
 */
export async function recordBackEndEvents(
  app: Pick<App, 'ask' | 'clock' | 'ingest'>,
  { params, body }: Request,
): Promise<Recorded> {
  const application = requireFound(
    await app.ask(catalog.queries.resolveApplication, { id: params.application_id }),
    'application',
  );
  requireOpen(application);
  const received_at = app.clock.now().getTime();
  const around: Circumstances = { application, received_at, moved_by: 0 };
  const judged = await judgeEach(body.events, (raw) => judgeUserEvent(raw, around));
  const { known, unknown } = await findUsersOf(app, application, judged.good);
  const refused = [...judged.refused, ...unknown];
  const origin = { ownerId: application.id, sender: { user_id: null, client_ip: null } };
  const namedEvents = await nameEvents<KnownUserEvent>(
    app.ingest,
    origin,
    { good: known, refused },
    nameOfKnownUserEvent,
  );
  if (namedEvents.length > 0) await app.ingest.events.write(rowsOf(application, namedEvents, received_at));
  return { accepted: namedEvents.length, rejected: rejectedOf(refused) };
}

const nameOfKnownUserEvent = {
  nameOf: nameOfEvent.nameOf,
  rename: (good: Indexed<KnownUserEvent>, name: string) => ({ ...good, event: { ...good.event, event: name } }),
};

function judgeUserEvent(raw: unknown, around: Circumstances): UserEvent | Refusal {
  const parsed = BackEndEvent.safeParse(raw);
  if (!parsed.success) {
    const { path, predicate } = firstIssue(parsed.error);
    return refuse('validation_failed', path, predicate);
  }
  const { user_id, subject, issuer, ...event } = parsed.data;
  const judged = judgeFields(event, around);
  return 'error' in judged ? judged : { ...judged, user: { user_id, subject, issuer } };
}

/** Asks identity once for all users of a request. */
async function findUsersOf(
  app: Pick<App, 'ask'>,
  application: ApplicationContext & { identity_provider: { issuer: string; issuer_aliases: string[] } | null },
  events: readonly Indexed<UserEvent>[],
): Promise<{ known: Indexed<KnownUserEvent>[]; unknown: Indexed<Refusal>[] }> {
  const provider = application.identity_provider;
  // A user belongs to the issuer, whichever of its names the tokens have.
  const issuerOf = ({ issuer }: UserReference): string | undefined =>
    issuer === undefined || provider?.issuer_aliases.includes(issuer) ? provider?.issuer : issuer;
  const userIds = new Map<string, string | null>();
  const subjectsOf = new Map<string, Map<string, string | null>>();
  for (const { user } of events) {
    const issuer = issuerOf(user);
    if (user.user_id !== undefined) userIds.set(user.user_id, null);
    else if (user.subject !== undefined && issuer !== undefined) {
      const subjects = subjectsOf.get(issuer) ?? new Map<string, string | null>();
      subjectsOf.set(issuer, subjects.set(user.subject, null));
    }
  }
  if (userIds.size > 0 || subjectsOf.size > 0) {
    const resolved = await app.ask(identity.queries.resolveUsers, {
      application_id: application.id,
      user_ids: [...userIds.keys()],
      issuers: [...subjectsOf].map(([issuer, subjects]) => ({ issuer, subjects: [...subjects.keys()] })),
    });
    fillIn(userIds, resolved.user_ids);
    for (const [at, subjects] of [...subjectsOf.values()].entries())
      fillIn(subjects, resolved.issuers[at]?.user_ids ?? []);
  }
  const known: Indexed<KnownUserEvent>[] = [];
  const unknown: Indexed<Refusal>[] = [];
  for (const { user, index, ...event } of events) {
    const user_id =
      user.user_id === undefined
        ? subjectsOf.get(issuerOf(user) ?? '')?.get(user.subject ?? '')
        : userIds.get(user.user_id);
    if (user_id) known.push({ ...event, index, user_id });
    else {
      const field = user.user_id === undefined ? 'subject' : 'user_id';
      unknown.push({
        ...refuse('user_not_found', field, 'names no user of this application: register the user first'),
        index,
      });
    }
  }
  return { known, unknown };
}

/** Puts the values in the order of the keys. */
function fillIn(map: Map<string, string | null>, values: readonly (string | null)[]): void {
  for (const [at, key] of [...map.keys()].entries()) map.set(key, values[at] ?? null);
}

function rowsOf({ id }: ApplicationContext, events: readonly Named<KnownUserEvent>[], received_at: number): EventRow[] {
  const writers = new Map<string, ReturnType<typeof createRowWriter>>();
  return events.map((event) => {
    const { user_id } = event;
    const write =
      writers.get(user_id) ?? createRowWriter({ application_id: id, user_id, received_at, from_back_end: true });
    writers.set(user_id, write);
    return write(event);
  });
}
