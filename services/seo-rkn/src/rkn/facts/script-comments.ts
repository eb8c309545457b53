/** A string, a template or a comment begins. */
const begins = /["'`]|\/[/*]/g;
/**
 * Ends of strings: at their quote and, except for templates, at the end of the line. Escaped characters
 * belong to the string.
 */
const ends: Record<string, RegExp> = {
  '"': /\\[\s\S]|["\n]/g,
  "'": /\\[\s\S]|['\n]/g,
  '`': /\\[\s\S]|`/g,
};
/** Characters before a line comment. Elsewhere `//` belongs to an address or to a regular expression. */
const beforeComment = /[\s;{}(),/]/;

/**
 * Code of a script without its comments, because commented code makes no request. Quoted texts are not
 * comments, and a comment without an end stays. Each character is read once, so the time is linear in the
 * length.
 */
export function withoutComments(code: string): string {
  const codeParts: string[] = [];
  let from = 0;
  let isOpenAtEnd = false;
  for (let at = find(begins, code, 0); at < code.length; ) {
    const mark = code[at] ?? '';
    let end = at + 2;
    if (mark !== '/') end = endOfString(ends[mark] ?? /$/g, code, at + 1);
    else if (code[at + 1] === '*') {
      const close: number = isOpenAtEnd ? -1 : code.indexOf('*/', at + 2);
      isOpenAtEnd = close < 0;
      if (close >= 0) {
        codeParts.push(code.slice(from, at), ' ');
        from = end = close + 2;
      }
    } else if (at === 0 || beforeComment.test(code[at - 1] ?? '')) {
      codeParts.push(code.slice(from, at));
      from = end = find(/\n/g, code, at);
    }
    at = find(begins, code, end);
  }
  return codeParts.join('') + code.slice(from);
}

/** Offset of the next match of a global pattern; the end of the text without one. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Offset behind the end of a string whose text begins at an offset. */
function endOfString(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match; match = pattern.exec(text))
    if (match[0].length === 1) return match.index + 1;
  return text.length;
}
