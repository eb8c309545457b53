/** Page and source of a visit: the stored parts of the addresses that a browser sends. */
export interface Visit {
  /** Path of the page, without query and fragment. */
  path: string;
  /**
   * Host of the referrer without `www.`; null without one, for one that no host can have, and for the site
   * itself.
   */
  referrer_host: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
}

export type GivenVisit = { [Name in 'url' | 'referrer' | (typeof utmNames)[number]]?: unknown };

const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const longestPath = 2_048;
const longestUtm = 200;
/** Of a name of a host, see RFC 1035. A name in other letters grows when it is written in these. */
const longestHost = 253;

/**
 * Reads the addresses of an event. An invalid or too long one is ignored; a page without one is `/`. Queries
 * are not stored: names, tokens and addresses of people leak from them.
 */
export function readVisit(fields: GivenVisit): Visit {
  const page = addressOf(fields.url);
  const path = page?.pathname || '/';
  const utm = Object.fromEntries(utmNames.map((name) => [name, wordOf(fields[name])])) as Pick<
    Visit,
    (typeof utmNames)[number]
  >;
  return { path: path.length > longestPath ? '/' : path, referrer_host: referrerHost(fields.referrer, page), ...utm };
}

function referrerHost(referrer: unknown, page: URL | null): string | null {
  const host = hostOf(addressOf(referrer));
  return host === '' || host === hostOf(page) ? null : host;
}

function hostOf(address: URL | null): string {
  const host = address?.hostname ?? '';
  return host.length > longestHost ? '' : host.toLowerCase().replace(/^www\./, '');
}

const addressOf = (value: unknown): URL | null => (typeof value === 'string' ? URL.parse(value) : null);

function wordOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > longestUtm ? null : text;
}
