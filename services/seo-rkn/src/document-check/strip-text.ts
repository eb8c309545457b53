/** Longest line that counts as a heading or a rule of Markdown. */
const rule = /^ {0,3}(?:(?:- ?){3,}|(?:\* ?){3,}|___)$/;

/**
 * Text of a Markdown document without its marks. Lists keep a dash and lines stay lines. Linear in the
 * length.
 */
export function stripMarkdown(markdown: string): string {
  const lines: string[] = [];
  for (const line of markdown.normalize('NFC').replace(/\r\n?/g, '\n').split('\n')) {
    if (rule.test(line)) {
      lines.push('');
      continue;
    }
    lines.push(
      line
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
        .replace(/[\u00a0\u2007\u202f\t]/g, ' ')
        .replace(/^ {0,12}(?:#{1,6} |>)/, '')
        .replace(/^ {0,20}[*+-] /, '- ')
        // `[words](address)`; pictures go.
        .replace(/!\[[^\]]{0,300}\]\([^)]{0,1000}\)/g, ' ')
        .replace(/\[([^\][]{1,500})\]\(([^)\s]{1,1000})[^)]{0,300}\)/g, '$1 ($2)')
        // Tags of HTML are lower-case here: `<ФИО>` and `<NAME>` are gaps to fill in.
        .replace(/<\/?[a-z][a-z\d]{0,20}(?: [^<>]{0,500})?\/?>/g, ' ')
        .replace(/[*`]+/g, '')
        .replace(/(?<![\p{L}\p{N}_])__(?=[^_\s])|(?<=[^_\s])__(?![\p{L}\p{N}_])/gu, '')
        .replace(/\\([\\`*_{}[\]()#+.!<>-])/g, '$1')
        .replace(/ {2,}/g, ' ')
        .trimEnd(),
    );
  }
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}
