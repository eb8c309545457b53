import type { SearchProvider, seoRkn } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { Answer } from '@platform/contracts/kit';
import { type AppError, afterCommit, dayMs, fail, isAppError, newId, sha256, type Tx } from '@platform/runtime';
import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_connections, search_states } from '../schema.ts';
import { removeKeywords } from './keyword-rows.ts';
import { chooseProperty } from './property.ts';
import { type ConsoleView, isConsole, toConsole } from './search-console.ts';
import { connectedPage } from './search-page.ts';
import { ProviderError } from './search-provider.ts';
import { verifierContext } from './start-connection.ts';
import { keepTokens } from './tokens.ts';

type Finisher = Pick<
  App,
  'db' | 'ask' | 'clock' | 'audit' | 'config' | 'sealer' | 'searchProviders' | 'searchSync' | 'log'
>;
/** Endpoints whose contract says what the audit log keeps of a connection that a browser finished. */
const finishedBy = { google: 'finishGoogleSearch', yandex: 'finishYandexSearch' } as const;

/** Codes of the page of Yandex that one begun connection takes: people copy them by hand. */
const maxTries = 5;

type StateRow = typeof search_states.$inferSelect;
type Query = EndpointRequest<typeof seoRkn.endpoints.finishGoogleSearch>['query'];

/** Takes a begun connection out: of two calls with the same state one gets it. */
async function takeState({ db, clock }: Finisher, condition: SQL | undefined): Promise<StateRow | null> {
  const isLive = and(condition, gt(search_states.expires_at, clock.now()));
  const [row] = await db.delete(search_states).where(isLive).returning();
  return row ?? null;
}

/**
 * The browser comes back from a provider.
 * @returns a redirect to the `return_url` of the connection, with the outcome; else a page
 * @throws AppError `not_found` where the provider shows a code instead; without a `return_url`:
 * `oauth_state_invalid`, `oauth_denied`, `oauth_code_invalid`, `service_unavailable`
 */
export async function finishByCallback(
  app: Finisher,
  provider: SearchProvider,
  { state, code, error }: Query,
): Promise<Answer<string>> {
  if (app.searchProviders[provider].mode !== 'callback') fail('not_found');
  const isAsked = and(
    eq(search_states.state_hash, sha256(state ?? '')),
    eq(search_states.provider, provider),
    eq(search_states.mode, 'callback'),
  );
  const begun = (await takeState(app, isAsked)) ?? fail('oauth_state_invalid');
  const { return_url } = begun;
  try {
    if (error !== undefined || code === undefined) fail('oauth_denied');
    await connect(app, begun, code);
  } catch (failure) {
    if (return_url === null || !isAppError(failure)) throw failure;
    return backTo(return_url, provider, failure);
  }
  return return_url === null ? connectedPage(provider) : backTo(return_url, provider, null);
}

