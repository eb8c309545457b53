import { createHash } from 'node:crypto';
import { Answer, type Endpoint } from '@platform/contracts/kit';
import type { Route } from '@platform/contracts/route-table';
import { invalidField } from '../errors.ts';

/** Fields that choose a page of a list, or how it is written, and not its rows. */
const pageFields: ReadonlySet<string> = new Set(['limit', 'cursor', 'page', 'format', 'include']);
const markLength = 8;
/** Decoders of base64url end here, those of a release before too: it runs beside this one in an upgrade. */
const separator = '=';

/**
 * The mark of a list: its cursors carry it, so that no other list and no other filter takes them.
 * @param list what the list is of: its operation, and the ids in its path
 * @param filters fields that the call has, as the contract parsed them; those of the page do not count
 */
export function markOfList(list: readonly unknown[], filters: Record<string, unknown>): string {
  const chosen = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !pageFields.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, chosen]))
    .digest('base64url')
    .slice(0, markLength);
}

/** The cursor that a client gets, from the one of the list. */
export const markCursor = (cursor: string, mark: string): string => `${cursor}${separator}${mark}`;

/**
 * The cursor of the list, from the one of a client. A cursor without a mark is of a release before: the list judges it.
 * @throws AppError `validation_failed` for a cursor of another list or of other filters
 */
export function unmarkCursor(cursor: string, mark: string, path = 'cursor'): string {
  const end = cursor.indexOf(separator);
  if (end < 0) return cursor;
  if (cursor.slice(end + 1) === mark) return cursor.slice(0, end);
  return invalidField(
    path,
    'is a cursor of another list or of other filters: begin again with the first page, without a cursor',
  );
}

interface ListCall {
  query: unknown;
  body: unknown;
}

interface MarkedCall {
  route: Pick<Route, 'id' | 'endpoint'>;
  params: unknown;
  /** The application of the caller; null for callers of the whole platform. */
  applicationId: string | null;
  parsed: ListCall;
  /** What the client sent: defaults of the contract do not count, so that a new one ends no walk through a list. */
  sent: ListCall;
}

/**
 * The mark of the list that a call reads; null for a call that reads none, and for lists in memory, which mark their
 * cursors themselves.
 */
export function markOfCall({ route, params, applicationId, parsed, sent }: MarkedCall): string | null {
  if (route.endpoint.cache !== undefined || cursorPart(route.endpoint) === null) return null;
  const filters: Record<string, unknown> = {};
  for (const part of ['query', 'body'] as const) {
    const values = (parsed[part] ?? {}) as Record<string, unknown>;
    for (const name of Object.keys((sent[part] ?? {}) as object)) filters[name] = values[name];
  }
  // The name of the application of the caller, which a header may have instead.
  if (applicationId !== null) delete filters.application_code;
  return markOfList([route.id, params, applicationId], filters);
}

/** The part of a request that has the cursor. */
function cursorPart({ query, body }: Endpoint): 'query' | 'body' | null {
  if (query && 'cursor' in query.shape) return 'query';
  return body && 'shape' in body && 'cursor' in (body.shape as object) ? 'body' : null;
}

/**
 * The input of a call with the cursor of its list.
 * @throws AppError `validation_failed` for a cursor of another list or of other filters
 */
export function withListCursor<Input extends ListCall>(endpoint: Endpoint, input: Input, mark: string | null): Input {
  const part = cursorPart(endpoint);
  if (mark === null || part === null) return input;
  const fields = input[part] as { cursor?: string };
  if (fields.cursor === undefined) return input;
  const cursor = unmarkCursor(fields.cursor, mark, part === 'query' ? 'query.cursor' : 'cursor');
  return { ...input, [part]: { ...fields, cursor } };
}

/** What a handler returned, with the mark on the cursor of the next page. */
export function withMarkedCursor(result: unknown, mark: string | null): unknown {
  if (mark === null || typeof result !== 'object' || result === null) return result;
  if (result instanceof Answer)
    return new Answer(withMarkedCursor(result.data, mark), {
      headers: result.headers,
      ...(result.status === undefined ? {} : { status: result.status }),
    });
  const { next_cursor } = result as { next_cursor?: unknown };
  return typeof next_cursor === 'string' ? { ...result, next_cursor: markCursor(next_cursor, mark) } : result;
}
