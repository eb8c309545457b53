import type { AttributionGroup, social } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { readDays } from '../require-days.ts';
import { accounts, ideas, variants } from '../schema.ts';
import { askCampaign } from './ask-campaign.ts';

type Endpoint = typeof social.endpoints.getSocialAttribution;
type Query = EndpointRequest<Endpoint>['query'];
type Attribution = z.input<Endpoint['response']>;
type Row = Attribution['rows'][number];

const keys = { campaign: 'campaign', channel: 'source', variant: 'content', day: 'day' } as const satisfies Record<
  AttributionGroup,
  string
>;
const maxDays = 366;

/**
 * What the posts of a brand led to in some days of its time zone, also as CSV.
 * @throws AppError `brand_not_found`, `validation_failed` for days in the wrong order and for more than 366,
 * `service_unavailable` while analytics does not answer
 */
export async function readAttribution(
  app: Pick<App, 'db' | 'ask'>,
  brand_id: string,
  { group_by, format, ...request }: Query,
): Promise<Attribution | StreamedBody> {
  const brand = await requireBrand(app.db, brand_id);
  const { from, to } = readDays(request, brand.timezone, maxDays);
  const totals = await askCampaign(app, brand, { from, to, group_by: keys[group_by] });
  const refs = group_by === 'variant' ? totals.flatMap(({ key }) => key ?? []) : [];
  const posts = await readPosts(app, brand_id, refs);
  const rows = totals.map((row): Row => ({ ...row, post: posts.get(row.key ?? '') ?? null }));
  if (format === 'csv') return toCsv(`attribution-${brand.code}-${to}.csv`, rows);
  return { campaign: brand.code, from, to, timezone: brand.timezone, group_by, rows };
}

/** Posts of a brand by their references. */
async function readPosts(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  refs: readonly string[],
): Promise<Map<string, NonNullable<Row['post']>>> {
  if (refs.length === 0) return new Map();
  const rows = await db
    .select({ variant: variants, channel: accounts.channel, title: ideas.title })
    .from(variants)
    .innerJoin(accounts, eq(accounts.id, variants.account_id))
    .innerJoin(ideas, eq(ideas.id, variants.idea_id))
    .where(and(inArray(variants.ref, [...refs]), eq(variants.brand_id, brand_id)));
  return new Map(
    rows.map(({ variant: { ref, id, account_id, remote_url, published_at }, channel, title }) => [
      ref,
      { id, account_id, channel, title, url: remote_url, published_at: published_at?.toISOString() ?? null },
    ]),
  );
}

/** The rows as CSV, with a column for the net revenue of each currency. */
function toCsv(filename: string, rows: readonly Row[]): StreamedBody {
  const currencies = [...new Set(rows.flatMap(({ net }) => net.map(({ currency }) => currency)))].toSorted();
  const lines = rows.map(({ net, post, ...counts }) => ({
    ...counts,
    variant_id: post?.id ?? null,
    channel: post?.channel ?? null,
    title: post?.title ?? null,
    ...Object.fromEntries(
      currencies.map((wanted) => [`net_${wanted}`, net.find(({ currency }) => currency === wanted)?.amount ?? 0]),
    ),
  }));
  const columns = [
    'key',
    'variant_id',
    'channel',
    'title',
    'visits',
    'registers',
    'payers',
    'payments',
    'refunds',
    ...currencies.map((currency) => `net_${currency}` as const),
  ];
  return csvFile<Record<string, unknown>>(filename, columns, [lines]);
}
