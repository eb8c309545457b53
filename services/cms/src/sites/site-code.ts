import { trimEndCharacters } from '@platform/contracts/trim-characters';
import slugify from '@sindresorhus/slugify';

/** Characters of the name in a code; the suffix follows them. */
const longestName = 40;

/**
 * The code of a site: its name in latin letters, so that people recognise it, and a suffix that separates it
 * from sites of the same name. It fits the rules of codes for every name.
 * @param suffix lower-case letters and digits
 */
export function siteCode(name: string, suffix: string): string {
  const letters = slugify(name, { decamelize: false })
    .replaceAll(/[^a-z0-9-]/g, '')
    .slice(0, longestName);
  const slug = trimEndCharacters(letters.replace(/^[^a-z]+/, ''), '-');
  return `${slug || 'site'}-${suffix}`;
}
