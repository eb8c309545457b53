import type { analytics } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { readRange } from '../calendar/range.ts';
import { users } from '../schema.ts';
import { readLinkTotals } from './link-totals.ts';

type Handler = QueryHandlers<typeof analytics>['getContentTotals'];

/**
 * What links with a `utm_content` led to in the last days of a time zone. A user belongs to the content of the
 * registration.
 */
export async function getContentTotals(
  app: Pick<App, 'db' | 'clock'>,
  { application_id, utm_content, days, timezone = 'UTC' }: Parameters<Handler>[0],
): Promise<Awaited<ReturnType<Handler>>> {
  const isOfContent = and(eq(users.application_id, application_id), eq(users.utm_content, utm_content));
  const range = readRange({ days }, timezone, app.clock.now());
  const totals = await readLinkTotals(app, isOfContent, range, () => sql`${users.utm_content}`);
  const { registers = 0, payers = 0, net = [] } = totals.get(utm_content) ?? {};
  return { registers, payers, net };
}
