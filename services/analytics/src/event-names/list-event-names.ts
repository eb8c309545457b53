import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { cursorText, defineCursor, toPage } from '@platform/runtime';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
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

const nameCursor = defineCursor([z.literal('after'), cursorText]);

/**
 * One page of the names of an application or a site, by name, with every event that this process has stored.
 * @throws `application_not_found` or `site_not_found`
 */
export async function listEventNames(
  app: App,
  params: NameOwnerParams,
  { limit, cursor, status }: Query,
): Promise<Page<ListedName>> {
  const after = nameCursor.parse(cursor)?.[1];
  const owner = await requireNameOwner(app, params);
  await app.ingest.nameCounts.flush();
  const rows = await app.db
    .select()
    .from(event_names)
    .where(
      and(eq(application_id, owner.id), status && ofStatus[status], after === undefined ? undefined : gt(event, after)),
    )
    .orderBy(asc(event))
    .limit(limit + 1);
  return toPage(rows, limit, toEventName, (row) => nameCursor.print(['after', row.event]));
}
