import { setTimeout as sleep } from 'node:timers/promises';
import { holdsSealed, minuteMs, type Sealer } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { search_connections } from '../schema.ts';
import type { ConnectionRow } from './search-console.ts';
import { ProviderError, type SearchProviderClient, type Tokens } from './search-provider.ts';

interface TokenPair {
  access_token: string;
  refresh_token: string | null;
}

type Key = Pick<ConnectionRow, 'site_id' | 'provider'>;
type Renewer = Pick<App, 'db' | 'clock' | 'sealer' | 'timing'>;

/** Associated data of the tokens of a connection. */
export const tokensContext = ({ site_id, provider }: Key): string => `search_connection:${site_id}:${provider}`;

/** An access token is renewed before it ends. */
const leewayMs = 2 * minuteMs;
/** Tries to store tokens that the provider will not give again. */
const maxWrites = 5;

/** The columns that store the tokens of a connection. */
export function sealTokens(
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  key: Key,
  { access_token, refresh_token, expires_in }: Tokens,
): Pick<ConnectionRow, 'sealed_tokens' | 'access_expires_at'> {
  const pair: TokenPair = { access_token, refresh_token };
  return {
    sealed_tokens: sealer.seal(JSON.stringify(pair), tokensContext(key)),
    access_expires_at: new Date(clock.now().getTime() + expires_in * 1000),
  };
}

/** The tokens of a connection. */
export const openTokens = (sealer: Sealer, row: Key & Pick<ConnectionRow, 'sealed_tokens'>): TokenPair =>
  JSON.parse(sealer.open(row.sealed_tokens, tokensContext(row)).toString()) as TokenPair;

/** The stored access token; null when it has ended. */
export function freshToken({ sealer, clock }: Pick<App, 'sealer' | 'clock'>, row: ConnectionRow): string | null {
  const isFresh = row.access_expires_at.getTime() - leewayMs > clock.now().getTime();
  return isFresh ? openTokens(sealer, row).access_token : null;
}

/**
 * An access token that still holds. The caller has the lease of the connection, so one process renews at a
 * time. The new tokens are written before anything else, and only over those that they came from: a
 * connection that was created again meanwhile retains its own. Yandex ends the refresh token with its answer
 * (https://yandex.ru/dev/id/doc/ru/tokens/refresh-client): that an exchange begins is written before it. A
 * later exchange of the same token that is refused means that the answer of the first one was lost.
 * @param isRefused the stored access token was refused
 * @throws ProviderError
 */
export async function accessToken(
  app: Renewer,
  client: SearchProviderClient,
  row: ConnectionRow,
  { isRefused = false }: { isRefused?: boolean } = {},
): Promise<string> {
  const fresh = isRefused ? null : freshToken(app, row);
  if (fresh !== null) return fresh;
  const { refresh_token } = openTokens(app.sealer, row);
  if (refresh_token === null) throw new ProviderError('access_refused', 'there is no refresh token');
  const isLost = row.renewal_began_at !== null;
  if (client.rotatesTokens && !isLost) await write(app, row, { renewal_began_at: app.clock.now() });
  const renewed = await client.refresh(refresh_token).catch(async (error: unknown) => {
    const isAnswered = error instanceof ProviderError && error.code !== 'unreachable';
    if (isAnswered && isLost && error.code === 'access_refused') throw new ProviderError('renewal_lost', error.message);
    // A refusal exchanged nothing: the stored token is the newest.
    if (isAnswered && !isLost) await write(app, row, { renewal_began_at: null });
    throw error;
  });
  const sealed = sealTokens(app, row, { ...renewed, refresh_token: renewed.refresh_token ?? refresh_token });
  await write(app, row, { ...sealed, renewal_began_at: null });
  return renewed.access_token;
}

/** Changes the row, while it still has the tokens that the process read. */
async function write({ db, timing }: Renewer, row: ConnectionRow, set: Partial<ConnectionRow>): Promise<void> {
  const isOurs = and(
    eq(search_connections.id, row.id),
    holdsSealed(search_connections.sealed_tokens, row.sealed_tokens),
  );
  for (let writes = 1; ; writes += 1) {
    try {
      await db.update(search_connections).set(set).where(isOurs);
      break;
    } catch (error) {
      if (writes === maxWrites) throw error;
      await sleep(timing.rewriteMs * writes);
    }
  }
  Object.assign(row, set);
}
