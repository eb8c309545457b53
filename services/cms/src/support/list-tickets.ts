import type { cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { columnsEqual, readPageRows, toPage } from '@platform/runtime';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { openFor } from '../personal-data/subject-keys.ts';
import { support_tickets } from '../schema.ts';
import {
  type AdminTicketView,
  isTicketOf,
  type TicketOwner,
  type TicketView,
  toAdminTicket,
  toTicket,
} from './ticket.ts';

type Reader = Pick<App, 'db' | 'sealer' | 'log'>;
type MyQuery = EndpointRequest<typeof cms.endpoints.listMyTickets>['query'];
type Query = EndpointRequest<typeof cms.endpoints.listTickets>['query'];

async function readPage(app: Reader, where: SQL | undefined, { limit, cursor }: Pick<Query, 'limit' | 'cursor'>) {
  const rows = await readPageRows(app.db, support_tickets, where, { limit, cursor });
  const open = await openFor(
    app,
    app.db,
    rows.map(({ user_id }) => user_id),
  );
  return { rows, open };
}

/** One page of the own tickets, newest first. */
export async function listMyTickets(app: Reader, owner: TicketOwner, query: MyQuery): Promise<Page<TicketView>> {
  const ofStatus = query.status === undefined ? undefined : eq(support_tickets.status, query.status);
  const { rows, open } = await readPage(app, and(isTicketOf(owner), ofStatus), query);
  return toPage(rows, query.limit, (row) => toTicket(row, open));
}

/**
 * One page of the tickets of all applications, newest first.
 * @param application_ids only of these
 */
export async function listTickets(
  app: Reader,
  query: Query,
  application_ids?: readonly string[],
): Promise<Page<AdminTicketView>> {
  const { application_id, user_id, status, priority, assignee_id } = query;
  const assignee = assignee_id === 'none' ? isNull(support_tickets.assignee_id) : undefined;
  const where = and(
    columnsEqual(support_tickets, { application_id, user_id, status, priority }),
    application_ids && inArray(support_tickets.application_id, [...application_ids]),
    assignee ?? (assignee_id === undefined ? undefined : eq(support_tickets.assignee_id, assignee_id)),
  );
  const { rows, open } = await readPage(app, where, query);
  return toPage(rows, query.limit, (row) => toAdminTicket(row, open));
}
