import { cutText } from '@platform/contracts/cut-text';
import type { ReadablePost } from '../posts/readable-post.ts';
import { type Claim, findClaims, urlKey, wordsOf } from './find-claims.ts';

/** What a text may rest on. */
export interface Grounds {
  /** Texts of the sources, the facts of the memory, and what the brand says of itself. */
  texts: readonly string[];
  /** Addresses of the sources and of the brand. */
  urls: readonly string[];
}

const keyOf = ({ kind, key }: Pick<Claim, 'kind' | 'key'>): string => `${kind}:${key}`;

/** A date with a year supports the same day without it; a sum and a share support their number. */
function supports({ kind, key }: Claim): string[] {
  const own = keyOf({ kind, key });
  if (kind === 'date') return [own, keyOf({ kind, key: key.replace(/^\d{4}/, '-') }), ...key.split('-').map(numberKey)];
  if (kind === 'money') return [own, numberKey(key.split(' ')[0] ?? '')];
  if (kind === 'percent' || kind === 'version') return [own, numberKey(key)];
  return kind === 'number' ? [own, keyOf({ kind: 'version', key })] : [own];
}
const numberKey = (digits: string): string =>
  keyOf({ kind: 'number', key: digits === '' ? '' : String(Number(digits)) });

const maxShown = 50;
const shownLength = 200;

/** Statements of some grounds, found once for any number of posts. */
export interface ReadGrounds {
  supports(claim: Claim): boolean;
}

/** Finds the statements of grounds. */
export function readGrounds({ texts, urls }: Grounds): ReadGrounds {
  const text = texts.join('\n');
  const known = new Set(findClaims({ text, urls: [], buttons: [] }).flatMap(supports));
  const addresses = new Set([...urls, ...(text.match(/https?:\/\/[^\s<>"'«»)\]]+/g) ?? [])].map(urlKey));
  const said = ` ${wordsOf(text)} `;
  return {
    supports(claim) {
      if (claim.kind === 'url') return addresses.has(claim.key);
      if (claim.kind === 'quote' || claim.kind === 'name') return said.includes(` ${wordsOf(claim.key)} `);
      return known.has(keyOf(claim));
    },
  };
}

/**
 * The statements of a post without a ground, in the words of the text, each once. More grounds never add a
 * statement.
 * @param more grounds that are read only if the others do not support all statements
 */
export function unsupportedClaims(post: ReadablePost, grounds: Grounds, more?: () => ReadGrounds): string[] {
  const own = readGrounds(grounds);
  const unsupported = new Map<string, string>();
  for (const claim of findClaims(post))
    if (!own.supports(claim) && !more?.().supports(claim))
      unsupported.set(keyOf(claim), cutText(claim.shown, shownLength));
  return [...unsupported.values()].slice(0, maxShown);
}
