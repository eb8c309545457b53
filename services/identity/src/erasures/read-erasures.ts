import { ErasedPerson, ErasureRecord, type identity } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  fail,
  findRow,
  type PageQuery,
  readAllPages,
  readPageRows,
  toPage,
} from '@platform/runtime';
import { and, eq, gte, inArray, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { erasure_records } from '../schema.ts';
import { toErasure } from './record-erasure.ts';

type ErasureView = z.input<typeof ErasureRecord>;
type Query = EndpointRequest<typeof identity.endpoints.listErasures>['query'];

const columns = Object.keys(ErasureRecord.shape) as (keyof ErasureView)[];

/**
 * One page of the records of erasures, newest first, or all that the query names as CSV.
 * @param application_ids without `owner_id`, only records of these applications
 */
export async function listErasures(
  app: Pick<App, 'db' | 'clock' | 'erasurePseudonyms'>,
  { format, person_id, from, to, owner_type, owner_id, ...page }: Query,
  application_ids?: readonly string[],
): Promise<Page<ErasureView> | StreamedBody> {
  const filter = and(
    columnsEqual(erasure_records, { owner_type, owner_id }),
    application_ids && owner_id === undefined ? inArray(erasure_records.owner_id, [...application_ids]) : undefined,
    person_id === undefined ? undefined : inArray(erasure_records.pseudonym, await pseudonymsOf(app, person_id)),
    from ? gte(erasure_records.erased_at, new Date(from)) : undefined,
    to ? lt(erasure_records.erased_at, new Date(to)) : undefined,
  );
  const readPage = async (query: PageQuery) =>
    toPage(await readPageRows(app.db, erasure_records, filter, query), query.limit, toErasure);
  if (format === 'json') return readPage(page);
  const day = app.clock.now().toISOString().slice(0, 10);
  return csvFile<Record<string, unknown>>(`erasures-${day}.csv`, columns, cells(readAllPages(readPage)));
}

/** One record. @throws AppError `erasure_not_found` */
export async function getErasure({ db }: Pick<App, 'db'>, id: string): Promise<ErasureView> {
  const [row] = await db.select().from(erasure_records).where(eq(erasure_records.id, id));
  return row ? toErasure(row) : fail('erasure_not_found');
}

/** @returns the id of the owner of a record; null for an unknown record */
export async function getErasureOwner({ db }: Pick<App, 'db'>, id: string): Promise<string | null> {
  return (await findRow(db, erasure_records, { id }))?.owner_id ?? null;
}

const kinds = ErasedPerson.options;

/** An id of a person does not say of which kind the person is. */
const pseudonymsOf = ({ erasurePseudonyms }: Pick<App, 'erasurePseudonyms'>, person_id: string): Promise<string[]> =>
  Promise.all(kinds.map((person) => erasurePseudonyms.of({ person, person_id })));

/** Rows for a file: a list is one cell. */
async function* cells(pages: AsyncIterable<ErasureView[]>): AsyncGenerator<Record<string, unknown>[]> {
  for await (const rows of pages) yield rows.map((row) => ({ ...row, categories: row.categories.join(' ') }));
}
