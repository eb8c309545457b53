import {
  afterCommit,
  errorText,
  fail,
  findRow,
  invalidField,
  requeue,
  type Tx,
  type WorkChange,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_connections } from '../schema.ts';
import { removeKeywords } from './keyword-rows.ts';
import {
  type ConnectionRow,
  type ConsoleKey,
  type ConsoleView,
  findConnection,
  isConsole,
  toConsole,
} from './search-console.ts';
import { openTokens } from './tokens.ts';

/** Changes a connection under its row lock, and records the change. */
async function change(
  app: App,
  key: ConsoleKey,
  judge: (row: ConnectionRow, tx: Tx) => Promise<WorkChange<typeof search_connections>>,
): Promise<ConsoleView> {
  const { application_id } = await requireSite(app, key.site_id);
  const setup = app.searchProviders[key.provider];
  return app.db.transaction(async (tx) => {
    const row = await findRow(tx, search_connections, isConsole(key), 'update');
    if (!row || row.needs_reconnect || setup.client === null) fail('search_not_connected');
    const set = await judge(row, tx);
    const [after] = await tx.update(search_connections).set(set).where(eq(search_connections.id, row.id)).returning();
    const view = toConsole(key.provider, setup, after ?? row);
    await app.audit.record(tx, { before: toConsole(key.provider, setup, row), after: view, application_id });
    afterCommit(tx, () => app.searchSync.wake());
    return view;
  });
}

/**
 * Chooses the property that is the site, and asks for a sync.
 * @throws AppError `site_not_found`, `search_not_connected`, `validation_failed`
 */
export const setProperty = (app: App, key: ConsoleKey, property: string): Promise<ConsoleView> =>
  change(app, key, async (row, tx) => {
    if (!row.properties.some(({ id }) => id === property))
      invalidField('property', 'is not one of `properties` of the connection');
    if (row.property === property) return { property };
    await removeKeywords(tx, row.site_id, row.provider);
    // A sync of the other property that runs writes nothing any more.
    const anew = requeue(search_connections, app.clock.now());
    return { property, ...anew, last_error: null, last_sync_at: null, last_sync_rows: null };
  });

/**
 * Asks for a sync; one that waits or runs is joined.
 * @throws AppError `site_not_found`, `search_not_connected`, `search_property_missing`
 */
export const askForSync = (app: App, key: ConsoleKey): Promise<ConsoleView> =>
  change(app, key, async (row) => {
    if (row.property === null) fail('search_property_missing');
    return { due_at: app.clock.now(), tries: 0, last_error: null };
  });

/**
 * Ends the access at the provider where it can, then removes tokens and keywords. A provider that does not
 * answer does not keep a site connected.
 * @throws AppError `site_not_found`
 */
export async function disconnect(app: App, key: ConsoleKey): Promise<ConsoleView> {
  const { application_id } = await requireSite(app, key.site_id);
  const setup = app.searchProviders[key.provider];
  const connection = await findConnection(app.db, key);
  if (connection && setup.client) {
    try {
      const { access_token, refresh_token } = openTokens(app.sealer, connection);
      await setup.client.revoke(refresh_token ?? access_token);
    } catch (error) {
      app.log.warn({ provider: key.provider, error: errorText(error) }, 'a token could not be revoked at the provider');
    }
  }
  return app.db.transaction(async (tx) => {
    const [row] = await tx.delete(search_connections).where(isConsole(key)).returning();
    if (row) await removeKeywords(tx, key.site_id, key.provider);
    const view = toConsole(key.provider, setup, null);
    const before = row ? toConsole(key.provider, setup, row) : view;
    await app.audit.record(tx, { before, after: view, application_id });
    return view;
  });
}
