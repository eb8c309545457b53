import { setTimeout as sleep } from 'node:timers/promises';
import type { AiFailure, AiFeature, AiPurpose } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { fail, sha256 } from '@platform/runtime';
import { z } from 'zod';
import type { App } from '../app.ts';
import { type AiSettingsRow, isComplete, openApiKey, readAiSettings } from './ai-settings.ts';
import {
  type AiRequestRow,
  findAiRequest,
  finishLostRequests,
  finishRequest,
  type Outcome,
  reserveTokens,
  toOutcome,
} from './budget.ts';
import type { ProviderCall } from './call-provider.ts';
import { cleanOutput } from './clean-output.ts';
import type { JsonSchema, Message } from './dialects.ts';
import { estimatePrompt, estimateTokens, type OwnSystem, promptOf, repairOf } from './prompts.ts';
import { readJsonText } from './read-answer.ts';

export type Completer = Pick<App, 'db' | 'clock' | 'sealer' | 'aiProvider' | 'log'>;

export interface AiOrder {
  /** Idempotency key. */
  request_id: string;
  purpose: AiPurpose | 'test';
  system: OwnSystem;
  /** Data of any JSON kind; it may hold words of strangers. */
  input: unknown;
  schema: JsonSchema;
  max_tokens: number;
  /** Milliseconds that the caller waits; the settings may allow less. */
  waitsMs: number;
  /** Hosts whose addresses may stay in the answer. */
  hosts: readonly string[];
}

/** Bytes of the data of one question. */
const maxInputBytes = 60_000;
/** The caller of a command waits for one minute, so the outcome has to arrive earlier. */
export const commandWaitsMs = 55_000;
/** An endpoint waits as long as the settings may say. */
export const endpointWaitsMs = 90_000;
/** A process that is stopped, and its last transaction, have ended by then. */
const graceMs = 60_000;
/** Of an answer that does not fit, the beginning goes back to the model, with its fault. */
const maxRepairText = 4_000;
const maxFault = 1_000;

/**
 * Asks the language model for a JSON value. The answer fits the schema, has no HTML and no foreign address,
 * or is null with a reason. The same `request_id` asks the provider once: a repeat gets the same answer,
 * waits for it, or gets `unknown_outcome` if the process that sent the request has died. Not to be called in
 * a transaction.
 * @throws AppError `idempotency_conflict` for an id that asked another question, `validation_failed` for a
 * schema that cannot be checked
 */
export async function completeWithAi(app: Completer, order: AiOrder): Promise<Outcome> {
  const question_hash = sha256(JSON.stringify([order.purpose, order.system, order.input, order.schema]));
  const shape = shapeOf(order.schema);
  const earlierRequest = await findAiRequest(app.db, order.request_id, question_hash);
  if (earlierRequest) return awaitOutcome(app, earlierRequest, order);
  const settings = await readAiSettings(app.db);
  const obstacle = obstacleOf(settings, order);
  if (settings === null || obstacle !== null) return nothing(obstacle ?? 'not_configured');

  const api_key = tryOpenKey(app, settings);
  if (api_key === null) return nothing('not_configured');
  const messages = promptOf(order.system, order.input, order.schema);
  const timeoutMs = Math.min(order.waitsMs, settings.timeout_seconds * 1_000);
  const reserved = await reserveTokens(app, {
    request_id: order.request_id,
    feature: featureOf(order.purpose),
    question_hash,
    tokens: costOf(messages, order.max_tokens),
    lifeMs: timeoutMs + graceMs,
  });
  if (reserved === null) return nothing('budget_exceeded');
  if (!reserved.isNew) return awaitOutcome(app, reserved.row, order);
  const { provider, base_url, model, folder_id, allow_private_address } = settings;
  const call: ProviderCall = {
    target: { provider, base_url, model, folder_id },
    allow_private_address,
    api_key,
    endsAt: performance.now() + timeoutMs,
  };
  const outcome = await converse(app, { call, order, messages, shape });
  if (outcome.reason !== null)
    app.log.warn(
      { ai_request_id: order.request_id, provider, reason: outcome.reason },
      'no usable text from the AI provider',
    );
  return finishRequest(app, order.request_id, outcome);
}

