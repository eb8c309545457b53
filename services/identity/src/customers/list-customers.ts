import { Customer, type identity } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { columnsEqual, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { and, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { answerPersons, filtersOf } from '../audit-log/answer-persons.ts';
import { customers } from '../schema.ts';
import type { CustomerRow } from './match-customers.ts';

type CustomerView = z.input<typeof Customer>;
type Listed = EndpointRequest<typeof identity.endpoints.listCustomers>['query'];
type Searched = EndpointRequest<typeof identity.endpoints.searchCustomers>['body'];

/**
 * Imported customers of an application, newest first, as a page or as CSV. The read is in the audit log.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export function listCustomers(
  app: App,
  application_id: string,
  { state, ...page }: Listed,
): Promise<Page<CustomerView> | StreamedBody> {
  const isInState = state && (state === 'waiting' ? isNull(customers.user_id) : isNotNull(customers.user_id));
  return answer(app, { application_id, filters: filtersOf({ state }), where: isInState }, page);
}

/**
 * Imported customers with an e-mail or a subject, newest first. The read is in the audit log.
 * @throws AppError `application_not_found`, `validation_failed`
 */
export async function searchCustomers(
  app: App,
  application_id: string,
  { email, subject, ...page }: Searched,
): Promise<Page<CustomerView>> {
  const where = columnsEqual(customers, { email, subject });
  const found = await answer(
    app,
    { application_id, filters: filtersOf({ email, subject }), where },
    { ...page, format: 'json' },
  );
  return found as Page<CustomerView>;
}

function answer(
  app: App,
  { application_id, filters, where }: { application_id: string; filters: string[]; where: SQL | undefined },
  page: PageQuery & { format: 'json' | 'csv' },
): Promise<Page<CustomerView> | StreamedBody> {
  const filter = and(columnsEqual(customers, { application_id }), where);
  const readPage = async (query: PageQuery) =>
    toPage(await readPageRows(app.db, customers, filter, query), query.limit, toCustomer);
  const list = { name: 'customers', columns: Object.keys(Customer.shape), filters, readPage };
  return answerPersons(app, { owner_type: 'application', owner_id: application_id }, list, page);
}

const toCustomer = ({ recognized_at, created_at, application_id: _, ...row }: CustomerRow): CustomerView => ({
  ...row,
  state: row.user_id === null ? 'waiting' : 'recognized',
  created_at: created_at.toISOString(),
  recognized_at: recognized_at?.toISOString() ?? null,
});
