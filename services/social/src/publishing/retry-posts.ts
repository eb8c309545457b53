import type { social, VariantState } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { afterCommit, applyChanges, isAppError, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { variants } from '../schema.ts';
import { lockVariant } from '../variants/variant.ts';
import { putOnSchedule, type Scheduler } from './schedule-post.ts';

type Body = EndpointRequest<typeof social.endpoints.retrySocialVariants>['body'];
interface Retried {
  id: string;
  state: VariantState | null;
  /** Code of the error; null when it is scheduled. */
  error: string | null;
}

/**
 * Schedules posts of a brand at once that failed or were missed, each by itself.
 * @throws AppError `brand_not_found`
 */
export async function retryPosts(app: Scheduler, brand_id: string, { ids }: Body): Promise<{ results: Retried[] }> {
  const { application_id } = await requireBrand(app.db, brand_id);
  const results: Retried[] = [];
  for (const id of [...new Set(ids)]) results.push(await retryOne(app, brand_id, id));
  await app.db.transaction(async (tx) => {
    await app.audit.record(tx, { before: null, after: { results }, application_id });
    afterCommit(tx, () => app.publisher.wake());
  });
  return { results };
}

async function retryOne(app: Pick<App, 'db' | 'clock'>, brand_id: string, id: string): Promise<Retried> {
  try {
    const state = await app.db.transaction((tx) => scheduleAgain(app, tx, brand_id, id));
    return { id, ...state };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { id, state: null, error: error.code };
  }
}

async function scheduleAgain(
  app: Pick<App, 'clock'>,
  tx: Tx,
  brand_id: string,
  id: string,
): Promise<Omit<Retried, 'id'>> {
  const context = await lockVariant(tx, id);
  const { variant: before } = context;
  if (before.brand_id !== brand_id) return { state: null, error: 'variant_not_found' };
  if (before.state !== 'failed' && before.state !== 'missed') return { state: before.state, error: 'conflict' };
  const now = app.clock.now();
  const { row } = applyChanges(before, await putOnSchedule(tx, context, now), now);
  await tx.update(variants).set(row).where(eq(variants.id, id));
  return { state: row.state, error: null };
}
