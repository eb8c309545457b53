import { type AiFailure, type SocialChannel, seoRkn } from '@platform/contracts';
import { errorText, hourMs, idFromKey } from '@platform/runtime';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import { systemApprover } from '../approvals/approval.ts';
import { channelFacts } from '../channels/channel-facts.ts';
import { readMemory } from '../memory/memory.ts';
import { approvals, ideas, plan_runs, variants } from '../schema.ts';
import { readAnswers } from '../strategy/discovery.ts';
import { judge, readPostFacts } from '../variants/judge-variant.ts';
import { lockVariant, requireVariant, storeRevision, type VariantRow } from '../variants/variant.ts';
import type { PlanRunRow } from './plan-run.ts';
import { submitPlanned } from './submit-planned.ts';

/** Maximum of runs in one call, and of concurrent drafts of a run. */
const maxRuns = 10;
const atOnce = 4;
/** How long a run waits for a service that does not answer. */
const patienceMs = hourMs;

/** Failures that concern one text. After any other failure, the model is not called again in this run. */
const ofOneText: readonly AiFailure[] = ['refused', 'input_too_long', 'invalid_output', 'unknown_outcome'];

/**
 * Rewrites the drafts of waiting runs with a language model, and finishes the runs. A draft that a user
 * edited stays unchanged, and so does a draft whose new text has an assertion without a source. After a
 * crash, the same text is requested again under the same idempotency key.
 */
export async function rewriteDrafts(app: App, { budgetMs }: { budgetMs: number }): Promise<{ written: number }> {
  const until = performance.now() + budgetMs;
  const runs = await app.db
    .select()
    .from(plan_runs)
    .where(isNull(plan_runs.finished_at))
    .orderBy(asc(plan_runs.id))
    .limit(maxRuns);
  let written = 0;
  for (const run of runs) {
    if (performance.now() > until) break;
    const result = run.ai_status === 'waiting' ? await rewriteRun(app, run, until) : { written: 0, isOver: true };
    written += result.written;
    if (result.isOver) await finishRun(app, run);
  }
  return { written };
}

async function rewriteRun(app: App, run: PlanRunRow, until: number): Promise<{ written: number; isOver: boolean }> {
  let written = 0;
  while (performance.now() < until) {
    const waiting = await app.db
      .select({ id: variants.id })
      .from(variants)
      .where(and(eq(variants.plan_run_id, run.id), eq(variants.ai_state, 'waiting')))
      .orderBy(asc(variants.id))
      .limit(atOnce);
    if (waiting.length === 0) return { written, isOver: true };
    const results = await Promise.all(waiting.map(({ id }) => rewriteDraft(app, run, id)));
    written += results.filter((result) => result === 'written').length;
    if (results.includes('unavailable')) {
      await giveUp(app, run);
      return { written, isOver: true };
    }
    if (results.includes('not_answering')) {
      const isOver = app.clock.now().getTime() - run.created_at.getTime() > patienceMs;
      if (isOver) await giveUp(app, run);
      return { written, isOver };
    }
  }
  return { written, isOver: false };
}

type Result = 'written' | 'kept' | 'unavailable' | 'not_answering';

