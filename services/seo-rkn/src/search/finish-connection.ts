import type { SearchProvider } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import {
  afterCommit,
  dayMs,
  fail,
  isConfirmationCode,
  newId,
  type PendingAnswer,
  requeue,
  type Tx,
} from '@platform/runtime';
import { and, desc, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { search_connections, search_states } from '../schema.ts';
import { removeKeywords } from './keyword-rows.ts';
import { chooseProperty } from './property.ts';
import { type ConsoleView, isConsole, toConsole } from './search-console.ts';
import { ProviderError } from './search-provider.ts';
import { answerContext, verifierContext } from './start-connection.ts';
import { sealTokens } from './tokens.ts';

/** Codes that one begun connection takes: people copy them by hand. */
const maxTries = 5;

type StateRow = typeof search_states.$inferSelect;

/**
 * Finishes the connection that this administrator began for this site, with the code from the page of Yandex.
 * A mistyped code may be corrected, with five codes in all. A code that the provider accepts ends the begun
 * connection.
 * @throws AppError `site_not_found`, `platform_oauth_missing`, `oauth_code_invalid`, `service_unavailable`
 */
export async function finishByCode(
  app: App,
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
  const begun = (await countTry(app, await newestOf(app, isOurs))) ?? fail('oauth_code_invalid');
  return connect(app, begun, code);
}

/**
 * Finishes the connection that this administrator started for this site, and whose code of the provider waits.
 * @throws AppError `site_not_found`, `platform_oauth_missing`, `confirmation_code_invalid` for another code,
 * another administrator, or without a connection that waits; `oauth_denied`, `oauth_code_invalid`,
 * `service_unavailable`
 */
export async function confirmConnection(
  app: App,
  { site_id, provider }: { site_id: string; provider: SearchProvider },
  confirmation_code: string,
  admin: Pick<AdminContext, 'id'>,
): Promise<ConsoleView> {
  await requireSite(app, site_id);
  if (app.searchProviders[provider].client === null) fail('platform_oauth_missing');
  const isOurs = and(
    eq(search_states.site_id, site_id),
    eq(search_states.admin_id, admin.id),
    eq(search_states.provider, provider),
    eq(search_states.mode, 'callback'),
    isNotNull(search_states.sealed_answer),
  );
  const begun = (await countTry(app, await newestOf(app, isOurs))) ?? fail('confirmation_code_invalid');
  const answer = openAnswer(app, begun);
  if (!isConfirmationCode(confirmation_code, answer.confirmation_code)) fail('confirmation_code_invalid');
  // The code of the provider is valid once: of two calls with the same confirmation code one gets it.
  await endState(app.db, begun, 'confirmation_code_invalid');
  return connect(app, begun, answer.code);
}

function openAnswer({ sealer }: App, begun: StateRow): PendingAnswer {
  return JSON.parse(sealer.open(begun.sealed_answer ?? '', answerContext(begun)).toString()) as PendingAnswer;
}

/** The newest begun connection of these, as a condition. */
async function newestOf({ db }: App, isOurs: SQL | undefined): Promise<SQL | undefined> {
  const [newest] = await db
    .select({ state_hash: search_states.state_hash })
    .from(search_states)
    .where(isOurs)
    .orderBy(desc(search_states.expires_at))
    .limit(1);
  return and(isOurs, eq(search_states.state_hash, newest?.state_hash ?? ''));
}

/** Counts a code that was entered for a begun connection; null without one, or when it has no try left. */
async function countTry({ db, clock }: App, condition: SQL | undefined): Promise<StateRow | null> {
  const isLive = and(condition, gt(search_states.expires_at, clock.now()), lt(search_states.tries, maxTries));
  const [row] = await db
    .update(search_states)
    .set({ tries: sql`${search_states.tries} + 1` })
    .where(isLive)
    .returning();
  return row ?? null;
}

/**
 * Exchanges the code and stores the connection. An earlier connection retains its property where the new
 * account has it, too.
 */
async function connect(app: App, begun: StateRow, code: string): Promise<ConsoleView> {
  const { site_id, provider, redirect_uri } = begun;
  const setup = app.searchProviders[provider];
  const client = setup.client ?? fail('platform_oauth_missing');
  const { website_url, application_id } = await requireSite(app, site_id);
  const verifier = app.sealer.open(begun.sealed_verifier, verifierContext(begun)).toString();
  const exchange = client.exchange({ code, verifier, redirect_uri }).then(async (tokens) => ({
    tokens,
    ...(await client.readAccount(tokens.access_token)),
  }));
  const { tokens, account, properties } = await exchange.catch((error: unknown) => refuse(app, provider, error));
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    if (begun.mode === 'code') await endState(tx, begun, 'oauth_code_invalid');
    // A sync may claim the connection meanwhile: its `lease_fence` counts on from what is stored.
    const [before = null] = await tx.select().from(search_connections).where(isConsole(begun)).for('update');
    const hasProperty = properties.some((each) => each.id === before?.property && each.is_verified);
    const property = hasProperty ? (before?.property ?? null) : chooseProperty(properties, website_url);
    if (before && before.property !== property) await removeKeywords(tx, site_id, provider);
    const values = {
      application_id,
      account,
      properties,
      property,
      needs_reconnect: false,
      ...sealTokens(app, begun, tokens),
      connected_by: begun.admin_email,
      connected_at: now,
      last_error: null,
      next_sync_at: new Date(now.getTime() + dayMs),
      due_at: property === null ? null : now,
      renewal_began_at: null,
    };
    // A sync that runs with the old tokens writes nothing any more.
    const set = { ...requeue(search_connections, now), ...values };
    const [after] = await tx
      .insert(search_connections)
      .values({ id: newId(), site_id, provider, ...values })
      .onConflictDoUpdate({ target: [search_connections.site_id, search_connections.provider], set })
      .returning();
    const view = toConsole(provider, setup, after ?? null);
    await app.audit.record(tx, { before: before && toConsole(provider, setup, before), after: view, application_id });
    afterCommit(tx, () => app.searchSync.wake());
    return view;
  });
}

/**
 * Removes a begun connection that is finished.
 * @throws AppError `code` if it was removed or replaced before
 */
async function endState(
  db: Pick<Tx, 'delete'>,
  { state_hash }: StateRow,
  code: 'oauth_code_invalid' | 'confirmation_code_invalid',
): Promise<void> {
  const ended = await db
    .delete(search_states)
    .where(eq(search_states.state_hash, state_hash))
    .returning({ state_hash: search_states.state_hash });
  if (ended.length === 0) fail(code);
}

/** Maps a failure of the provider to the error for the administrator. */
function refuse({ log }: Pick<App, 'log'>, provider: SearchProvider, error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  log.warn({ provider, error: error.code, reason: error.message }, 'a search console could not be connected');
  if (error.code === 'scope_missing') fail('oauth_denied');
  if (error.code === 'code_refused' || error.code === 'access_refused') fail('oauth_code_invalid');
  fail('service_unavailable', {
    message: 'The search console returned an unexpected answer: try again in a minute.',
    retryAfterSeconds: 60,
  });
}
