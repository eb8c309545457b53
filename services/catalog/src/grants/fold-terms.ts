import type { grants } from '../schema.ts';

type Row = typeof grants.$inferSelect;

/**
 * The part of a grant that decides terms. Three kinds: timed (`duration_ms` is set; `starts_at` and
 * `expires_at` are not read), lifetime (no end, begun when it was granted), fixed window (everything else:
 * exactly `starts_at` to `expires_at`). A window that timed grants prolong (`is_prolonged`) begins when it is granted.
 */
export type GrantInput = Pick<
  Row,
  | 'source'
  | 'source_id'
  | 'entitlement_codes'
  | 'added_codes'
  | 'granted_at'
  | 'duration_ms'
  | 'starts_at'
  | 'expires_at'
  | 'is_prolonged'
  | 'revoked_at'
>;

/** Coverage of one code by one grant, in milliseconds since 1970. The end is exclusive, Infinity for none. */
export interface CodeTerm {
  code: string;
  starts_at: number;
  ends_at: number;
}

export interface FoldedGrant<G extends GrantInput> {
  grant: G;
  /** One term per code of the grant. A term that ends where it starts covers nothing. */
  terms: CodeTerm[];
}

/** Grants without codes (plans that unlock nothing) follow on each other under this key. */
const noCode = '';

/**
 * Decides every term of a user from all grants of the user. Nothing else computes a term.
 *
 * A timed grant covers, for each of its codes, its duration from max(its moment, end of the coverage that the
 * code has by earlier grants). A revoked grant covers only up to its revocation, so later grants move
 * forward. A lifetime covers everything from its start: the time of later timed grants is used only after the
 * lifetime is revoked. A fixed window covers exactly its dates. It moves nothing, unless it is prolonged: then later
 * timed grants begin behind it, as behind a timed one.
 *
 * A code that a backfill added covers from then on what the other codes of its grant cover. It moves a timed grant only
 * where it covers the moment at which that grant would begin: what was bought before keeps its time, and no purchase of
 * the code waits for an added term that is still to come.
 *
 * A pure fold: the order of the input does not matter. Two grants of one moment are ordered by their source
 * id.
 * @param rows all grants of one user, ended and revoked ones included; the result is in the order of the fold
 */
export function foldTerms<G extends GrantInput>(rows: readonly G[]): FoldedGrant<G>[] {
  const coveredUntil = new Map<string, number>();
  const addedTerms: CodeTerm[] = [];
  return rows.toSorted(byMoment).map((grant) => {
    const codes = [...new Set(grant.entitlement_codes)];
    const granted = codes.filter((code) => !(code in grant.added_codes));
    const terms = (granted.length > 0 ? granted : [noCode]).map((code) => ({
      code,
      ...coverageOf(grant, endOfCoverage(code, grant.granted_at.getTime(), coveredUntil, addedTerms)),
    }));
    const added = Object.entries(grant.added_codes)
      .filter(([code]) => codes.includes(code))
      .map(([code, addedAt]) => ({ code, ...coverageOfAdded(terms, Date.parse(addedAt)) }));
    if (!isWindow(grant) || grant.is_prolonged) {
      for (const { code, ends_at } of terms)
        coveredUntil.set(code, Math.max(coveredUntil.get(code) ?? Number.NEGATIVE_INFINITY, ends_at));
      addedTerms.push(...added);
    }
    return { grant, terms: [...terms, ...added] };
  });
}

const byMoment = (a: GrantInput, b: GrantInput): number =>
  a.granted_at.getTime() - b.granted_at.getTime() ||
  (a.source_id < b.source_id ? -1 : a.source_id > b.source_id ? 1 : 0);

const isWindow = (grant: GrantInput): boolean =>
  grant.duration_ms === null && (grant.expires_at !== null || grant.starts_at > grant.granted_at);

/** End of the coverage of a code by earlier grants, with the added terms that go on where a grant would begin. */
function endOfCoverage(
  code: string,
  grantedAt: number,
  coveredUntil: ReadonlyMap<string, number>,
  addedTerms: readonly CodeTerm[],
): number {
  let end = coveredUntil.get(code) ?? Number.NEGATIVE_INFINITY;
  const ofCode = addedTerms.filter((term) => term.code === code).toSorted((a, b) => a.starts_at - b.starts_at);
  for (const { starts_at, ends_at } of ofCode) {
    const begin = Math.max(grantedAt, end);
    if (starts_at <= begin && begin < ends_at) end = ends_at;
  }
  return end;
}

/** From when a code was added, or when its grant begins, to the end of the grant. */
function coverageOfAdded(granted: readonly CodeTerm[], addedAt: number): { starts_at: number; ends_at: number } {
  const covered = granted.filter(({ starts_at, ends_at }) => starts_at < ends_at);
  const terms = covered.length > 0 ? covered : granted;
  const starts_at = Math.max(addedAt, Math.min(...terms.map((term) => term.starts_at)));
  return { starts_at, ends_at: Math.max(starts_at, ...covered.map((term) => term.ends_at)) };
}

function coverageOf(grant: GrantInput, coveredUntil: number): { starts_at: number; ends_at: number } {
  const { duration_ms } = grant;
  const starts_at =
    duration_ms === null ? grant.starts_at.getTime() : Math.max(grant.granted_at.getTime(), coveredUntil);
  const planned =
    duration_ms === null ? (grant.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) : starts_at + duration_ms;
  const revoked = grant.revoked_at?.getTime() ?? Number.POSITIVE_INFINITY;
  return { starts_at, ends_at: Math.max(starts_at, Math.min(planned, revoked)) };
}
