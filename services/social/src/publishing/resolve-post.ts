import type { social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { afterCommit, assertVersion, fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { lockVariant, requireVariant, toVariant, type VariantView } from '../variants/variant.ts';
import type { QueueFields } from './next-step.ts';
import { recordSteps } from './record-steps.ts';

type Body = EndpointRequest<typeof social.endpoints.resolveSocialVariant>['body'];

/**
 * Writes what a person saw of a post with an unknown outcome: it is published, or it goes out again at once.
 * @throws AppError `variant_not_found`, `precondition_failed`, `conflict` for a post whose outcome is known
 */
export async function resolvePost(
  app: App,
  id: string,
  { outcome, remote_url }: Body,
  if_match: number | null,
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const { variant: before, account, brand } = await lockVariant(tx, id);
    assertVersion(if_match, before.version);
    if (before.state !== 'uncertain')
      fail('conflict', {
        message: `The post is ${before.state}: only the outcome of an uncertain post can be reported.`,
      });
    const now = app.clock.now();
    const isThere = outcome === 'published';
    const clearedFields = { attempt_id: null, tries: 0, absences: 0, last_error: null, media: null };
    const remote_id = isThere && remote_url !== null ? remoteIdOf(remote_url) : null;
    const fields: QueueFields = isThere
      ? { ...before, ...clearedFields, state: 'published', due_at: null, published_at: now, remote_id, remote_url }
      : // A person decided now: from now on it counts as late.
        { ...before, ...clearedFields, state: 'scheduled', due_at: now, late_from: now, errors: 0 };
    const resolution = isThere ? 'person_published' : 'person_not_published';
    const step = { variant: before, account, brand, attempt_id: before.attempt_id, from: 'uncertain', fields } as const;
    await recordSteps(app, tx, [{ ...step, attempt: { resolution, remote_id } }], now);
    const { variant } = await requireVariant(tx, id);
    const after = toVariant(app, { variant, account });
    const views = { before: toVariant(app, { variant: before, account }), after };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    afterCommit(tx, () => app.publisher.wake());
    return after;
  });
}

/** The id of a post in its address, where the address has it. */
export function remoteIdOf(address: string): string | null {
  const { hostname = '', pathname = '' } = URL.parse(address) ?? {};
  if (hostname === 't.me') return /\/(\d+)$/.exec(pathname)?.[1] ?? null;
  if (/(^|\.)vk\.(com|ru)$/.test(hostname)) return /\/wall-?\d+_(\d+)$/.exec(pathname)?.[1] ?? null;
  return null;
}
