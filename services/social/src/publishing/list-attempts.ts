import type { SocialAttempt, social } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, invalidField, readCursor, toPage, withIsoTimes } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { attempts } from '../schema.ts';
import { requireVariant } from '../variants/variant.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialAttempts>['query'];
type View = z.input<typeof SocialAttempt>;

type AttemptRow = typeof attempts.$inferSelect;

const toAttempt = (row: AttemptRow): View => withIsoTimes(row);

const columns = [
  'id',
  'kind',
  'started_at',
  'sent_at',
  'ended_at',
  'outcome',
  'resolution',
  'code',
  'message',
  'remote_id',
  'content_hash',
  'request_hash',
  'approval_id',
  'policy_id',
] as const;
/** Attempts in one statement of an export. */
const batchSize = 1_000;

/**
 * One page of what was tried with a post, newest first; as CSV all of it.
 * @throws AppError `variant_not_found`, `validation_failed` for an export with a cursor
 */
export async function listAttempts(
  { db }: Pick<App, 'db'>,
  variant_id: string,
  { limit, cursor, format }: Query,
): Promise<Page<View> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  await requireVariant(db, variant_id);
  if (format === 'csv') return csvFile(`attempts-${variant_id}.csv`, columns, readAll({ db }, variant_id));
  const rows = await readAttempts({ db }, variant_id, readCursor(cursor), limit + 1);
  return toPage(rows, limit, toAttempt);
}

async function* readAll(app: Pick<App, 'db'>, variant_id: string) {
  for (let before: string | null = null; ; ) {
    const rows: AttemptRow[] = await readAttempts(app, variant_id, before, batchSize);
    yield rows.map(toAttempt);
    before = rows.at(-1)?.id ?? null;
    if (rows.length < batchSize) return;
  }
}

const readAttempts = (
  { db }: Pick<App, 'db'>,
  variant_id: string,
  before: string | null,
  limit: number,
): Promise<AttemptRow[]> =>
  db
    .select()
    .from(attempts)
    .where(and(eq(attempts.variant_id, variant_id), before === null ? undefined : lt(attempts.id, before)))
    .orderBy(desc(attempts.id))
    .limit(limit);
