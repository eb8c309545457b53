import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import OpenAI from 'openai';
import { type MountedServer, startMountedServer } from '../http/mounted-server.ts';
import { createLlmSandbox, llmDialects, llmSandboxKey } from './llm-sandbox.ts';

const llm = createLlmSandbox();
let server: MountedServer;
let client: OpenAI;
beforeAll(async () => {
  server = await startMountedServer();
  server.mount('/llm', llm.handler);
  client = new OpenAI({ apiKey: llmSandboxKey, baseURL: `${server.origin}/llm${llmDialects.openai}`, maxRetries: 2 });
});
beforeEach(() => llm.faults.reset());
afterAll(async () => {
  llm.stop();
  await server.close();
});

const schema = {
  type: 'object',
  properties: { title: { type: 'string', maxLength: 40 }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['title', 'tags'],
  additionalProperties: false,
};
const ask = () =>
  client.chat.completions.create({
    model: 'gpt-sandbox',
    messages: [{ role: 'user', content: '{"title":"Tea"}' }],
    max_completion_tokens: 300,
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  });

test('the client library of OpenAI gets a value that fits the schema, and its usage', async () => {
  const { choices, usage } = await ask();
  const value = JSON.parse(choices[0]?.message.content ?? '');
  expect(Object.keys(value)).toEqual(['title', 'tags']);
  expect(value.title).toContain('Tea');
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
});

test('the client library retries a retryable error, and reports any other outcome', async () => {
  llm.faults.set({ answer: 'too_many_requests', times: 2 });
  expect((await ask()).choices).toHaveLength(1);
  llm.faults.set({ answer: 'refusal' });
  expect((await ask()).choices[0]?.message.refusal).toContain('cannot');
  llm.faults.set({ answer: 'cut' });
  expect((await ask()).choices[0]?.finish_reason).toBe('length');
  await expect(
    client.withOptions({ apiKey: 'other' }).chat.completions.create({ model: 'm', messages: [] }),
  ).rejects.toThrow(OpenAI.AuthenticationError);
});

test('faults and the journal are available to this machine only, and the journal has no credential', async () => {
  const control = `${server.origin}/llm/__ctl`;
  const put = (body: object) => fetch(`${control}/faults`, { method: 'PUT', body: JSON.stringify(body) });
  expect((await put({ answer: 'unknown' })).status).toBe(400);
  expect(await (await put({ answer: 'fenced', times: 1 })).json()).toEqual({ answer: 'fenced', times: 1 });
  expect((await ask()).choices[0]?.message.content).toMatch(/^```json/);
  expect(await (await fetch(`${control}/faults`)).json()).toEqual({});
  const journal = await (await fetch(`${control}/journal`)).text();
  expect(journal).toContain('gpt-sandbox');
  expect(journal).not.toContain(llmSandboxKey);
  const elsewhere = await fetch(`${control}/journal`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(elsewhere.status).toBe(403);
});
