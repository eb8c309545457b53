import type { Database, Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { findKey } from '../indexnow/indexnow-key.ts';
import { search_connections } from '../schema.ts';
import type { Property } from './search-provider.ts';

const domainPrefix = 'sc-domain:';

/**
 * Whether a property is about an address. A domain property (`sc-domain:e.ru`) covers every protocol and
 * every name below; another one covers its own origin, where it covers all of it. Pure.
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
 * property is, or the site has no address. Pure.
 */
export function chooseProperty(properties: readonly Property[], website_url: string | null): string | null {
  const address = website_url === null ? null : URL.parse(website_url);
  if (!address) return null;
  const fitting = properties.filter((property) => property.is_verified && coversAddress(property, address));
  const exact = fitting.find(({ id }) => !id.startsWith(domainPrefix));
  return (exact ?? fitting[0])?.id ?? null;
}

/**
 * Hosts that belong to a site by proof, as `SAFE_FETCH_ALLOWED_HOSTS` names them: that of the given address
 * where a chosen property of a search console is verified and covers it, or its key file for IndexNow was read.
 * @returns one `host:port`, or nothing
 */
export async function provenHosts(db: Database | Tx, site_id: string, address: URL | null): Promise<string[]> {
  if (address === null) return [];
  const rows = await db
    .select({ property: search_connections.property, properties: search_connections.properties })
    .from(search_connections)
    .where(and(eq(search_connections.site_id, site_id), eq(search_connections.needs_reconnect, false)));
  const key = await findKey(db, site_id);
  const hasKeyFile = key !== null && key.verified_at !== null && key.verified_origin === address.origin;
  const isOwned = rows.some(({ property, properties }) =>
    properties.some((each) => each.id === property && each.is_verified && coversAddress(each, address)),
  );
  const port = address.port || (address.protocol === 'https:' ? '443' : '80');
  return isOwned || hasKeyFile ? [`${address.hostname}:${port}`] : [];
}
