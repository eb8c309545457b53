import { type catalog, maxTermsOfUser, type TermFilter } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { fail, findRow } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { entitlements, plans } from '../schema.ts';
import { type Candidates, readCandidates, scanCandidates } from './find-candidates.ts';
import { readGrantRows } from './grant-rows.ts';
import { type MatchingTerm, matchingTerms, type WantedTerms } from './matching-terms.ts';

type Handler = QueryHandlers<typeof catalog>['listEntitledUsers'];
type Input = Parameters<Handler>[0];
type EntitledUsers = Awaited<ReturnType<Handler>>;

/** Grants that are scanned first: a term that most users share is found there without another index. */
const newestGrants = 1_000;
/** Grants that a scan reads for one answer. The first one reads fewer, because it has read the index before. */
const scannedFirst = 5_000;
const scannedAtOnce = 20_000;

/**
 * Users with a matching term, newest first. Stored columns choose the candidates; the fold of all grants of a candidate
 * decides. The work of an answer is bounded for any filter and any number of grants: an index answers a filter that few
 * grants meet, otherwise grants are scanned by user id, and an answer may be short or empty with further ones behind it.
 * @throws AppError `entitlement_not_found`, `plan_not_found` for a code that the application does not have
 */
export async function listEntitledUsers(app: Pick<App, 'db' | 'clock'>, input: Input): Promise<EntitledUsers> {
  await requireCodes(app, input);
  const now = app.clock.now();
  const search = { application_id: input.application_id, wanted: toWanted(input.filter), now };
  const examine = (candidates: Candidates, is_scanning: boolean) =>
    examineCandidates(app, { ...search, limit: input.limit }, { ...candidates, is_scanning });
  if (input.user_ids) return examine({ user_ids: input.user_ids, hasMore: false, last: null }, false);

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
    fail('entitlement_not_found', { message: `This application has no entitlement "${entitlement_code}".` });
  if (!plan) fail('plan_not_found', { message: `This application has no plan "${plan_code}".` });
}

interface Examination {
  application_id: string;
  wanted: WantedTerms;
  now: Date;
  limit: number;
}

/** Folds the grants of candidates, and answers those with a matching term, at most `limit`. */
async function examineCandidates(
  { db }: Pick<App, 'db'>,
  { application_id, wanted, now, limit }: Examination,
  { user_ids, hasMore, last, is_scanning }: Candidates & { is_scanning: boolean },
): Promise<EntitledUsers> {
  const rows = user_ids.length === 0 ? [] : await readGrantRows(db, application_id, user_ids);
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  const matches = user_ids.flatMap((user_id) => {
    const terms = matchingTerms(byUser.get(user_id) ?? [], wanted, now);
    return terms.length === 0 ? [] : [{ user_id, terms: terms.slice(0, maxTermsOfUser).map(toTerm) }];
  });
  const users = matches.slice(0, limit);
  const position = (before: string | null | undefined) => (before ? { before, is_scanning } : null);
  if (matches.length > limit) return { users, next: position(users.at(-1)?.user_id) };
  return { users, next: position(hasMore ? user_ids.at(-1) : last) };
}

const toTerm = ({ starts_at, expires_at, ...term }: MatchingTerm) => ({
  ...term,
  starts_at: starts_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
