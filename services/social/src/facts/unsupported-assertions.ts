import { cutText } from '@platform/contracts/cut-text';
import type { ReadablePost } from '../posts/readable-post.ts';
import { type Assertion, findAssertions, urlKey, wordsOf } from './find-assertions.ts';

/** What a text may rest on. */
export interface Grounds {
  /** Texts of the sources, the facts of the memory, and what the brand says of itself. */
  texts: readonly string[];
  /** Addresses of the sources and of the brand. */
  urls: readonly string[];
}

const keyOf = ({ kind, key }: Pick<Assertion, 'kind' | 'key'>): string => `${kind}:${key}`;

/** A date with a year supports the same day without it; a sum and a share support their number. */
function supports({ kind, key }: Assertion): string[] {
  const ownKey = keyOf({ kind, key });
  if (kind === 'date')
    return [ownKey, keyOf({ kind, key: key.replace(/^\d{4}/, '-') }), ...key.split('-').map(numberKey)];
  if (kind === 'money') return [ownKey, numberKey(key.split(' ')[0] ?? '')];
  if (kind === 'percent' || kind === 'version') return [ownKey, numberKey(key)];
  return kind === 'number' ? [ownKey, keyOf({ kind: 'version', key })] : [ownKey];
}
const numberKey = (digits: string): string =>
  keyOf({ kind: 'number', key: digits === '' ? '' : String(Number(digits)) });

const maxShown = 50;
const shownLength = 200;

/** Statements of some grounds, found once for any number of posts. */
export interface ReadGrounds {
  supports(assertion: Assertion): boolean;
}

/** Finds the statements of grounds. */
export function readGrounds({ texts, urls }: Grounds): ReadGrounds {
  const text = texts.join('\n');
  const known = new Set(findAssertions({ text, urls: [], buttons: [] }).flatMap(supports));
  const addresses = new Set([...urls, ...(text.match(/https?:\/\/[^\s<>"'«»)\]]+/g) ?? [])].map(urlKey));
  const spokenWords = ` ${wordsOf(text)} `;
  return {
    supports(assertion) {
      if (assertion.kind === 'url') return addresses.has(assertion.key);
      if (assertion.kind === 'quote' || assertion.kind === 'name')
        return spokenWords.includes(` ${wordsOf(assertion.key)} `);
      return known.has(keyOf(assertion));
    },
  };
}

/**
 * The statements of a post without a ground, in the words of the text, each once. More grounds never add a
 * statement.
 * @param more grounds that are read only if the others do not support all statements
 */
export function unsupportedAssertions(post: ReadablePost, grounds: Grounds, more?: () => ReadGrounds): string[] {
  const sourceGrounds = readGrounds(grounds);
  const unsupported = new Map<string, string>();
  for (const assertion of findAssertions(post))
    if (!sourceGrounds.supports(assertion) && !more?.().supports(assertion))
      unsupported.set(keyOf(assertion), cutText(assertion.shown, shownLength));
  return [...unsupported.values()].slice(0, maxShown);
}
