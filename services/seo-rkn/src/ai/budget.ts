import type { AiFailure, AiFeature } from '@platform/contracts';
import { type Database, dayMs, fail, findRow, type Tx } from '@platform/runtime';
import { and, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ai_requests, ai_usage } from '../schema.ts';
import { lockAiSettings } from './ai-settings.ts';

/** The budget of tokens: reserved before a call, charged by what the provider counted. */

export type AiRequestRow = typeof ai_requests.$inferSelect;

export interface Reservation {
  request_id: string;
  feature: AiFeature | 'test';
  question_hash: string;
  /** Tokens that the calls may cost. */
  tokens: number;
  /** Milliseconds after which the process that asked has ended. */
  lifeMs: number;
}

/** What a request ended with. */
export interface Outcome {
  /** A JSON value; null without a usable answer. */
  output: unknown;
  reason: AiFailure | null;
  tokens: number;
  /** Name of the model that was asked; null for a question that was not asked. */
  model: string | null;
}

/** Days for which `ai_usage` is retained. */
export const usageDays = 90;
/** Days for which an answer is given again under its request id. */
const answerDays = 7;

/** The day (UTC) of a moment, `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Takes tokens out of the budget of today and of this month, in one transaction of its own. Reservations come
 * one after another: the lock of the settings is theirs.
 * @returns the row that holds the tokens, the row that has this id already, or null for a budget that has too
 * little left
 * @throws AppError `idempotency_conflict` for an id that asked another question
 */
export async function reserveTokens(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { request_id, feature, question_hash, tokens, lifeMs }: Reservation,
): Promise<{ row: AiRequestRow; isNew: boolean } | null> {
  return db.transaction(async (tx) => {
    const settings = await lockAiSettings(tx);
    if (settings === null) return null;
    const known = await findAiRequest(tx, request_id, question_hash);
    if (known !== null) return { row: known, isNew: false };
    const now = clock.now();
    await finishLostRequests(tx, now);
    const day = dayOf(now);
    const used = await usedTokens(tx, day);
    if (used.day + tokens > settings.daily_tokens || used.month + tokens > settings.monthly_tokens) return null;
    const expires_at = new Date(now.getTime() + lifeMs);
    const values = {
      id: request_id,
      feature,
      question_hash,
      state: 'open' as const,
      reserved: tokens,
      day,
      expires_at,
    };
    const [row] = await tx
      .insert(ai_requests)
      .values({ ...values, model: settings.model, created_at: now })
      .returning();
    return { row: row ?? fail('internal_error'), isNew: true };
  });
}

/**
 * The request with this id; null for a new one.
 * @throws AppError `idempotency_conflict` for an id that asked another question
 */
export async function findAiRequest(
  db: Database | Tx,
  id: string,
  question_hash: string,
): Promise<AiRequestRow | null> {
  const row = await findRow(db, ai_requests, { id });
  if (row && row.question_hash !== question_hash) fail('idempotency_conflict');
  return row ?? null;
}

/**
 * Ends a request with its result, and counts what it cost. A request that was given up meanwhile stays so.
 * @returns the result that counts
 */
export async function finishRequest(
  { db }: Pick<App, 'db'>,
  request_id: string,
  { output, reason, tokens }: Omit<Outcome, 'model'>,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const set = { state: 'done' as const, output: output === null ? null : { value: output }, reason, tokens };
    const [finishedRow] = await tx
      .update(ai_requests)
      .set(set)
      .where(and(eq(ai_requests.id, request_id), eq(ai_requests.state, 'open')))
      .returning();
    if (finishedRow) {
      await countUsage(tx, [finishedRow]);
      return toOutcome(finishedRow);
    }
    const lost = await findRow(tx, ai_requests, { id: request_id });
    return toOutcome(lost ?? fail('internal_error'));
  });
}

/** The result of a request that has ended. */
export const toOutcome = ({ output, reason, tokens, model }: AiRequestRow): Outcome => ({
  output: output?.value ?? null,
  reason,
  tokens,
  model,
});

/**
 * Ends the requests whose process died between the call and its end. The provider may have answered,
 * so each costs what it had reserved, and is never asked again.
 */
export async function finishLostRequests(tx: Tx, now: Date): Promise<void> {
  const lost = await tx
    .update(ai_requests)
    .set({ state: 'done', reason: 'unknown_outcome', tokens: sql`${ai_requests.reserved}` })
    .where(and(eq(ai_requests.state, 'open'), lte(ai_requests.expires_at, now)))
    .returning();
  await countUsage(tx, lost);
}

/** Tokens of a day and of its month: those that were spent, and those that open requests hold. */
async function usedTokens(tx: Tx, day: string): Promise<{ day: number; month: number }> {
  const month = `${day.slice(0, 7)}-01`;
  // The open ones are read first: one that is finished between the two statements counts twice, and not never.
  const open = await tx
    .select({ day: ai_requests.day, tokens: sql<number>`sum(${ai_requests.reserved})::float8` })
    .from(ai_requests)
    .where(and(eq(ai_requests.state, 'open'), gte(ai_requests.day, month)))
    .groupBy(ai_requests.day);
  const spent = await tx
    .select({ day: ai_usage.day, tokens: sql<number>`sum(${ai_usage.tokens})::float8` })
    .from(ai_usage)
    .where(gte(ai_usage.day, month))
    .groupBy(ai_usage.day);
  const rows = [...open, ...spent];
  const sum = (of: typeof rows) => of.reduce((total, { tokens }) => total + tokens, 0);
  return { day: sum(rows.filter((row) => row.day === day)), month: sum(rows) };
}

async function countUsage(tx: Tx, finishedRows: readonly AiRequestRow[]): Promise<void> {
  for (const { day, feature, tokens, reason } of finishedRows) {
    const failed = reason === null ? 0 : 1;
    await tx
      .insert(ai_usage)
      .values({ day, feature, requests: 1, tokens, failed })
      .onConflictDoUpdate({
        target: [ai_usage.day, ai_usage.feature],
        set: {
          requests: sql`${ai_usage.requests} + 1`,
          tokens: sql`${ai_usage.tokens} + ${tokens}`,
          failed: sql`${ai_usage.failed} + ${failed}`,
        },
      });
  }
}

/** Ends lost requests, and removes answers of more than a week and usage of more than 90 days. */
export async function sweepAiRequests({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockAiSettings(tx);
    await finishLostRequests(tx, now);
  });
  const oldRequests = db
    .select({ id: ai_requests.id })
    .from(ai_requests)
    .where(and(eq(ai_requests.state, 'done'), lt(ai_requests.created_at, new Date(now.getTime() - answerDays * dayMs))))
    .limit(5_000);
  await db.delete(ai_requests).where(inArray(ai_requests.id, oldRequests));
  await db.delete(ai_usage).where(lt(ai_usage.day, dayOf(new Date(now.getTime() - usageDays * dayMs))));
}
