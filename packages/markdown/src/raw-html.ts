import { createRequire } from 'node:module';
import { droppedWithContent } from './clean-html.ts';

// As sanitize-html loads it: the test runner cannot give one ES module to `import` and to `require`.
const { Parser } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2');

/** HTML elements that an author may write in a text. */
export const rawElements: ReadonlySet<string> = new Set(
  (
    'a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ' +
    'ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'
  ).split(' '),
);

/** All other elements of HTML; a name in angle brackets that is none of them is text, such as `List<T>`. */
const otherElements = new Set(
  (
    'acronym address applet area article aside audio base basefont bdi bdo bgsound big blink body button canvas center col ' +
    'colgroup data datalist dialog dir embed fieldset font footer form frame frameset head header hgroup html ' +
    'iframe input isindex keygen label legend link listing main map marquee math menu menuitem meta meter multicol nav ' +
    'nextid nobr noembed noframes noscript object optgroup option output param picture plaintext portal progress rb rp rt rtc ' +
    'ruby script search section select slot source spacer strike style svg template textarea time title track tt video xmp'
  ).split(' '),
);

const contentDropped = new Set(droppedWithContent);

/** Attributes that an author may write, by element; `*` for all. */
const rawAttributes: Record<string, readonly string[]> = {
  '*': ['id', 'lang', 'dir'],
  a: ['href', 'title'],
  abbr: ['title'],
  details: ['open'],
  dfn: ['title'],
  div: ['align'],
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, ['align']])),
  img: ['src', 'alt', 'title', 'width', 'height'],
  li: ['value'],
  ol: ['start'],
  p: ['align'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan'],
};

/** Attributes that rendering sets by itself: those of the author are replaced. */
const ownAttributes = new Set(['class', 'rel', 'target', 'loading', 'decoding', 'fetchpriority', 'name', 'border']);

/** A piece of the HTML that an author wrote. */
export type HtmlPiece =
  | { type: 'text'; text: string; at: number }
  | { type: 'open'; name: string; attributes: Record<string, string>; at: number }
  | { type: 'close'; name: string; at: number }
  /** An element, attribute or instruction that readers do not get. */
  | { type: 'dropped'; what: string; at: number };

/** A tag as CommonMark 0.31 defines it (§6.6). A quoted value ends at the next quote, so all attempts together are linear. */
const tag = /<\/?[a-z][a-z\d-]*(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/iy;

/**
 * Splits HTML of an author into pieces that may be published. Comments vanish, elements that are no text vanish with their
 * content, other elements of HTML leave their content, and what is no element of HTML is text. Linear in its length.
 */
export function readHtml(source: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  const lower = source.toLowerCase();
  let at = 0;
  let textStart = 0;
  const endText = () => {
    if (at > textStart) pieces.push({ type: 'text', text: source.slice(textStart, at), at: textStart });
  };
  const skipTo = (end: number) => {
    endText();
    at = end === -1 ? source.length : end;
    textStart = at;
  };
  const endOf = (close: string, from: number): number => {
    const found = source.indexOf(close, from);
    return found === -1 ? -1 : found + close.length;
  };
  while (at < source.length) {
    const next = source.indexOf('<', at);
    if (next === -1) break;
    at = next;
    if (source.startsWith('<!--', at)) skipTo(commentEnd(source, at));
    else if (source.startsWith('<![CDATA[', at)) {
      const start = at;
      skipTo(endOf(']]>', at));
      pieces.push({ type: 'dropped', what: 'A CDATA section', at: start });
    } else if (/^<(?:[?]|![a-z])/i.test(source.slice(at, at + 3))) {
      const start = at;
      skipTo(endOf('>', at));
      pieces.push({ type: 'dropped', what: 'A declaration', at: start });
    } else {
      tag.lastIndex = at;
      const written = tag.exec(source)?.[0];
      if (written === undefined) {
        at += 1;
        continue;
      }
      const start = at;
      const name = /^<\/?([a-z\d-]+)/i.exec(written)?.[1]?.toLowerCase() ?? '';
      if (!rawElements.has(name) && !otherElements.has(name)) {
        at += written.length;
        continue;
      }
      skipTo(at + written.length);
      if (rawElements.has(name)) pieces.push(...allowedPieces(name, written, start));
      else if (!written.startsWith('</')) {
        pieces.push({ type: 'dropped', what: `The element <${name}>`, at: start });
        if (contentDropped.has(name) && !written.endsWith('/>')) {
          const close = lower.indexOf(`</${name}`, at);
          skipTo(close === -1 ? -1 : endOf('>', close));
        }
      }
    }
  }
  at = source.length;
  endText();
  return pieces;
}

/** A comment without an end goes to the end of the text, as in a browser. */
function commentEnd(source: string, start: number): number {
  if (source.startsWith('<!-->', start)) return start + 5;
  if (source.startsWith('<!--->', start)) return start + 6;
  const end = source.indexOf('-->', start + 4);
  return end === -1 ? source.length : end + 3;
}

function allowedPieces(name: string, written: string, at: number): HtmlPiece[] {
  if (written.startsWith('</')) return [{ type: 'close', name, at }];
  const given = attributesOf(written);
  const allowed = [...(rawAttributes['*'] ?? []), ...(rawAttributes[name] ?? [])];
  const attributes = Object.fromEntries(Object.entries(given).filter(([key]) => allowed.includes(key)));
  if (name === 'a' && given.name !== undefined && attributes.id === undefined) attributes.id = given.name;
  const dropped = Object.keys(given)
    .filter((key) => !allowed.includes(key) && !ownAttributes.has(key))
    .slice(0, 10)
    .map((key): HtmlPiece => ({ type: 'dropped', what: `The attribute ${key.slice(0, 40)} of <${name}>`, at }));
  return [{ type: 'open', name, attributes, at }, ...dropped];
}

function attributesOf(written: string): Record<string, string> {
  let found: Record<string, string> = {};
  const parser = new Parser({
    onopentag(_, attributes) {
      found = attributes;
    },
  });
  parser.end(written);
  return found;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** The text of a piece; its entities stay. */
export const writeText = (text: string): string =>
  text.replaceAll(/[<>]/g, (character) => escapes[character] ?? character);

/** An opening tag. */
export const writeTag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)].join(' ')}>`;

/** The text of some pieces, for the id of a heading. */
export const plainTextOf = (pieces: readonly HtmlPiece[]): string =>
  pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
