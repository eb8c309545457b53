import type { Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, invalidField, type PageQuery, readAllPages } from '@platform/runtime';
import type { App } from '../app.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';

/** What the audit log stores of a read of persons. */
export interface PersonsRead {
  /** Null for the platform, and for a site of no application. */
  application_id: string | null;
  /** Rows of the answer; null for a file. */
  records: number | null;
  format: string;
  /** Names of the filters, without their values. */
  filters: readonly string[];
}

/**
 * Records a read of persons by an administrator: mass reads of personal data are logged (152-FZ, article 19; order 21 of
 * FSTEC). It writes no value of a filter, because that may name a person.
 */
export const recordPersonsRead = (
  app: Pick<App, 'db' | 'audit'>,
  { application_id, ...after }: PersonsRead,
): Promise<void> => app.db.transaction((tx) => app.audit.record(tx, { before: null, after, application_id }));

/** Names of the filters that a query has. */
export const filtersOf = (query: object): string[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** A list of persons of an owner that is a file as well. */
export interface PersonsList<Row extends object> {
  /** The beginning of the name of the file. */
  name: string;
  columns: readonly string[];
  filters: readonly string[];
  readPage(page: PageQuery): Promise<Page<Row>>;
}

/**
 * A page of a list of persons, or all of it as CSV. The read is in the audit log before the answer leaves.
 * @throws AppError `application_not_found`, `site_not_found`, `validation_failed` for a cursor of a file
 */
export async function answerPersons<Row extends object>(
  app: App,
  owner: LegalOwner,
  { name, columns, filters, readPage }: PersonsList<Row>,
  { format, limit, cursor }: PageQuery & { format: 'json' | 'csv' },
): Promise<Page<Row> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  const { code, application_id } = await requireOwner(app, owner);
  if (format === 'csv') {
    await recordPersonsRead(app, { application_id, records: null, format, filters });
    const day = app.clock.now().toISOString().slice(0, 10);
    return csvFile(`${name}-${code}-${day}.csv`, columns as (keyof Row & string)[], readAllPages(readPage));
  }
  const page = await readPage({ limit, cursor });
  await recordPersonsRead(app, { application_id, records: page.items.length, format, filters });
  return page;
}
