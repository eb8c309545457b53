import { type aiCommands, cms } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { type Completer, commandWaitsMs, completeWithAi } from './complete-with-ai.ts';
import { hostsOf } from './own-hosts.ts';

type Command = typeof aiCommands.completeAi;

/**
 * A JSON value of the language model for another service.
 * @throws AppError the codes of {@link completeWithAi}, `service_unavailable` while the cms does not answer
 * with the address of the site
 */
export async function completeForService(
  app: Completer & Pick<App, 'ask'>,
  { site_id, system_id, ...order }: z.output<Command['input']>,
): Promise<z.input<Command['output']>> {
  const { site } = site_id === null ? { site: null } : await app.ask(cms.queries.describeSite, { id: site_id });
  const hosts = hostsOf(site?.website_url ?? null);
  const { output, reason, tokens } = await completeWithAi(app, {
    ...order,
    system: system_id,
    hosts,
    waitsMs: commandWaitsMs,
  });
  return {
    output: output as z.input<Command['output']>['output'],
    source: output === null ? 'none' : 'ai',
    reason,
    tokens,
  };
}
