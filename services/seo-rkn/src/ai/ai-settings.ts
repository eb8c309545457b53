import type { AiProvider } from '@platform/contracts';
import { type AiSettings, defaultAiSettings, type seoRkn } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { type Database, findRow, invalidField, refuseRole, type Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { ai_settings } from '../schema.ts';
import { addressOf } from './dialects.ts';

export type AiSettingsRow = typeof ai_settings.$inferSelect;
type View = z.input<typeof AiSettings>;
type Body = EndpointRequest<typeof seoRkn.endpoints.putAiSettings>['body'];

/** The one row: language models are set for the whole platform. */
const id = 'platform' as const;
/** Associated data of the API key. */
export const apiKeyContext = 'ai_settings:api_key';

/** The providers that answer nothing without a key. */
const wantsKey: readonly AiProvider[] = ['openai', 'openrouter', 'yandex', 'gigachat'];

/** The settings; null before the first change. */
export async function readAiSettings(db: Database | Tx): Promise<AiSettingsRow | null> {
  const row = await findRow(db, ai_settings, { id });
  return row ?? null;
}

/** The settings, locked: reservations and changes come one after another. Null before the first change. */
export async function lockAiSettings(tx: Tx): Promise<AiSettingsRow | null> {
  const row = await findRow(tx, ai_settings, { id }, 'update');
  return row ?? null;
}

/** The key of the provider; empty without one. */
export const openApiKey = ({ sealer }: Pick<App, 'sealer'>, { sealed_api_key }: AiSettingsRow): string =>
  sealed_api_key === null ? '' : sealer.open(sealed_api_key, apiKeyContext).toString();

/** Whether a call to the provider can be made at all. */
export const isComplete = ({
  provider,
  model,
  sealed_api_key,
  folder_id,
  base_url,
}: Pick<AiSettingsRow, 'provider' | 'model' | 'sealed_api_key' | 'folder_id' | 'base_url'>): boolean =>
  model !== null &&
  (sealed_api_key !== null || !wantsKey.includes(provider)) &&
  (folder_id !== null || provider !== 'yandex') &&
  (base_url !== null || provider !== 'custom');

export async function getAiSettings({ db }: Pick<App, 'db'>): Promise<View> {
  return toView(await readAiSettings(db));
}

/**
 * Replaces the settings. The key stays when `api_key` is absent or is the masked key of a read.
 * @throws AppError `validation_failed`, `forbidden` where only an owner may change the address
 */
export async function putAiSettings(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'sealer' | 'config'>,
  { api_key, ...settings }: Body,
  admin: Pick<AdminContext, 'email' | 'role'>,
): Promise<View> {
  return app.db.transaction(async (tx) => {
    const current = await lockAiSettings(tx);
    requireOwner(current, settings, admin);
    requireAddress(app.config.SAFE_FETCH_ALLOWED_HOSTS, settings);
    const isKeyUnchanged = api_key === undefined || api_key === mask(current?.key_hint ?? null);
    if (isKeyUnchanged && current !== null && current.sealed_api_key !== null && !isSameEndpoint(current, settings))
      invalidField('api_key', 'is missing: send the key again, because the provider or the host is another one');
    const key = isKeyUnchanged
      ? { sealed_api_key: current?.sealed_api_key ?? null, key_hint: current?.key_hint ?? null }
      : { sealed_api_key: api_key && app.sealer.seal(api_key, apiKeyContext), key_hint: api_key && hintOf(api_key) };
    const row = { id, ...settings, ...key, updated_at: app.clock.now(), updated_by: admin.email };
    if (row.enabled) requireComplete(row);
    await tx.insert(ai_settings).values(row).onConflictDoUpdate({ target: ai_settings.id, set: row });
    const secrets = isKeyUnchanged ? [] : ['api_key'];
    await app.audit.record(tx, { before: toView(current), after: toView(row), secrets, application_id: null });
    return toView(row);
  });
}

/** An address inside the network is an owner's choice, the first time and each time that it changes. */
function requireOwner(
  current: AiSettingsRow | null,
  next: Omit<Body, 'api_key'>,
  { role }: Pick<AdminContext, 'role'>,
) {
  if (!next.allow_private_address || role === 'owner') return;
  const isSame =
    current?.allow_private_address && current.provider === next.provider && current.base_url === next.base_url;
  if (!isSame) refuseRole('owner', role, 'An AI provider inside the network');
}

/** A key is not sent in clear over the internet. */
function requireAddress(allowed: readonly string[], { base_url, allow_private_address }: Omit<Body, 'api_key'>) {
  if (base_url === null) return;
  const { protocol, hostname, port } = new URL(base_url);
  const isAllowed = allowed.includes(`${hostname}:${port || '80'}`) || allowed.includes(`${hostname}:*`);
  if (protocol === 'http:' && !allow_private_address && !isAllowed)
    invalidField('base_url', 'has to begin with https://');
}

function requireComplete(row: Parameters<typeof isComplete>[0]): void {
  if (row.model === null) invalidField('model', 'is missing: it is needed while AI is enabled');
  if (row.provider === 'custom' && row.base_url === null)
    invalidField('base_url', 'is missing: the provider `custom` needs it');
  if (row.provider === 'yandex' && row.folder_id === null)
    invalidField('folder_id', 'is missing: the provider `yandex` needs it');
  if (!isComplete(row)) invalidField('api_key', 'is missing: it is needed while AI is enabled');
}

type ProviderEndpoint = Pick<AiSettingsRow, 'provider' | 'base_url'>;
const isSameEndpoint = (a: ProviderEndpoint, b: ProviderEndpoint): boolean =>
  a.provider === b.provider && URL.parse(addressOf(a))?.origin === URL.parse(addressOf(b))?.origin;

/** Of a key that is too short to lose four characters, nothing is shown. */
const hintOf = (key: string): string => (key.length < 12 ? '' : key.slice(-4));
const mask = (hint: string | null): string | null => (hint === null ? null : `…${hint}`);

function toView(row: Omit<AiSettingsRow, 'id'> | null): View {
  if (row === null) {
    const { api_key: _, ...settings } = defaultAiSettings;
    return { ...settings, api_key: null, updated_at: null, updated_by: null };
  }
  const { sealed_api_key: _, key_hint, updated_at, ...settings } = row;
  return { ...settings, api_key: mask(key_hint), updated_at: updated_at.toISOString() };
}
