import { maxSlugLength } from '@platform/contracts/slug-limits';
import { trimCharacters, trimEndCharacters } from '@platform/contracts/trim-characters';
import slugify from '@sindresorhus/slugify';

/** A title in latin letters with dashes between; `text` for one without any letter or digit. */
export function slugOf(title: string): string {
  const slug = slugify(title, { decamelize: false }).replaceAll(/[^a-z0-9]+/g, '-');
  return trimCharacters(slug.slice(0, maxSlugLength), '-') || 'text';
}

/** A slug with a number behind it, as long as a slug may be. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return `${trimEndCharacters(slug.slice(0, maxSlugLength - suffix.length), '-')}${suffix}`;
}
