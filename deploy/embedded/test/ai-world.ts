import type { Route } from '@platform/contracts';
import { llmDialects, llmSandboxKey } from '@platform/sandbox';
import { ok } from './make-once.ts';
import type { Harness, PlatformClient } from './test-platform.ts';

/** Sets the AI provider to the sandbox. */
export async function configureAi(admin: PlatformClient, { sandboxes }: Pick<Harness, 'sandboxes'>): Promise<void> {
  const base_url = `${new URL(sandboxes.idp.issuer).origin}/sandbox/llm${llmDialects.openai}`;
  const body = { provider: 'openai' as const, base_url, model: 'gpt-sandbox', api_key: llmSandboxKey, enabled: true };
  ok(await admin.putAiSettings({ body }));
}

/** Sets the AI provider for the endpoint that asks it. */
export async function prepareAi(admin: PlatformClient, t: Harness, { id }: Route): Promise<void> {
  if (id === 'testAiSettings') await configureAi(admin, t);
}
