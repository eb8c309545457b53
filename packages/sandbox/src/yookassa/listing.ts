import type { Answer } from '../http/answer.ts';
import { jsonAnswer } from '../http/answer.ts';
import { invalidRequest } from './api-error.ts';

/** One object of a list with its position in creation order. */
export type Listed = {
  sequence: number;
  object: {
    id: string;
    status: string;
    created_at?: string;
    captured_at?: string;
    /** Stands for `created_at` in a receipt, which does not report that. */
    registered_at?: string;
    payment_id?: string;
    refund_id?: string;
    payment_method?: { type: string };
  };
};

const COMPARISONS: Record<string, (moment: number, limit: number) => boolean> = {
  gte: (moment, limit) => moment >= limit,
  gt: (moment, limit) => moment > limit,
  lte: (moment, limit) => moment <= limit,
  lt: (moment, limit) => moment < limit,
};
const MOMENTS = ['created_at', 'captured_at'] as const;

/**
 * A page of `GET /payments`, `GET /refunds` or `GET /receipts`, newest first.
 * @param items all objects
 * @param query `limit` 1..100 (10), `cursor`, `status`, `payment_id`, `refund_id`, `payment_method` (its
 * type), `created_at.{gte,gt,lte,lt}`, `captured_at.{gte,gt,lte,lt}`
 * @returns `{type: 'list', items, next_cursor?}`, or a 400 that names the bad parameter
 */
export function listAnswer(items: readonly Listed[], query: URLSearchParams): Answer {
  const limit = query.get('limit') ?? '10';
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) {
    return invalidRequest('limit: must be from 1 to 100', 'limit');
  }
  const cursor = query.get('cursor');
  const below = cursor === null ? Number.POSITIVE_INFINITY : readCursor(cursor);
  if (below === null) return invalidRequest('cursor: is not valid', 'cursor');

  let matching = [...items].filter(({ sequence }) => sequence < below).sort((a, b) => b.sequence - a.sequence);
  const status = query.get('status');
  if (status !== null) matching = matching.filter(({ object }) => object.status === status);
  for (const name of ['payment_id', 'refund_id'] as const) {
    const id = query.get(name);
    if (id !== null) matching = matching.filter(({ object }) => object[name] === id);
  }
  const method = query.get('payment_method');
  if (method !== null) matching = matching.filter(({ object }) => object.payment_method?.type === method);
  for (const [field, [name, holds]] of MOMENTS.flatMap((field) =>
    Object.entries(COMPARISONS).map((comparison) => [field, comparison] as const),
  )) {
    const parameter = `${field}.${name}`;
    const bound = query.get(parameter);
    if (bound === null) continue;
    const limit = Date.parse(bound);
    if (Number.isNaN(limit)) return invalidRequest(`${parameter}: must be an ISO 8601 time`, parameter);
    // A payment that was not captured has no such moment, and no comparison holds.
    matching = matching.filter(({ object }) => holds(Date.parse(momentOf(object, field) ?? ''), limit));
  }

  const page = matching.slice(0, Number(limit));
  const last = page.at(-1);
  return jsonAnswer(200, {
    type: 'list',
    items: page.map(({ object }) => object),
    ...(last !== undefined && matching.length > page.length ? { next_cursor: writeCursor(last.sequence) } : {}),
  });
}

const momentOf = (object: Listed['object'], field: (typeof MOMENTS)[number]): string | undefined =>
  field === 'created_at' ? (object.created_at ?? object.registered_at) : object[field];

function writeCursor(sequence: number): string {
  return Buffer.from(`after:${sequence}`).toString('base64url');
}

function readCursor(cursor: string): number | null {
  const sequence = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return sequence === undefined ? null : Number(sequence);
}
