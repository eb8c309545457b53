import { sha256 } from '@platform/runtime';
import type { App } from '../app.ts';
import type { SitePseudonyms } from '../leads/pseudonyms.ts';

/** The part of a subscriber that its links are made of. */
interface Linked {
  id: string;
  round: number;
}

/**
 * Tokens of the links of a subscriber. They are HMACs with the key of the site, so that a list can name them
 * again; the table has their SHA-256 alone.
 */
export const tokensOf = (pseudonyms: SitePseudonyms, { id, round }: Linked) => ({
  confirm: pseudonyms.hash('confirm', `${id}:${round}`),
  unsubscribe: pseudonyms.hash('unsubscribe', id),
});

/** The stored form of a token: 256 random bits need no salt and no slow hash. */
export const hashOfToken = (token: string): string => sha256(token);

const baseOf = ({ config }: Pick<App, 'config'>): string => `${config.PUBLIC_API_URL.replace(/\/$/, '')}/v1/newsletter`;

export const confirmUrl = (app: Pick<App, 'config'>, token: string): string => `${baseOf(app)}/confirm/${token}`;
export const unsubscribeUrl = (app: Pick<App, 'config'>, token: string): string =>
  `${baseOf(app)}/unsubscribe/${token}`;
