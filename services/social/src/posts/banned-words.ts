import type { ReadablePost } from './readable-post.ts';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The words of a list that a post has, as whole words in any case. */
export function bannedWords({ text, buttons }: ReadablePost, words: readonly string[]): string[] {
  const folded = fold([text, ...buttons].join('\n'));
  return words.filter((word) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(fold(word))}(?![\\p{L}\\p{N}])`, 'u').test(folded),
  );
}
