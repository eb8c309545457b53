import { parse as parseToml } from 'smol-toml';
import { parseDocument, stringify } from 'yaml';

/** A Markdown file in its parts. The text is null where an item has none. */
export interface MarkdownFile {
  front: Record<string, unknown>;
  body: string | null;
}

/** A file of another system: the front matter that cannot be read has a reason, and stays in the body. */
export interface ForeignMarkdownFile {
  front: Record<string, unknown>;
  body: string;
  fault: string | null;
}

/** A front matter is settings: a longer one is none, in UTF-16 units. */
const maxFrontLength = 200_000;
/** Aliases of YAML may repeat a value; more of them are an attack. */
const maxAliases = 20;
/** Levels of objects in TOML and JSON. */
const maxLevels = 32;

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
  const content = withoutBom(text);
  const open = /^---[ \t]*\r?\n/.exec(content);
  if (!open) return { front: {}, body: content };
  const { front, body } = fenced(content, open[0].length, /^---[ \t]*(?:\r?\n|$)/m);
  return { front: readYaml(front), body };
}

/**
 * A file as other systems write it: front matter in YAML (`---`), TOML (`+++`) or JSON (`{`, `;;;`, `---json`), or lines
 * `name: value` (MultiMarkdown, https://fletcher.github.io/MultiMarkdown-6/syntax/metadata.html). A block in TOML or
 * JSON that cannot be read is a fault, because it may call the text a draft.
 * @throws Error for a block of YAML that is none
 */
export function readForeignMarkdown(text: string): ForeignMarkdownFile {
  // Hugo skips blank lines before a fence.
  const content = withoutBom(text).replace(/^(?:[ \t]*\r?\n)+(?=---|\+\+\+|;;;|\{)/, '');
  const mark = /^(\+\+\+|;;;|---(?:json|toml))[ \t]*\r?\n/.exec(content);
  const isJson = /^\{\s*(?:"|\})/.test(content);
  if (!mark && !isJson) {
    if (!/^---[ \t]*\r?\n/.test(content)) return readLines(content);
    const { front, body } = readMarkdown(content);
    return { front, body: body ?? '', fault: null };
  }
  try {
    if (isJson) {
      const end = endOfJson(content);
      return {
        front: readJson(content.slice(0, end)),
        body: content.slice(end).replace(/^[ \t]*\r?\n/, ''),
        fault: null,
      };
    }
    const fence = mark?.[1] ?? '';
    const close =
      fence === '+++' ? /^\+\+\+[ \t]*(?:\r?\n|$)/m : fence === ';;;' ? /^;;;[ \t]*(?:\r?\n|$)/m : yamlClose;
    const { front, body } = fenced(content, mark?.[0].length ?? 0, close);
    const isToml = fence === '+++' || fence === '---toml';
    return { front: isToml ? readToml(front) : readJson(front), body, fault: null };
  } catch (error) {
    return { front: {}, body: content, fault: (error as Error).message };
  }
}

const yamlClose = /^---[ \t]*(?:\r?\n|$)/m;

const withoutBom = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** The block between two fences, and what comes behind. */
function fenced(content: string, start: number, close: RegExp): { front: string; body: string } {
  const rest = content.slice(start);
  const end = close.exec(rest);
  if (!end) throw new Error('the front matter has no end');
  if (end.index > maxFrontLength) throw new Error('the front matter is too long');
  return { front: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length) };
}

function readYaml(text: string): Record<string, unknown> {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw new Error(`the front matter is not YAML: ${error.code}`);
  const front: unknown = document.toJS({ maxAliasCount: maxAliases });
  return mappingOf(front ?? {});
}

function readToml(text: string): Record<string, unknown> {
  try {
    return mappingOf(plain(parseToml(text, { maxDepth: maxLevels })));
  } catch (error) {
    throw new Error(`the front matter is not TOML: ${(error as Error).message.split('\n')[0]}`);
  }
}

/**
 * Settings in TOML.
 * @throws Error for text that is none
 */
export const readTomlSettings = (text: string): Record<string, unknown> => readToml(text);

/** A value of TOML with its moments as they are written. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

function readJson(text: string): Record<string, unknown> {
  endOfJson(text.trimStart());
  try {
    return mappingOf(JSON.parse(text));
  } catch {
    throw new Error('the front matter is not JSON');
  }
}

/**
 * Where the object at the beginning of a text ends.
 * @throws Error for one without an end, or with too many levels
 */
function endOfJson(text: string): number {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < Math.min(text.length, maxFrontLength); at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxLevels) throw new Error('the front matter has too many levels');
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error('the front matter has no end');
}

const mappingOf = (value: unknown): Record<string, unknown> => {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error('the front matter is not a mapping');
  return value as Record<string, unknown>;
};

/** Names that a block of lines begins with: a text may begin with any other word and a colon. */
const firstNames =
  /^(?:title|subtitle|date|modified|status|slug|authors?|category|categories|tags|keywords|draft|published|summary|description|lang|layout|type|template)[ \t]*:/i;
/** A line that says who may read the text. */
const stateLine = /^(?:status|draft|published|private|visibility)[ \t]*:/im;

function readLines(content: string): ForeignMarkdownFile {
  const end = /\r?\n[ \t]*(?:\r?\n|$)/.exec(content) ?? { index: content.length, 0: '' };
  const block = content.slice(0, end.index);
  const unread = {
    front: {},
    body: content,
    fault: stateLine.test(block) ? 'its first lines name a state and cannot be read' : null,
  };
  if (!firstNames.test(content)) return unread;
  const front: Record<string, unknown> = {};
  let last: string | null = null;
  for (const line of block.split(/\r?\n/)) {
    // A line with blanks before it continues the value of the line before.
    if (last !== null && /^[ \t]/.test(line)) {
      front[last] = `${String(front[last])} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    // A paragraph with a colon is a text.
    if (!/^[A-Za-z][\w -]{0,60}$/.test(name)) return unread;
    last = name.toLowerCase();
    front[last] = line.slice(colon + 1).trim();
  }
  return { front, body: content.slice(end.index + end[0].length), fault: null };
}
