import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { readPosition, writePosition } from '../reports/page-cursor.ts';
import { event_names } from '../schema.ts';
import { type ListedName, toEventName } from './event-name-row.ts';
import { type NameOwnerParams, requireNameOwner } from './name-owner.ts';

type Query = EndpointRequest<(typeof analytics)['endpoints']['listEventNames']>['query'];

const { application_id, event, is_allowed, merged_into } = event_names;
const ofStatus = {
  seen: and(isNull(merged_into), eq(is_allowed, false)),
  allowed: and(isNull(merged_into), eq(is_allowed, true)),
  merged: isNotNull(merged_into),
};

/**
 * One page of the names of an application or a site, by name.
 * @throws `application_not_found` or `site_not_found`
 */
export async function listEventNames(
  app: App,
  params: NameOwnerParams,
  { limit, cursor, status }: Query,
): Promise<Page<ListedName>> {
  // A name may contain blanks: everything behind the first word is the name.
  const after = readPosition(cursor, /^after .{1,100}$/su)
    ?.slice(1)
    .join(' ');
  const owner = await requireNameOwner(app, params);
  const rows = await app.db
    .select()
    .from(event_names)
    .where(
      and(eq(application_id, owner.id), status && ofStatus[status], after === undefined ? undefined : gt(event, after)),
    )
    .orderBy(asc(event))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toEventName), next_cursor: last ? writePosition('after', last.event) : null };
}
