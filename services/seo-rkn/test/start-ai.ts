import { type Client, defaultAiSettings, type seoRkn } from '@platform/contracts';
import { listen, newId } from '@platform/runtime';
import { createLlmSandbox, type LlmDialect, type LlmSandbox, llmDialects, llmSandboxKey } from '@platform/sandbox';
import {
  anAdmin,
  type FakeClock,
  fakeClock,
  type StartServiceOptions,
  startService,
  type TestService,
} from '@platform/testing';
import { seoRknService } from '../src/service.ts';

type Settings = Parameters<Client<(typeof seoRkn)['endpoints']>['putAiSettings']>[0]['body'];

export interface TestAi extends TestService<typeof seoRkn> {
  llm: LlmSandbox;
  /** Address of a dialect of the sandbox. */
  addressOf(dialect: LlmDialect): string;
  clock: FakeClock;
  /** Calls as an owner. */
  owner: Client<(typeof seoRkn)['endpoints']>;
  /** Sets the provider to the sandbox, with everything on but what `changes` says. */
  configure(changes?: Settings): Promise<void>;
  /** Completions that the sandbox was asked for. */
  completions(): number;
  /** Asks for a text as another service does. */
  complete(changes?: Record<string, unknown>): Promise<Completed>;
  usage(): Promise<{ requests: number; tokens: number; failed: number }>;
}
export interface Completed {
  output: unknown;
  source: string;
  reason: string | null;
  tokens: number;
}

export const anAnswer = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 } },
  required: ['text'],
  additionalProperties: false,
};

/** The service under test beside a provider of language models. */
export async function startAi(options: StartServiceOptions = {}): Promise<TestAi> {
  const llm = createLlmSandbox();
  const server = await listen(llm.handler, { port: 0, host: '127.0.0.1' });
  const addressOf = (dialect: LlmDialect) => `http://127.0.0.1:${server.port}${llmDialects[dialect]}`;
  const clock = fakeClock('2026-11-20T10:00:00Z');
  const t = await startService(seoRknService, { ...options, clock });
  const owner = t.as({ admin: anAdmin() });
  const { api_key: _, ...defaults } = defaultAiSettings;
  return {
    ...t,
    llm,
    addressOf,
    clock,
    owner,
    async configure(changes = {}) {
      llm.faults.reset();
      const set = { ...defaults, provider: 'openai' as const, base_url: addressOf('openai'), model: 'gpt-sandbox' };
      const body = { ...set, enabled: true, allow_private_address: true, api_key: llmSandboxKey, ...changes };
      const { status, body: answer } = await owner.putAiSettings({ body });
      if (status !== 200) throw new Error(JSON.stringify(answer));
    },
    completions: () => llm.journal().filter(({ path }) => path.endsWith('/chat/completions')).length,
    complete: (changes = {}) =>
      t.call(seoRknService.contract.commands.completeAi, {
        request_id: newId(),
        purpose: 'seo',
        system_id: 'seo_fields',
        site_id: null,
        input: { title: 'Tea' },
        schema: anAnswer,
        max_tokens: 200,
        ...changes,
      }),
    async usage() {
      const { data } = await owner.listAiUsage({});
      const sum = (name: 'requests' | 'tokens' | 'failed') => data.reduce((total, row) => total + row[name], 0);
      return { requests: sum('requests'), tokens: sum('tokens'), failed: sum('failed') };
    },
    async stop() {
      llm.stop();
      await t.stop();
      await server.close(200);
    },
  };
}
