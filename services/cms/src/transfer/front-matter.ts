import { parseDocument, stringify } from 'yaml';

/** A Markdown file in its parts. The text is null where an item has none. */
export interface MarkdownFile {
  front: Record<string, unknown>;
  body: string | null;
}

/** A front matter is settings: a longer one is none, in UTF-16 units. */
const maxFrontLength = 200_000;
/** Aliases of YAML may repeat a value; more of them are an attack. */
const maxAliases = 20;

/**
 * A text with front matter (YAML 1.2) before it. What follows the second line of dashes is the body as it is.
 */
export const writeMarkdown = ({ front, body }: MarkdownFile): string =>
  `---\n${stringify(front, { lineWidth: 0, schema: 'core' })}---\n${body ?? ''}`;

/**
 * The argument of {@link writeMarkdown}; a text without front matter is a body.
 * @throws Error for a front matter that is not a YAML mapping
 */
export function readMarkdown(text: string): MarkdownFile {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const open = /^---[ \t]*\r?\n/.exec(content);
  if (!open) return { front: {}, body: content };
  const close = /^---[ \t]*(?:\r?\n|$)/m;
  const rest = content.slice(open[0].length);
  const end = close.exec(rest);
  if (!end) throw new Error('the front matter has no end');
  if (end.index > maxFrontLength) throw new Error('the front matter is too long');
  const document = parseDocument(rest.slice(0, end.index), { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw new Error(`the front matter is not YAML: ${error.code}`);
  const front: unknown = document.toJS({ maxAliasCount: maxAliases });
  if (front !== null && (typeof front !== 'object' || Array.isArray(front)))
    throw new Error('the front matter is not a mapping');
  return { front: (front ?? {}) as Record<string, unknown>, body: rest.slice(end.index + end[0].length) };
}
