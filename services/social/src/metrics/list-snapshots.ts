import type { social } from '@platform/contracts';
import { SocialMetric } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, dayOf, invalidField, readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { requireAccount } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { metric_snapshots } from '../schema.ts';
import { requireVariant } from '../variants/variant.ts';
import { type SnapshotRow, type SnapshotView, toSnapshot } from './snapshot.ts';

type OfAccount = EndpointRequest<typeof social.endpoints.listSocialAccountMetrics>['query'];
type OfVariant = EndpointRequest<typeof social.endpoints.listSocialVariantMetrics>['query'];
type Reader = Pick<App, 'db' | 'clock'>;

const columns = [
  'id',
  'account_id',
  'variant_id',
  'origin',
  'age_h',
  'taken_at',
  ...SocialMetric.options,
  'missing' as const,
] as const;
/** Snapshots in one statement of an export. */
const batchSize = 1_000;

/**
 * One page of the snapshots of an account and its posts, newest first, or all of them as CSV.
 * @throws AppError `account_not_found`, `validation_failed`
 */
export async function listAccountMetrics(app: Reader, account_id: string, { of, ...query }: OfAccount) {
  const { brand_id } = await requireAccount(app.db, account_id);
  const { variant_id } = metric_snapshots;
  const isOf = of === undefined ? undefined : of === 'account' ? isNull(variant_id) : isNotNull(variant_id);
  return listSnapshots(app, { brand_id, isAsked: and(eq(metric_snapshots.account_id, account_id), isOf) }, query);
}

/**
 * One page of the snapshots of a post, newest first, or all of them as CSV.
 * @throws AppError `variant_not_found`, `validation_failed`
 */
export async function listVariantMetrics(app: Reader, variant_id: string, query: OfVariant) {
  const {
    variant: { brand_id },
  } = await requireVariant(app.db, variant_id);
  return listSnapshots(app, { brand_id, isAsked: eq(metric_snapshots.variant_id, variant_id) }, query);
}

async function listSnapshots(
  app: Reader,
  { brand_id, isAsked }: { brand_id: string; isAsked: SQL | undefined },
  { limit, cursor, format }: OfVariant,
): Promise<Page<SnapshotView> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  if (format === 'csv') {
    const day = dayOf(app.clock.now(), (await requireBrand(app.db, brand_id)).timezone);
    return csvFile(`metrics-${day}.csv`, columns, readRows(app, isAsked));
  }
  return toPage(await readBatch(app, isAsked, readCursor(cursor), limit + 1), limit, toSnapshot);
}

const readBatch = ({ db }: Reader, isAsked: SQL | undefined, before: string | null, limit: number) =>
  db
    .select()
    .from(metric_snapshots)
    .where(and(isAsked, before === null ? undefined : lt(metric_snapshots.id, before)))
    .orderBy(desc(metric_snapshots.id))
    .limit(limit);

async function* readRows(app: Reader, isAsked: SQL | undefined) {
  for (let last: SnapshotRow | undefined; ; ) {
    const rows = await readBatch(app, isAsked, last?.id ?? null, batchSize);
    yield rows.map(({ missing, taken_at, ...row }) => ({
      ...row,
      taken_at: taken_at.toISOString(),
      missing: Object.entries(missing)
        .map(([metric, reason]) => `${metric}: ${reason}`)
        .join('; '),
    }));
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}
