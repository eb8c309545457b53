import { dayMs } from '@platform/runtime';
import { and, eq, gt, or } from 'drizzle-orm';
import { findKey, isVerified, verifyKey } from '../indexnow/indexnow-key.ts';
import { search_connections } from '../schema.ts';
import type { Property } from './search-provider.ts';

type Prover = Parameters<typeof verifyKey>[0];

const domainPrefix = 'sc-domain:';
/** How long a property counts that no sync has read since: syncs run once a day. */
const propertyMs = 7 * dayMs;

/**
 * Whether a property is about an address. A domain property (`sc-domain:e.ru`) covers every protocol and
 * every name below; another one covers its own origin, where it covers all of it.
 */
export function coversAddress({ id, url }: Pick<Property, 'id' | 'url'>, address: URL): boolean {
  if (id.startsWith(domainPrefix)) {
    const domain = id.slice(domainPrefix.length).toLowerCase();
    const isBelow = address.hostname === domain || address.hostname.endsWith(`.${domain}`);
    return domain !== '' && isBelow && address.port === '';
  }
  const covered = URL.parse(url);
  return covered !== null && covered.origin === address.origin && covered.pathname === '/';
}

/**
 * The verified property that is a site: that of its very origin, else that of its domain; null where no
 * property is, or the site has no address.
 */
export function chooseProperty(properties: readonly Property[], website_url: string | null): string | null {
  const address = website_url === null ? null : URL.parse(website_url);
  if (!address) return null;
  const fitting = properties.filter((property) => property.is_verified && coversAddress(property, address));
  const exact = fitting.find(({ id }) => !id.startsWith(domainPrefix));
  return (exact ?? fitting[0])?.id ?? null;
}

/**
 * Hosts with a proof that they belong to a site, in the format of `SAFE_FETCH_ALLOWED_HOSTS`. The host of the
 * given address counts if a chosen, verified property of a search console covers it, or if its IndexNow key
 * file has the key. A proof expires: a property counts for seven days after its last sync, and a key file is
 * read again after a day. Not to be called in a transaction.
 * @returns one `host:port`, or nothing
 */
export async function provenHosts(app: Prover, site_id: string, address: URL | null): Promise<string[]> {
  if (address === null) return [];
  const isProven = (await hasProperty(app, site_id, address)) || (await hasKeyFile(app, site_id, address));
  const port = address.port || (address.protocol === 'https:' ? '443' : '80');
  return isProven ? [`${address.hostname}:${port}`] : [];
}

async function hasProperty({ db, clock }: Prover, site_id: string, address: URL): Promise<boolean> {
  const since = new Date(clock.now().getTime() - propertyMs);
  const isFresh = or(gt(search_connections.last_sync_at, since), gt(search_connections.connected_at, since));
  const rows = await db
    .select({ property: search_connections.property, properties: search_connections.properties })
    .from(search_connections)
    .where(and(eq(search_connections.site_id, site_id), eq(search_connections.needs_reconnect, false), isFresh));
  return rows.some(({ property, properties }) =>
    properties.some((each) => each.id === property && each.is_verified && coversAddress(each, address)),
  );
}

async function hasKeyFile(app: Prover, site_id: string, { origin }: URL): Promise<boolean> {
  const key = await findKey(app.db, site_id);
  if (key === null || key.verified_at === null || key.verified_origin !== origin) return false;
  return isVerified(key, origin, app.clock.now()) || (await verifyKey(app, key, origin));
}
