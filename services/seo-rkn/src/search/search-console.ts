import { type SearchConsole, SearchProvider } from '@platform/contracts';
import { type Database, findRow, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_connections } from '../schema.ts';
import type { ProviderSetup } from './provider-setup.ts';

export type ConnectionRow = typeof search_connections.$inferSelect;
export type ConsoleView = z.input<typeof SearchConsole>;

export interface ConsoleKey {
  site_id: string;
  provider: SearchProvider;
}

export const isConsole = ({ site_id, provider }: ConsoleKey) =>
  and(eq(search_connections.site_id, site_id), eq(search_connections.provider, provider));

/** The connection of a site to a search console; null without one. */
export async function findConnection(db: Database | Tx, key: ConsoleKey): Promise<ConnectionRow | null> {
  const row = await findRow(db, search_connections, isConsole(key));
  return row ?? null;
}

function stateOf({ client }: ProviderSetup, row: ConnectionRow | null): ConsoleView['state'] {
  if (client === null) return 'not_configured';
  if (row === null) return 'disconnected';
  if (row.needs_reconnect) return 'needs_reconnect';
  return row.property === null ? 'no_property' : 'connected';
}

/** A search console as administrators see it, without its tokens. */
export function toConsole(provider: SearchProvider, setup: ProviderSetup, row: ConnectionRow | null): ConsoleView {
  return {
    provider,
    state: stateOf(setup, row),
    mode: setup.mode,
    redirect_uri: setup.redirect_uri,
    properties: row?.properties ?? [],
    property: row?.property ?? null,
    is_syncing: row !== null && row.due_at !== null && !row.needs_reconnect,
    last_sync_at: row?.last_sync_at?.toISOString() ?? null,
    last_sync_rows: row?.last_sync_rows ?? null,
    last_error: row?.last_error ?? null,
    recrawl_quota: row?.recrawl_quota ?? null,
    connected_by: row?.connected_by ?? null,
    connected_at: row?.connected_at.toISOString() ?? null,
  };
}

/**
 * The search consoles of a site.
 * @throws `site_not_found`
 */
export async function getConsoles(
  app: Pick<App, 'db' | 'ask' | 'searchProviders'>,
  site_id: string,
): Promise<{ consoles: ConsoleView[] }> {
  await requireSite(app, site_id);
  const rows = await app.db.select().from(search_connections).where(eq(search_connections.site_id, site_id));
  const consoles = SearchProvider.options.map((provider) =>
    toConsole(provider, app.searchProviders[provider], rows.find((row) => row.provider === provider) ?? null),
  );
  return { consoles };
}
