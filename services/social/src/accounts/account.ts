import type { SocialAccount } from '@platform/contracts';
import { type Database, dayMs, fail, findRow, randomBase62, sha256, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { Channel, IssuedToken } from '../channels/channel.ts';
import type { Destination } from '../channels/channel-posts.ts';
import type { Credentials } from '../channels/credentials.ts';
import { accounts, brands } from '../schema.ts';

export type AccountRow = typeof accounts.$inferSelect;
export type AccountView = z.input<typeof SocialAccount>;

/** Token in the address of the webhook of an account, and its secret: what a channel needs to call it. */
export interface Hooks {
  hook_token: string | null;
  hook_secret: string | null;
}

/** Associated data of the secret of a webhook. */
export const hookContext = (id: string): string => `social_hook:${id}`;

/** The sealed secret of the webhook of an account. */
export const sealHookSecret = ({ sealer }: Pick<App, 'sealer'>, id: string): string =>
  sealer.seal(randomBase62(hookCharacters), hookContext(id));
const hookCharacters = 32;

/** A new random token for the address of a webhook. */
export const newHookToken = (): string => randomBase62(hookCharacters);

/** Opens the webhook data of an account. */
export const openHooks = (
  { sealer }: Pick<App, 'sealer'>,
  { id, hook_token, sealed_hook_secret: sealed }: Pick<AccountRow, 'id' | 'hook_token' | 'sealed_hook_secret'>,
): Hooks => ({ hook_token, hook_secret: sealed === null ? null : sealer.open(sealed, hookContext(id)).toString() });

const noHooks: Hooks = { hook_token: null, hook_secret: null };

/**
 * An account as administrators see it, without its secrets.
 * @param hooks webhook data, for administrators that may see it; null values when absent
 */
export function toAccount(row: AccountRow, hooks: Hooks = noHooks): AccountView {
  const { id, brand_id, channel, name, state, remote, abilities, members, rkn_registration, last_error, version } = row;
  return {
    id,
    brand_id,
    channel,
    name,
    state,
    remote,
    abilities,
    members,
    rkn_registration,
    last_error,
    version,
    credentials: row.credential_hints,
    ...hooks,
    access_expires_at: row.access_expires_at?.toISOString() ?? null,
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * The account.
 * @throws `account_not_found`
 */
export async function requireAccount(db: Database | Tx, id: string): Promise<AccountRow> {
  return (await findRow(db, accounts, { id })) ?? fail('account_not_found');
}

/**
 * The account, locked to the end of the transaction.
 * @throws `account_not_found`
 */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  return (await findRow(tx, accounts, { id }, 'update')) ?? fail('account_not_found');
}

/** The application that changes of an account belong to. */
export async function applicationOf(
  tx: Database | Tx,
  { brand_id }: Pick<AccountRow, 'brand_id'>,
): Promise<string | null> {
  const [brand] = await tx
    .select({ application_id: brands.application_id })
    .from(brands)
    .where(eq(brands.id, brand_id));
  return brand?.application_id ?? null;
}

/** Associated data of the credentials of an account. */
export const credentialsContext = (id: string): string => `social_account:${id}`;

/** The credentials of an account; null without any. */
export const openCredentials = (
  { sealer }: Pick<App, 'sealer'>,
  { id, sealed_credentials }: Pick<AccountRow, 'id' | 'sealed_credentials'>,
): Credentials | null =>
  sealed_credentials === null
    ? null
    : (JSON.parse(sealer.open(sealed_credentials, credentialsContext(id)).toString()) as Credentials);

/** Where an account posts to. */
export const destinationOf = ({ remote_id, remote }: Pick<AccountRow, 'remote_id' | 'remote'>): Destination => ({
  id: remote_id ?? '',
  url: remote?.url ?? null,
});

const shownCharacters = 4;

/**
 * The columns that store the credentials of an account. The new version makes results of older credentials
 * invalid.
 */
export function credentialColumns(
  { sealer }: Pick<App, 'sealer'>,
  row: Pick<AccountRow, 'id' | 'credential_version'>,
  channel: Channel,
  credentials: Credentials,
): Pick<AccountRow, 'sealed_credentials' | 'credential_version' | 'credential_hints' | 'credential_hash'> {
  const isSecret = (field: string) => channel.secretFields.includes(field);
  const shown = Object.entries(credentials).map(([field, value]): [string, string] => [
    field,
    isSecret(field) ? `…${value.slice(-shownCharacters)}` : value,
  ]);
  const secrets = channel.secretFields.map((field) => credentials[field] ?? '').join('\n');
  return {
    sealed_credentials: sealer.seal(JSON.stringify(credentials), credentialsContext(row.id)),
    credential_version: row.credential_version + 1,
    credential_hints: Object.fromEntries(shown),
    credential_hash: sha256(secrets),
  };
}

/** A token has to be a day old before it is refreshed (developers.facebook.com, refresh_access_token). */
const youngest = dayMs;

/** The columns for the lifetime of a token. It is refreshed after half of its lifetime. */
export function tokenTimes(
  now: Date,
  { expires_in }: Pick<IssuedToken, 'expires_in'>,
): Pick<AccountRow, 'access_issued_at' | 'access_expires_at' | 'refresh_at'> {
  const life = expires_in * 1_000;
  return {
    access_issued_at: now,
    access_expires_at: new Date(now.getTime() + life),
    refresh_at: new Date(now.getTime() + Math.max(life / 2, youngest)),
  };
}
