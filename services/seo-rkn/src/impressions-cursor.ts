import { invalidField } from '@platform/runtime';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** A position in a list that is in the order of falling impressions, then of ids. */
export interface ImpressionsPosition {
  impressions: number;
  id: string;
}

export const writeImpressions = ({ impressions, id }: ImpressionsPosition): string =>
  Buffer.from(`${impressions} ${id}`).toString('base64url');

/** @throws `validation_failed` for a cursor that is not ours */
export function readImpressions(cursor: string): ImpressionsPosition {
  const match = /^(\d{1,10}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  );
  const [, impressions, id] = match ?? [];
  const isOurs = id !== undefined && Number(impressions) <= 2_147_483_647;
  return isOurs ? { impressions: Number(impressions), id } : invalidField('cursor', 'is not a cursor of this list');
}

/** Rows behind a position. */
export const isBehind = (
  columns: { impressions: AnyColumn; id: AnyColumn },
  { impressions, id }: ImpressionsPosition,
): SQL =>
  sql`(${columns.impressions} < ${impressions}
    OR (${columns.impressions} = ${impressions} AND ${columns.id} > ${id}::uuid))`;