async function rewriteDraft(app: App, run: PlanRunRow, id: string): Promise<Result> {
  const answer = await askForText(app, id).catch((error: unknown) => {
    app.log.warn({ variant_id: id, reason: errorText(error) }, 'the language model could not be called for a draft');
    return null;
  });
  if (answer === null) return 'not_answering';
  if (answer.text === null && answer.reason !== null && !ofOneText.includes(answer.reason)) return 'unavailable';
  return app.db.transaction(async (tx) => {
    const [there] = await tx.select({ id: variants.id }).from(variants).where(eq(variants.id, id)).for('update');
    if (!there) return 'kept';
    const context = await lockVariant(tx, id);
    const { variant } = context;
    if (variant.ai_state !== 'waiting') return 'kept';
    const [approval] = await tx
      .select({ id: approvals.id })
      .from(approvals)
      .where(eq(approvals.variant_id, id))
      .limit(1);
    const isUntouched = variant.state === 'draft' && variant.version === variant.plan_version && !approval;
    const now = app.clock.now();
    const version = variant.version + 1;
    const changed: VariantRow = {
      ...variant,
      body: answer.text ?? variant.body,
      ai_state: 'written',
      version,
      plan_version: version,
      updated_at: now,
    };
    const facts = await readPostFacts(tx, variant, now);
    const judgedVariant = answer.text === null ? variant : judge(app, { ...context, variant: changed }, facts);
    // The new text may have only kinds of findings that the draft of the template already had.
    const codes = new Set(variant.checks.map(({ code }) => code));
    const isSound =
      judgedVariant.unsupported_claims.length === 0 && judgedVariant.checks.every(({ code }) => codes.has(code));
    if (!isUntouched || answer.text === null || !isSound) {
      await tx.update(variants).set({ ai_state: 'kept' }).where(eq(variants.id, id));
      return 'kept';
    }
    await tx.update(variants).set(judgedVariant).where(eq(variants.id, id));
    await storeRevision(tx, judgedVariant, systemApprover);
    await tx
      .update(plan_runs)
      .set({ ai_written: sql`${plan_runs.ai_written} + 1` })
      .where(eq(plan_runs.id, run.id));
    return 'written';
  });
}

/** Share of the limit of the channel that a text may use; the rest is for links and marks. */
const textShare = 0.7;
const longestText = 2_000;
const lengthOf = (channel: SocialChannel): number =>
  Math.min(longestText, Math.floor(channelFacts[channel].text.max * textShare));

const Answer = z.object({ text: z.string().trim().min(1).max(longestText) });

/**
 * A text of the language model for a draft; null with a reason if there is none. Not to be called in a
 * transaction.
 */
async function askForText(app: App, id: string): Promise<{ text: string | null; reason: AiFailure | null }> {
  const { variant, account, brand } = await requireVariant(app.db, id);
  const [idea] = await app.db.select({ sources: ideas.sources }).from(ideas).where(eq(ideas.id, variant.idea_id));
  const memory = await readMemory(app.db, brand.id, app.clock.now());
  const memoryTexts = (kind: string) =>
    memory
      .filter((row) => row.kind === kind)
      .map(({ text }) => text)
      .slice(0, 20);
  const { taboos } = await readAnswers(app.db, brand.id);
  const maxLength = lengthOf(account.channel);
  const { output, reason } = await app.call(seoRkn.commands.completeAi, {
    request_id: idFromKey('plan-text', id, String(variant.version)),
    purpose: 'social',
    site_id: brand.site_id,
    system_id: 'social_post',
    max_tokens: 1_000,
    input: {
      text: variant.body,
      channel: account.channel,
      language: brand.languages[0] ?? 'ru',
      max_length: maxLength,
      tone: brand.tone,
      sources: (idea?.sources ?? []).map(({ excerpt }) => excerpt),
      rules: memoryTexts('rule'),
      avoid: [...taboos, ...memoryTexts('avoid')],
    },
    schema: {
      type: 'object',
      properties: { text: { type: 'string', minLength: 1, maxLength } },
      required: ['text'],
      additionalProperties: false,
    },
  });
  if (output === null) return { text: null, reason };
  return { text: Answer.safeParse(output).data?.text.toWellFormed() ?? null, reason: null };
}

/** Leaves the template texts of a run. */
async function giveUp({ db }: App, { id }: PlanRunRow): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(variants)
      .set({ ai_state: 'kept' })
      .where(and(eq(variants.plan_run_id, id), eq(variants.ai_state, 'waiting')));
    await tx.update(plan_runs).set({ ai_status: 'unavailable' }).where(eq(plan_runs.id, id));
  });
}

/** Submits the drafts of a run if the run asks for it, and finishes the run. */
async function finishRun(app: App, run: PlanRunRow): Promise<void> {
  if (run.submits) await submitPlanned(app, run);
  await app.db
    .update(plan_runs)
    .set({
      finished_at: app.clock.now(),
      ai_status: sql`CASE ${plan_runs.ai_status} WHEN 'waiting' THEN 'done' ELSE ${plan_runs.ai_status} END`,
    })
    .where(eq(plan_runs.id, run.id));
}
