import { analytics, catalog, cms } from '@platform/contracts';
import { requireFound, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { lockEventNames } from '../ingest/event-names.ts';

/** The owner of the event names of a call, from its path. */
export type NameOwnerParams = { application_id: string } | { site_id: string };

export interface NameOwner {
  id: string;
  /** The application under which the audit log records changes; null for a site without an application. */
  application_id: string | null;
}

/**
 * The owner that the path of a call names.
 * @throws `application_not_found` or `site_not_found`
 */
export async function requireNameOwner(app: Pick<App, 'ask'>, params: NameOwnerParams): Promise<NameOwner> {
  if ('application_id' in params) {
    requireFound(
      await app.ask(catalog.queries.getApplicationFacts, { application_id: params.application_id }),
      'application',
    );
    return { id: params.application_id, application_id: params.application_id };
  }
  const { id, application_id } = requireFound(await app.ask(cms.queries.resolveSite, { id: params.site_id }), 'site');
  return { id, application_id };
}

/**
 * Changes event names of an owner under a lock, which also excludes new names of clients. The cache of
 * this process is invalidated after the commit, the caches of other processes by the event.
 */
export async function changeNames<T>(
  { db, emit, clock, ingest }: Pick<App, 'db' | 'emit' | 'clock' | 'ingest'>,
  { id, application_id }: NameOwner,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const changed = await db.transaction(async (tx) => {
    await runStatement(tx, lockEventNames, [id]);
    const result = await work(tx);
    const about = { application_id, occurred_at: clock.now() };
    await emit(tx, analytics.events.eventNamesChanged, { owner_id: id }, about);
    return result;
  });
  ingest.names.forget(id);
  return changed;
}
