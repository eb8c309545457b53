import { slugOf } from './slug.ts';

/** Characters that tell tags apart and that a slug has no letter for: C, C++ and C#. */
const spelled: Record<string, string> = { '+': ' plus ', '#': ' sharp ' };

/** The part of an address that names a tag, whatever its case. A tag without letters is named by its code points. */
export function tagSlugOf(tag: string): string {
  const words = tag.replaceAll(/[+#]/g, (character) => spelled[character] ?? '');
  return /[\p{L}\p{N}]/u.test(words) ? slugOf(words) : slugOf([...tag].map((each) => each.codePointAt(0)).join('-'));
}

/** Tags without those that another one before them has the slug of. */
export function distinctTags(tags: readonly string[]): string[] {
  if (tags.length < 2) return [...tags];
  return [...new Map(tags.toReversed().map((tag) => [tagSlugOf(tag), tag])).values()].toReversed();
}
