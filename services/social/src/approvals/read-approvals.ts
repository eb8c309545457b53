import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { fail, findRow, readPageRows, toPage } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { approvals } from '../schema.ts';
import { type ApprovalView, toApproval } from './approval.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialApprovals>['query'];

/**
 * One page of the approvals of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listApprovals(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, state }: Query,
): Promise<Page<ApprovalView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, approvals, { brand_id, state }, { limit, cursor });
  return toPage(rows, limit, toApproval);
}

/**
 * An approval.
 * @throws `approval_not_found`
 */
export async function getApproval({ db }: Pick<App, 'db'>, id: string): Promise<ApprovalView> {
  const row = await findRow(db, approvals, { id });
  return row ? toApproval(row) : fail('approval_not_found');
}
