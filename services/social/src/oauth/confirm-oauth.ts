import type { OauthChannel } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { applyChanges, fail, isConfirmationCode, type PendingAnswer } from '@platform/runtime';
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import {
  type AccountView,
  applicationOf,
  credentialColumns,
  lockAccount,
  requireAccount,
  toAccount,
  tokenTimes,
} from '../accounts/account.ts';
import { accountAfterCheck } from '../accounts/verify-account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts, oauth_states } from '../schema.ts';
import { type Connected, exchangeCode } from './exchange-code.ts';
import { answerContext, verifierContext } from './start-oauth.ts';

type StateRow = typeof oauth_states.$inferSelect;

/** Confirmation codes that one begun connection takes: people copy them by hand. */
const maxTries = 5;

/**
 * Finishes the connection that this administrator started for this account, and whose code of the network
 * waits.
 * @returns the account, without its secrets
 * @throws AppError `account_not_found`, `confirmation_code_invalid` for another code, another administrator,
 * or without a connection that waits; `oauth_denied`, `oauth_code_invalid`, `account_not_ready`,
 * `account_mismatch`, `platform_oauth_missing`, `provider_error`
 */
export async function confirmOauth(
  app: App,
  account_id: string,
  confirmation_code: string,
  admin: Pick<AdminContext, 'id'>,
): Promise<AccountView> {
  await requireAccount(app.db, account_id);
  const begun = (await countTry(app, account_id, admin)) ?? fail('confirmation_code_invalid');
  const opened = app.sealer.open(begun.sealed_answer ?? '', answerContext(account_id)).toString();
  const answer = JSON.parse(opened) as PendingAnswer;
  if (!isConfirmationCode(confirmation_code, answer.confirmation_code)) fail('confirmation_code_invalid');
  await takeState(app, begun);
  return connect(app, begun, answer.code);
}

/**
 * Counts a code that was entered for a connection that waits; null without one, or when it has no try left.
 */
async function countTry(
  { db, clock }: App,
  account_id: string,
  admin: Pick<AdminContext, 'id'>,
): Promise<StateRow | null> {
  const isOurs = and(
    eq(oauth_states.account_id, account_id),
    eq(oauth_states.admin_id, admin.id),
    isNotNull(oauth_states.sealed_answer),
    gt(oauth_states.expires_at, clock.now()),
    lt(oauth_states.tries, maxTries),
  );
  const [row] = await db
    .update(oauth_states)
    .set({ tries: sql`${oauth_states.tries} + 1` })
    .where(isOurs)
    .returning();
  return row ?? null;
}

/** Takes a begun connection out: of two calls with the same code one gets it. */
async function takeState({ db }: App, { state_hash }: StateRow): Promise<void> {
  const removedStates = await db
    .delete(oauth_states)
    .where(eq(oauth_states.state_hash, state_hash))
    .returning({ state_hash: oauth_states.state_hash });
  if (removedStates.length === 0) fail('confirmation_code_invalid');
}

async function connect(app: App, begun: StateRow, code: string): Promise<AccountView> {
  const { provider, account_id, redirect_uri, sealed_verifier } = begun;
  const verifier =
    sealed_verifier === null ? null : app.sealer.open(sealed_verifier, verifierContext(account_id)).toString();
  const connected = await exchangeCode(app, provider, { code, verifier, redirect_uri });
  const verdict = await verify(app, provider, connected);
  return app.db.transaction(async (tx) => {
    const before = await lockAccount(tx, account_id);
    if (before.state === 'archived') fail('account_not_ready');
    if (before.remote_id !== null && before.remote_id !== connected.user_id) fail('account_mismatch');
    const credentials = { access_token: connected.token.access_token, user_id: connected.user_id };
    const now = app.clock.now();
    const credentialFields = credentialColumns(app, before, app.channels[provider], credentials);
    const { row } = applyChanges(before, { ...credentialFields, ...tokenTimes(now, connected.token) }, now);
    const after = accountAfterCheck(row, verdict, now);
    await tx.update(accounts).set(after).where(eq(accounts.id, account_id));
    const change = { before: toAccount(before), after: toAccount(after), secrets: ['credentials'] };
    await app.audit.record(tx, { ...change, application_id: await applicationOf(tx, after) });
    return toAccount(after);
  });
}

async function verify({ channels }: App, provider: OauthChannel, { token, user_id }: Connected) {
  try {
    return await channels[provider].verify({ access_token: token.access_token, user_id });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.kind === 'auth' || error.kind === 'content') return error;
    return fail('provider_error', { message: error.message });
  }
}
