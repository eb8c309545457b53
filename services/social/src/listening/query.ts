import type { ListeningItem, ListeningQuery } from '@platform/contracts';
import { type Database, type Tx, withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { openContent, subjectKeys } from '../inbox/persons.ts';
import type { listening_items, listening_queries } from '../schema.ts';

export type QueryRow = typeof listening_queries.$inferSelect;
export type FoundRow = typeof listening_items.$inferSelect;
export type QueryView = z.input<typeof ListeningQuery>;
export type FoundView = z.input<typeof ListeningItem>;

/** A query as administrators see it. */
export const toQuery = (row: QueryRow): QueryView => withIsoTimes(row);

/** What a person wrote, and where. */
export interface FoundContent {
  text: string;
  url: string | null;
}

/** Items with their contents opened, in the order given. Nothing is left of the content of an erased person. */
export async function openFound(
  app: Pick<App, 'sealer' | 'log'>,
  db: Database | Tx,
  rows: readonly FoundRow[],
): Promise<FoundRow[]> {
  const keys = await subjectKeys.read(app, db, new Set(rows.flatMap(({ subject_id }) => subject_id ?? [])));
  return rows.map((row) => {
    const { id, sealed_content, subject_id } = row;
    if (sealed_content === null || subject_id === null) return row;
    const key = keys.get(subject_id)?.key;
    const content = key ? openContent<FoundContent>(key, id, sealed_content) : { text: '', url: null };
    return { ...row, ...content };
  });
}

/** An item that listening found, opened, as administrators see it. */
export const toFound = ({ remote_id: _, subject_id: __, sealed_content: ___, ...row }: FoundRow): FoundView =>
  withIsoTimes(row);
