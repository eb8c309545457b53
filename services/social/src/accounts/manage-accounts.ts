import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest, Page } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  invalidField,
  newId,
  readPageRows,
  type Tx,
  toPage,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { isEnabled } from '../channels/list-channels.ts';
import { cancelScheduled, lockScheduled } from '../publishing/cancel-scheduled.ts';
import { accounts, oauth_states, variants } from '../schema.ts';
import {
  type AccountRow,
  type AccountView,
  applicationOf,
  credentialColumns,
  lockAccount,
  newHookToken,
  openHooks,
  requireAccount,
  sealHookSecret,
  toAccount,
} from './account.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit' | 'settings' | 'sealer'>;
type Viewer = Pick<AdminContext, 'role'>;
type Query = EndpointRequest<typeof social.endpoints.listSocialAccounts>['query'];
type Creation = EndpointRequest<typeof social.endpoints.createSocialAccount>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialAccount>['body'];
type CredentialsBody = EndpointRequest<typeof social.endpoints.putSocialCredentials>['body'];

/** An account, with its hooks for a role above staff. */
const shownTo =
  (app: Pick<App, 'sealer'>, { role }: Viewer) =>
  (row: AccountRow): AccountView =>
    role === 'staff' ? toAccount(row) : toAccount(row, openHooks(app, row));

/**
 * One page of the accounts of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listAccounts(
  app: Pick<App, 'db' | 'sealer'>,
  brand_id: string,
  { limit, cursor, state }: Query,
  admin: Viewer,
): Promise<Page<AccountView>> {
  const { db } = app;
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, accounts, { brand_id, state }, { limit, cursor });
  return toPage(rows, limit, shownTo(app, admin));
}

/**
 * An account.
 * @throws `account_not_found`
 */
export const getAccount = async (app: Pick<App, 'db' | 'sealer'>, id: string, admin: Viewer): Promise<AccountView> =>
  shownTo(app, admin)(await requireAccount(app.db, id));

const empty = {
  sealed_credentials: null,
  credential_version: 0,
  credential_hints: null,
  credential_hash: null,
  remote_id: null,
  remote: null,
  abilities: null,
  members: null,
  last_error: null,
  verified_at: null,
  check_at: null,
  access_issued_at: null,
  access_expires_at: null,
  refresh_at: null,
  work_until: null,
  metrics_at: null,
  metrics_pulled_at: null,
  publishing_until: null,
  publishing_fence: 0,
  paced_until: null,
  discussion_id: null,
  inbox_at: null,
} satisfies Partial<AccountRow>;

/**
 * Makes an account without credentials.
 * @throws AppError `brand_not_found`, `validation_failed` for a channel that the operator did not enable
 */
