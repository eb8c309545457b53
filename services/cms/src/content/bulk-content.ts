import type { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { isAppError } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { items } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import type { ItemTarget } from './item.ts';
import type { PublishingChange } from './may-publish.ts';
import { publishItem } from './publish-item.ts';
import { archiveItem, deleteItem, unarchiveItem, unpublishItem } from './withdraw-item.ts';

type Body = EndpointRequest<typeof cms.endpoints.bulkContent>['body'];

const actions: Record<
  Body['action'],
  (app: AppParts, target: ItemTarget, change: PublishingChange) => Promise<unknown>
> = {
  publish: publishItem,
  unpublish: unpublishItem,
  archive: archiveItem,
  unarchive: unarchiveItem,
  delete: deleteItem,
};

/**
 * Applies one action to each item in a separate transaction, so a refused item does not stop the others. The
 * versions of the items are not checked.
 * @throws AppError `site_not_found`
 */
export async function bulkContent(
  app: AppParts,
  site_id: string,
  { action, ids }: Body,
  admin: { email: string; role: string },
) {
  await requireSite(app.db, site_id);
  // Each item gets its own audit record.
  const origin = app.audit.postpone();
  const each: AppParts = {
    ...app,
    audit: { ...app.audit, record: (tx, change) => app.audit.record(tx, change, origin) },
  };
  const results = [];
  for (const id of [...new Set(ids)]) {
    const refusal = await actions[action](each, { site_id, item_id: id }, { admin, if_match: null }).then(
      () => null,
      (error: unknown) => {
        // An internal failure is reported like a refusal, because the changes of earlier items stay.
        if (isAppError(error)) return error;
        throw error;
      },
    );
    const [row] = await app.db
      .select({ status: items.status })
      .from(items)
      .where(and(eq(items.id, id), eq(items.site_id, site_id)));
    results.push({
      id,
      is_done: refusal === null,
      status: row?.status ?? null,
      error: refusal?.code ?? null,
      message: refusal?.message ?? null,
    });
  }
  return { results };
}
