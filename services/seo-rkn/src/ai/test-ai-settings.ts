import type { seoRkn } from '@platform/contracts';
import { fail, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type Completer, completeWithAi, endpointWaitsMs } from './complete-with-ai.ts';

type Answer = z.input<(typeof seoRkn.endpoints.testAiSettings)['response']>;

const schema = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
};

/**
 * Asks the provider for a few words, with the settings as they are stored.
 * @throws AppError `ai_not_configured`, `ai_budget_exceeded`
 */
export async function testAiSettings(app: Completer & Pick<App, 'audit'>): Promise<Answer> {
  const started = performance.now();
  const order = { request_id: newId(), purpose: 'test', system: 'test', input: {}, schema, hosts: [] } as const;
  const { reason } = await completeWithAi(app, { ...order, max_tokens: 50, waitsMs: endpointWaitsMs });
  if (reason === 'not_configured') fail('ai_not_configured');
  if (reason === 'budget_exceeded') fail('ai_budget_exceeded');
  const answer = { ok: reason === null, latency_ms: Math.round(performance.now() - started), error: reason };
  await app.db.transaction((tx) => app.audit.record(tx, { before: null, after: answer, application_id: null }));
  return answer;
}