/** The key; null for one that the keys of the platform no longer open. It costs nothing then. */
function tryOpenKey(app: Completer, settings: AiSettingsRow): string | null {
  try {
    return openApiKey(app, settings);
  } catch (error) {
    app.log.warn({ err: error }, 'the key of the AI provider cannot be opened');
    return null;
  }
}

const nothing = (reason: AiFailure): Outcome => ({ output: null, reason, tokens: 0, model: null });

const featureOf = (purpose: AiOrder['purpose']): AiFeature | 'test' => (purpose === 'legal' ? 'seo' : purpose);

/** Why the provider is not asked; null for a question that may be asked. */
function obstacleOf(settings: AiSettingsRow | null, { purpose, input }: AiOrder): AiFailure | null {
  if (settings === null || !isComplete(settings)) return 'not_configured';
  // The test call checks the settings before they are used.
  if (purpose === 'test') return null;
  if (!settings.enabled) return 'not_configured';
  const feature = featureOf(purpose);
  if (feature !== 'test' && !settings.features[feature]) return 'feature_off';
  if (purpose === 'legal' && !settings.legal_texts) return 'legal_texts_off';
  return Buffer.byteLength(JSON.stringify(input)) > maxInputBytes ? 'input_too_long' : null;
}

/** Tokens that a question and its repair may cost; the repair has the first answer and its fault in it. */
function costOf(messages: readonly Message[], max_tokens: number): number {
  const prompt = estimatePrompt(messages);
  return prompt + max_tokens + (prompt + max_tokens + estimateTokens(' '.repeat(maxFault)) + max_tokens);
}

type Shape = ReturnType<typeof z.fromJSONSchema>;

/** @throws `validation_failed` for what is no JSON Schema that can be checked */
function shapeOf(schema: JsonSchema): Shape {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (cause) {
    return fail('validation_failed', {
      message: 'The schema of the answer is no JSON Schema that can be checked.',
      cause,
    });
  }
}

interface Conversation {
  call: ProviderCall;
  order: AiOrder;
  messages: readonly Message[];
  /** The schema of the answer, compiled. */
  shape: Shape;
}

/** One question, and one more for an answer that does not fit. */
async function converse(
  { aiProvider }: Pick<App, 'aiProvider'>,
  { call, order, messages, shape }: Conversation,
): Promise<Omit<Outcome, 'model'>> {
  const { schema, max_tokens, hosts } = order;
  let nextMessages = messages;
  let tokens = 0;
  for (let round = 0; ; round += 1) {
    const answer = await aiProvider.complete(call, { messages: nextMessages, schema, max_tokens });
    tokens += answer.tokens ?? estimatePrompt(nextMessages) + max_tokens;
    if (answer.is === 'failure') return { output: null, reason: answer.reason, tokens };
    const parsed = shape.safeParse(readJsonText(answer.text));
    if (parsed.success && parsed.data !== null) {
      // Cleaning shortens texts: what is left has to fit as well.
      const clean = shape.safeParse(cleanOutput(parsed.data, hosts));
      return clean.success
        ? { output: clean.data, reason: null, tokens }
        : { output: null, reason: 'invalid_output', tokens };
    }
    if (round > 0) return { output: null, reason: 'invalid_output', tokens };
    const fault = parsed.success ? 'null is no answer' : cutText(z.prettifyError(parsed.error), maxFault);
    nextMessages = repairOf(messages, cutText(answer.text, maxRepairText), fault);
  }
}

/** The end of a request that another call began. */
async function awaitOutcome(
  app: Pick<App, 'db' | 'clock'>,
  request: AiRequestRow,
  { waitsMs }: AiOrder,
): Promise<Outcome> {
  const endsAt = performance.now() + waitsMs;
  for (let row = request; ; ) {
    if (row.state === 'done') return toOutcome(row);
    if (row.expires_at <= app.clock.now()) await app.db.transaction((tx) => finishLostRequests(tx, app.clock.now()));
    // The caller may ask once more under the same id.
    else if (performance.now() >= endsAt) return nothing('unknown_outcome');
    else await sleep(200);
    row = (await findAiRequest(app.db, row.id, row.question_hash)) ?? {
      ...row,
      state: 'done',
      reason: 'unknown_outcome',
    };
  }
}
