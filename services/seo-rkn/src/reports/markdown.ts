/** Parts of GitHub Flavored Markdown for untrusted texts. */

/** White space, control characters, and characters that change the visible order of a text. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/**
 * An untrusted text as a code span (CommonMark §6.1): nothing in it is markup, HTML, a link, or on GitHub a
 * mention or a reference.
 */
export function codeSpan(text: string): string {
  const line = text.replace(unseen, ' ').trim();
  if (line === '') return '—';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** A text of the platform in which no character is markup (CommonMark §2.4). */
export const plainText = (text: string): string => text.replace(unseen, ' ').replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');

/** An address as one word of a POSIX shell. */
export const shellWord = (address: string): string => `'${address.replaceAll("'", '%27').replace(unseen, '%20')}'`;
