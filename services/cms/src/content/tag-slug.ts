import { slugOf } from './make-slug.ts';

/** Characters that tell tags apart and that a slug has no letter for: C, C++ and C#. */
const spelled: Record<string, string> = { '+': ' plus ', '#': ' sharp ' };

/** The part of an address that names a tag, in any case. A tag without letters is named by its code points. */
export function tagSlugOf(tag: string): string {
  const words = tag.replaceAll(/[+#]/g, (character) => spelled[character] ?? '');
  return /[\p{L}\p{N}]/u.test(words) ? slugOf(words) : slugOf([...tag].map((each) => each.codePointAt(0)).join('-'));
}

/**
 * Tags without those that another one before them equals.
 * @param keyOf what equal tags have in common; their slug when absent
 */
export function distinctTags(tags: readonly string[], keyOf: (tag: string) => string = tagSlugOf): string[] {
  const keys = new Set<string>();
  return tags.filter((tag) => {
    const key = keyOf(tag);
    return !keys.has(key) && keys.add(key);
  });
}
