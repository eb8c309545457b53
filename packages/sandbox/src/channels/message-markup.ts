/** A formatted range; offset and length in UTF-16 code units. */
export interface TextEntity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
}
export interface FormattedText {
  text: string;
  entities: TextEntity[];
}

/** Markup that a messenger refuses; the message is that of the Telegram Bot API server. */
export class MarkupError extends Error {}

const namedCharacters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Entity types by tag (https://core.telegram.org/bots/api#html-style). */
const telegramTags: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
  'tg-spoiler': 'spoiler',
  blockquote: 'blockquote',
};

/** Markup types of MAX by tag (https://dev.max.ru/docs-api, `format: html`). */
export const maxTags: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'emphasized',
  em: 'emphasized',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  del: 'strikethrough',
  code: 'monospaced',
  pre: 'monospaced',
  a: 'link',
  mark: 'highlighted',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  blockquote: 'quote',
};

interface OpenTag extends TextEntity {
  tag: string;
}

/**
 * Parses the HTML of a message, as the Bot API server does (tdlib/td `parse_html`).
 * @param html text with tags and character references
 * @param tags entity types by tag name
 * @throws MarkupError for an unknown tag, a tag that is not closed, or one that is closed in the wrong order
 */
export function parseMessageHtml(html: string, tags: Record<string, string> = telegramTags): FormattedText {
  const open: OpenTag[] = [];
  const entities: TextEntity[] = [];
  let text = '';
  let at = 0;
  const offsetInBytes = () => Buffer.byteLength(html.slice(0, at));

  const endTag = (name: string): void => {
    const last = open.pop();
    if (!last) throw new MarkupError(`Unexpected end tag at byte offset ${offsetInBytes()}`);
    if (name !== '' && name !== last.tag) {
      const mismatch = `expected "</${last.tag}>", found "</${name}>"`;
      throw new MarkupError(`Unmatched end tag at byte offset ${offsetInBytes()}, ${mismatch}`);
    }
    const { tag: _tag, ...entity } = last;
    entity.length = text.length - entity.offset;
    // A link without an address is text.
    if (entity.length > 0 && (last.tag !== 'a' || entity.url)) entities.push(entity);
  };
  const startTag = (name: string, attributes: string): void => {
    const type = tags[name];
    if (type === undefined) throw new MarkupError(`Unsupported start tag "${name}" at byte offset ${offsetInBytes()}`);
    const entity: OpenTag = { tag: name, type, offset: text.length, length: 0 };
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
    if (name === 'a' && href) entity.url = decodeCharacters(href[1] ?? href[2] ?? href[3] ?? '');
    const language = /\bclass\s*=\s*"language-([^"]*)"/i.exec(attributes)?.[1];
    if (name === 'code' && language !== undefined) entity.language = language;
    open.push(entity);
  };

  while (at < html.length) {
    const rest = html.slice(at, at + 4_096);
    const tag = /^<(\/?)([a-zA-Z][\w-]*)?((?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(rest);
    if (tag) {
      const [whole, slash, name = '', attributes = ''] = tag;
      if (slash) endTag(name.toLowerCase());
      else startTag(name.toLowerCase(), attributes);
      at += whole.length;
    } else if (rest.startsWith('<')) {
      throw new MarkupError(`Unclosed start tag at byte offset ${offsetInBytes()}`);
    } else {
      const next = /[<&]/.exec(rest.slice(1));
      const reference = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,8});/i.exec(rest)?.[0];
      const piece = reference ?? rest.slice(0, next === null ? undefined : next.index + 1);
      text += reference === undefined ? piece : decodeCharacters(piece);
      at += piece.length;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw new MarkupError(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return trimText({ text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) });
}

/** Decodes the four named character references of messengers, and numeric ones. */
function decodeCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text without spaces around it; entities move with it, and those outside of it end. */
function trimText({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const shownEntities = entities.flatMap((entity) => {
    const offset = Math.max(entity.offset - start, 0);
    const end = Math.min(entity.offset + entity.length - start, trimmed.length);
    return end > offset ? [{ ...entity, offset, length: end - offset }] : [];
  });
  return { text: trimmed, entities: shownEntities };
}

/** Plain text without spaces around it. */
export const plainText = (text: string): FormattedText => ({ text: text.trim(), entities: [] });

const markdownRules = [
  { rule: /\*\*([^*\n]+)\*\*/, type: 'strong' },
  { rule: /__([^_\n]+)__/, type: 'emphasized' },
  { rule: /~~([^~\n]+)~~/, type: 'strikethrough' },
  { rule: /\+\+([^+\n]+)\+\+/, type: 'underline' },
  { rule: /`([^`\n]+)`/, type: 'monospaced' },
  { rule: /\[([^\]\n]+)\]\(([^)\s]+)\)/, type: 'link' },
] as const;

/**
 * Parses the markdown of MAX (https://dev.max.ru/docs-api, `format: markdown`); unmatched marks stay as text.
 */
export function parseMaxMarkdown(markdown: string): FormattedText {
  let rest = markdown;
  let text = '';
  const entities: TextEntity[] = [];
  while (rest.length > 0) {
    const firstMatch = markdownRules
      .map(({ rule, type }) => ({ match: rule.exec(rest), type }))
      .filter((one) => one.match !== null)
      .sort((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0))[0];
    if (!firstMatch?.match) break;
    const [whole, inner = '', url] = firstMatch.match;
    text += rest.slice(0, firstMatch.match.index);
    const link = url === undefined ? {} : { url };
    entities.push({ type: firstMatch.type, offset: text.length, length: inner.length, ...link });
    text += inner;
    rest = rest.slice(firstMatch.match.index + whole.length);
  }
  return trimText({ text: text + rest, entities });
}