export async function createAccount(app: Writer, brand_id: string, body: Creation): Promise<AccountView> {
  if (!isEnabled(app, body.channel))
    invalidField('channel', 'is not enabled on this platform: its operator has to switch it on');
  return app.db.transaction(async (tx) => {
    const brand = await requireLiveBrand(tx, brand_id);
    const now = app.clock.now();
    const id = newId();
    const row: AccountRow = {
      id,
      brand_id,
      ...body,
      state: 'unverified',
      ...empty,
      hook_token: newHookToken(),
      sealed_hook_secret: sealHookSecret(app, id),
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(accounts).values(row);
    await app.audit.record(tx, { before: null, after: toAccount(row), application_id: brand.application_id });
    return toAccount(row, openHooks(app, row));
  });
}

/**
 * Changes, pauses or resumes an account.
 * @throws AppError `account_not_found`, `precondition_failed`, `account_not_ready` for a pause of an account
 * that does not publish
 */
export async function updateAccount(
  app: Writer,
  id: string,
  { is_paused, ...changes }: Changes,
  if_match: number | null,
): Promise<AccountView> {
  const change = (before: AccountRow) => {
    if (before.state === 'archived')
      fail('account_not_ready', { message: 'The account is archived: create another one.' });
    if (is_paused === true && before.state !== 'active' && before.state !== 'paused')
      fail('account_not_ready', { message: 'Only an active account can be paused: verify the account first.' });
    const state =
      is_paused === undefined ? undefined : is_paused ? 'paused' : before.state === 'paused' ? 'active' : undefined;
    return { ...changes, state };
  };
  return changeAccount(app, { id, if_match, change });
}

/**
 * Archives an account and drops its credentials.
 * @throws `account_not_found`, `precondition_failed`
 */
export async function archiveAccount(app: Writer, id: string, if_match: number | null): Promise<AccountView> {
  const change = (before: AccountRow, now: Date) => ({
    state: 'archived' as const,
    archived_at: before.archived_at ?? now,
    check_at: null,
    refresh_at: null,
    sealed_credentials: null,
    credential_hints: null,
    credential_hash: null,
    metrics_at: null,
    inbox_at: null,
    credential_version: before.archived_at === null ? before.credential_version + 1 : before.credential_version,
  });
  const lockBefore = (tx: Tx) => lockScheduled(tx, eq(variants.account_id, id));
  return changeAccount(app, { id, if_match, change, lockBefore });
}

/**
 * Stores credentials. What the channel says of them is asked by `verify`.
 * @throws AppError `account_not_found`, `precondition_failed`, `account_mismatch` for those of another destination,
 * `validation_failed` for fields that the channel does not have or that are absent
 */
export async function putCredentials(
  app: Writer & Pick<App, 'channels'>,
  id: string,
  body: CredentialsBody,
  if_match: number | null,
): Promise<AccountView> {
  const change = (before: AccountRow) => {
    if (before.state === 'archived') fail('account_not_found');
    const channel = app.channels[before.channel];
    const credentials = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    for (const field of channel.requiredFields)
      if (credentials[field] === undefined) invalidField(field, `is missing: the channel ${before.channel} needs it`);
    const known = [...channel.requiredFields, ...channel.optionalFields];
    for (const field of Object.keys(credentials))
      if (!known.includes(field)) invalidField(field, `is not a field of the channel ${before.channel}: leave it out`);
    if (before.remote_id !== null && credentials[channel.destinationField] !== before.remote_id)
      fail('account_mismatch');
    return {
      ...credentialColumns(app, before, channel, credentials),
      state: 'unverified',
      last_error: null,
      verified_at: null,
      check_at: null,
      metrics_at: null,
      inbox_at: null,
      sealed_hook_secret: before.sealed_hook_secret ?? sealHookSecret(app, before.id),
      access_issued_at: null,
      access_expires_at: null,
      refresh_at: null,
    };
  };
  return changeAccount(app, { id, if_match, change });
}

/** A change of an account, and the version that it has to have; null for any. */
interface AccountChange {
  id: string;
  if_match: number | null;
  change: (before: AccountRow, now: Date) => Partial<Record<keyof AccountRow, unknown>>;
  /** Locks the rows that are locked before an account. */
  lockBefore?: (tx: Tx) => Promise<unknown>;
}

/** Locks an account, changes it, and records the change. */
async function changeAccount(app: Writer, { id, if_match, change, lockBefore }: AccountChange): Promise<AccountView> {
  return app.db.transaction(async (tx) => {
    await lockBefore?.(tx);
    const before = await lockAccount(tx, id);
    assertVersion(if_match, before.version);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, change(before, now), now);
    if (isChanged) await tx.update(accounts).set(row).where(eq(accounts.id, id));
    if (row.state === 'archived') {
      await tx.delete(oauth_states).where(eq(oauth_states.account_id, id));
      await cancelScheduled(tx, eq(variants.account_id, id), now);
    }
    const secrets = row.credential_version === before.credential_version ? [] : ['credentials'];
    const views = { before: toAccount(before), after: toAccount(row) };
    await app.audit.record(tx, { ...views, secrets, application_id: await applicationOf(tx, row) });
    return toAccount(row, openHooks(app, row));
  });
}