function backTo(return_url: string, provider: SearchProvider, failure: AppError | null): Answer<string> {
  const url = new URL(return_url);
  url.searchParams.set('search', provider);
  url.searchParams.set('result', failure?.code ?? 'connected');
  const headers = { location: url.href, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' };
  return new Answer('', { status: 302, headers });
}

/**
 * Finishes the connection that this administrator began for this site, with the code from the page of Yandex.
 * A mistyped code may be corrected, with five codes in all. A code that the provider accepts ends the begun
 * connection.
 * @throws AppError `site_not_found`, `platform_oauth_missing`, `oauth_code_invalid`, `service_unavailable`
 */
export async function finishByCode(
  app: Finisher,
  site_id: string,
  code: string,
  admin: Pick<AdminContext, 'id'>,
): Promise<ConsoleView> {
  await requireSite(app, site_id);
  if (app.searchProviders.yandex.client === null) fail('platform_oauth_missing');
  const isOurs = and(
    eq(search_states.site_id, site_id),
    eq(search_states.admin_id, admin.id),
    eq(search_states.provider, 'yandex'),
    eq(search_states.mode, 'code'),
  );
  const [newest] = await app.db
    .select({ state_hash: search_states.state_hash })
    .from(search_states)
    .where(isOurs)
    .orderBy(desc(search_states.expires_at))
    .limit(1);
  const isNewest = and(isOurs, eq(search_states.state_hash, newest?.state_hash ?? ''));
  const begun = (await countTry(app, isNewest)) ?? fail('oauth_code_invalid');
  return connect(app, { ...begun, origin: null }, code);
}

/** Counts a code that was entered for a begun connection; null without one, or when it has no try left. */
async function countTry({ db, clock }: Finisher, condition: SQL | undefined): Promise<StateRow | null> {
  const isLive = and(condition, gt(search_states.expires_at, clock.now()), lt(search_states.tries, maxTries));
  const [row] = await db
    .update(search_states)
    .set({ tries: sql`${search_states.tries} + 1` })
    .where(isLive)
    .returning();
  return row ?? null;
}

/**
 * Exchanges the code and keeps the connection. A connection that there was keeps its property where the new
 * account has it, too.
 */
async function connect(app: Finisher, begun: StateRow, code: string): Promise<ConsoleView> {
  const { site_id, provider, redirect_uri } = begun;
  const setup = app.searchProviders[provider];
  const client = setup.client ?? fail('platform_oauth_missing');
  const { website_url, application_id } = await requireSite(app, site_id);
  const verifier = app.sealer.open(begun.sealed_verifier, verifierContext(begun)).toString();
  const asked = client.exchange({ code, verifier, redirect_uri }).then(async (tokens) => ({
    ...{ tokens, ...(await client.readAccount(tokens.access_token)) },
  }));
  const { tokens, account, properties } = await asked.catch((error: unknown) => refuse(app, provider, error));
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    if (begun.mode === 'code') await endState(tx, begun);
    // A sync may claim the connection meanwhile: its `attempt` counts on from what is stored.
    const [before = null] = await tx.select().from(search_connections).where(isConsole(begun)).for('update');
    const isKept = properties.some((each) => each.id === before?.property && each.is_verified);
    const property = isKept ? (before?.property ?? null) : chooseProperty(properties, website_url);
    if (before && before.property !== property) await removeKeywords(tx, site_id, provider);
    const values = {
      ...{ application_id, account, properties, property, needs_reconnect: false, ...keepTokens(app, begun, tokens) },
      ...{ connected_by: begun.admin_email, connected_at: now, last_error: null, failures: 0, not_before: null },
      ...{ next_sync_at: new Date(now.getTime() + dayMs), asked_at: property === null ? null : now },
      // A sync that runs with the old tokens writes nothing any more.
      ...{ lease_until: null, renewal_began_at: null },
    };
    const set = { ...values, attempt: sql`${search_connections.attempt} + 1` };
    const [after] = await tx
      .insert(search_connections)
      .values({ id: newId(), site_id, provider, ...values })
      .onConflictDoUpdate({ target: [search_connections.site_id, search_connections.provider], set })
      .returning();
    const view = toConsole(provider, setup, after ?? null);
    const change = { before: before && toConsole(provider, setup, before), after: view, application_id };
    if (begun.origin === null) await app.audit.record(tx, change);
    else await app.audit.record(tx, change, { ...begun.origin, action: finishedBy[provider] });
    afterCommit(tx, () => app.searchSync.wake());
    return view;
  });
}

/**
 * Removes a begun connection that was finished. Throws `oauth_code_invalid` when it was removed or replaced
 * before.
 */
async function endState(tx: Tx, { state_hash }: StateRow): Promise<void> {
  const ended = await tx
    .delete(search_states)
    .where(eq(search_states.state_hash, state_hash))
    .returning({ state_hash: search_states.state_hash });
  if (ended.length === 0) fail('oauth_code_invalid');
}

/** Maps a failure of the provider to the error for the administrator. */
function refuse({ log }: Pick<App, 'log'>, provider: SearchProvider, error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  log.warn({ provider, error: error.code, reason: error.message }, 'a search console could not be connected');
  if (error.code === 'scope_missing') fail('oauth_denied');
  if (error.code === 'code_refused' || error.code === 'access_refused') fail('oauth_code_invalid');
  fail('service_unavailable', { message: 'The search console returned an unexpected answer.', retryAfterSeconds: 60 });
}
