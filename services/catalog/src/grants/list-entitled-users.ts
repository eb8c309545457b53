import { type catalog, maxTermsOfUser, type TermFilter } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { fail, findRow } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { entitlements, plans } from '../schema.ts';
import { type CandidatesByEnd, type EndPosition, readByEnd, scanByEnd } from './candidates-by-end.ts';
import { type CandidateSearch, type Candidates, readCandidates, scanCandidates } from './find-candidates.ts';
import { readGrantRows } from './grant-rows.ts';
import { accessOf, asksForEnd, type MatchingTerm, matchingTerms, type WantedTerms } from './matching-terms.ts';

type Handler = QueryHandlers<typeof catalog>['listEntitledUsers'];
type Input = Parameters<Handler>[0];
type EntitledUsers = Awaited<ReturnType<Handler>>;

/** Grants that are scanned first: a term that most users share is found there without another index. */
const newestGrants = 1_000;
/** Grants that a scan reads for one answer. The first one reads fewer, because it has read the index before. */
const scannedFirst = 5_000;
const scannedAtOnce = 20_000;
/** Grants that a scan by end reads for one answer: the first one to see whether most of them match. */
const scannedByEndFirst = 500;
const scannedByEnd = 2_000;

/**
 * Users with a matching term. Stored columns choose the candidates; the fold of all grants of a candidate decides. The work
 * of an answer is bounded for any filter and any number of grants: an index answers a filter that few grants meet, otherwise
 * grants are scanned, and an answer may be short or empty with further ones behind it. The newest user is first; of a filter
 * that asks for an end, the user whose access ends last.
 * @throws AppError `entitlement_not_found`, `plan_not_found` for a code that the application does not have
 */
export async function listEntitledUsers(app: Pick<App, 'db' | 'clock'>, input: Input): Promise<EntitledUsers> {
  await requireCodes(app, input);
  const now = app.clock.now();
  const search = { application_id: input.application_id, wanted: toWanted(input.filter), now };
  const examine = (candidates: Candidates, is_scanning: boolean) =>
    examineCandidates(app, { ...search, limit: input.limit }, { ...candidates, is_scanning });
  if (input.user_ids) return examine({ user_ids: input.user_ids, hasMore: false, last: null }, false);

  if (asksForEnd(search.wanted) || accessOf(search.wanted) === 'ended') return listByEnd(app, search, input);
  const { before, is_scanning } = input.position;
  const behind = { ...search, before };
  if (!is_scanning) {
    const newest = await scanCandidates(app.db, behind, newestGrants);
    const answer = await examine(newest, false);
    if (answer.users.length >= input.limit || answer.next === null) return answer;
    const indexed = await readCandidates(app.db, behind);
    if (indexed) return examine(indexed, false);
  }
  return examine(await scanCandidates(app.db, behind, is_scanning ? scannedAtOnce : scannedFirst), true);
}

/** Users with a term that ended or ends as a filter asks, those that end last first. */
async function listByEnd(
  app: Pick<App, 'db'>,
  found: Omit<CandidateSearch, 'before'>,
  { position, limit }: Pick<Input, 'position' | 'limit'>,
): Promise<EntitledUsers> {
  const { before, is_scanning, end } = position;
  const search = { ...found, before: null };
  const after = before !== null && end !== null ? { end, user_id: before } : null;
  const examine = (candidates: CandidatesByEnd, isScan: boolean) =>
    examineByEnd(app, { ...search, limit }, { ...candidates, is_scanning: isScan });
  if (!is_scanning) {
    if (after === null) {
      const latest = await scanByEnd(app.db, search, { after, count: scannedByEndFirst });
      const answer = await examine(latest, true);
      if (answer.users.length >= limit || answer.next === null) return answer;
    }
    const indexed = await readByEnd(app.db, search, after);
    if (indexed) return examine(indexed, false);
  }
  return examine(await scanByEnd(app.db, search, { after, count: scannedByEnd }), true);
}

const toWanted = ({ expires_from, expires_until, ...filter }: z.output<typeof TermFilter>): WantedTerms => ({
  ...filter,
  ...(expires_from && { expires_from: new Date(expires_from) }),
  ...(expires_until && { expires_until: new Date(expires_until) }),
});

/** A typing error in a code is refused: an empty list would say that no user has it. */
async function requireCodes({ db }: Pick<App, 'db'>, { application_id, filter }: Input): Promise<void> {
  const { entitlement_code, plan_code } = filter;
  const [entitlement, plan] = await Promise.all([
    entitlement_code === undefined || findRow(db, entitlements, { application_id, code: entitlement_code }),
    plan_code === undefined || findRow(db, plans, { application_id, code: plan_code }),
  ]);
  if (!entitlement)
    fail('entitlement_not_found', {
      message: `This application has no entitlement "${entitlement_code}": list its entitlements, and name one of them.`,
    });
  if (!plan)
    fail('plan_not_found', {
      message: `This application has no plan "${plan_code}": list its plans, and name one of them.`,
    });
}

interface Examination {
  application_id: string;
  wanted: WantedTerms;
  now: Date;
  limit: number;
}

/** Folds the grants of candidates, and answers those with a matching term, at most `limit`. */
async function examineCandidates(
  app: Pick<App, 'db'>,
  { limit, ...search }: Examination,
  { user_ids, hasMore, last, is_scanning }: Candidates & { is_scanning: boolean },
): Promise<EntitledUsers> {
  const matches = (await foldCandidates(app, search, user_ids)).map((user) => ({ ...user, end: null }));
  const users = matches.slice(0, limit);
  const position = (before: string | null | undefined) => (before ? { before, is_scanning, end: null } : null);
  if (matches.length > limit) return { users, next: position(users.at(-1)?.user_id) };
  return { users, next: position(hasMore ? user_ids.at(-1) : last) };
}

/** As {@link examineCandidates}, for candidates in the order of their ends. */
async function examineByEnd(
  app: Pick<App, 'db'>,
  { limit, ...search }: Examination,
  { candidates, next, is_scanning }: CandidatesByEnd & { is_scanning: boolean },
): Promise<EntitledUsers> {
  const ends = new Map(candidates.map(({ user_id, end }) => [user_id, end]));
  const matches = (await foldCandidates(app, search, [...ends.keys()])).map((user) => ({
    ...user,
    end: ends.get(user.user_id) ?? null,
  }));
  const users = matches.slice(0, limit);
  const position = (last: EndPosition | null) => last && { before: last.user_id, is_scanning, end: last.end };
  const cutAt =
    matches.length > limit ? candidates.find(({ user_id }) => user_id === users.at(-1)?.user_id) : undefined;
  return { users, next: position(cutAt ?? next) };
}

/** The users with a matching term, in the order given. */
async function foldCandidates(
  { db }: Pick<App, 'db'>,
  { application_id, wanted, now }: Pick<CandidateSearch, 'application_id' | 'wanted' | 'now'>,
  user_ids: readonly string[],
) {
  const rows = user_ids.length === 0 ? [] : await readGrantRows(db, application_id, [...user_ids]);
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return user_ids.flatMap((user_id) => {
    const terms = matchingTerms(byUser.get(user_id) ?? [], wanted, now);
    return terms.length === 0 ? [] : [{ user_id, terms: terms.slice(0, maxTermsOfUser).map(toTerm) }];
  });
}

const toTerm = ({ starts_at, expires_at, ...term }: MatchingTerm) => ({
  ...term,
  starts_at: starts_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
