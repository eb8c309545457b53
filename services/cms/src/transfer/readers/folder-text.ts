import { cutText } from '@platform/contracts/cut-text';
import { type ImportTarget, importAddress } from '../import-address.ts';
import type { Generator } from './folder-layout.ts';

export interface TextContext {
  generator: Generator | null;
  isMdx: boolean;
  /** The file of the archive that an address means; null for none. */
  resolve(address: string): ImportTarget | null;
  /** A note or an image by its name alone, as links of Obsidian name it. */
  resolveName(name: string): ImportTarget | null;
  warn(code: string, message: string): void;
}

/** Links of one text that are resolved; a longer list is none of an author. */
const maxLinks = 5_000;

/**
 * A text of another system as Markdown of this one: addresses inside of the archive become addresses that the import
 * replaces (see `importAddress`), links of Obsidian become links. What only a program of the other system can read stays
 * as it is written, with a warning. Code stays as it is. Pure except for the context.
 */
export function convertFolderText(body: string, context: TextContext): string {
  let links = 0;
  const bounded: TextContext = {
    ...context,
    resolve: (address) => {
      links += 1;
      return links > maxLinks ? null : context.resolve(address);
    },
  };
  const withFences = body
    .replaceAll(/\{%-?\s*highlight\s+([\w+#-]{1,40})[^%\n]{0,200}%\}/g, '```$1')
    .replaceAll(/\{%-?\s*endhighlight\s*-?%\}/g, '```')
    .replaceAll(/\{\{[<%]\s*highlight\s+"?([\w+#-]{1,40})"?[^>%\n]{0,200}[%>]\}\}/g, '```$1')
    .replaceAll(/\{\{[<%]\s*\/\s*highlight\s*[%>]\}\}/g, '```');
  return proseOf(withFences, (prose) => convertParagraphs(withoutNotes(prose, bounded), bounded));
}

const fence = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?[ \t]*(`{3,}|~{3,})/;

/** Changes what is not in fences of code. */
function proseOf(text: string, change: (prose: string) => string): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let open: string | null = null;
  const flush = () => {
    if (prose.length > 0) parts.push(change(prose.join('\n')));
    prose = [];
  };
  for (const line of text.split('\n')) {
    const mark = fence.exec(line)?.[1] ?? null;
    if (open === null && mark === null) prose.push(line);
    else if (open === null) {
      flush();
      open = mark;
      parts.push(line);
    } else {
      if (mark !== null && mark[0] === open[0] && mark.length >= open.length && line.trim().endsWith(mark)) open = null;
      parts.push(line);
    }
  }
  flush();
  return parts.join('\n');
}

/** Text between two marks is left out, in linear time; without the second mark it stays. */
function withoutBetween(text: string, open: string, close: string, onFound: () => void): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    onFound();
    parts.push(text.slice(at, start));
    at = end + close.length;
  }
  return parts.join('') + text.slice(at);
}

/** Leaves out what readers of the other system never see. */
function withoutNotes(prose: string, { generator, isMdx, warn }: TextContext): string {
  const hidden = () => warn('comment_lost', 'A comment that its readers do not see is left out.');
  let text = prose.replaceAll(/^[ \t]*(?:<!--\s*(?:more|truncate)\s*-->|\{\/\*\s*truncate\s*\*\/\})[ \t]*$/gim, '');
  if (generator === 'obsidian' || (generator === null && text.includes('[[')))
    text = withoutBetween(text, '%%', '%%', hidden);
  text = withoutBetween(text, '{% comment %}', '{% endcomment %}', hidden);
  if (!isMdx) return text;
  text = withoutBetween(text, '{/*', '*/}', hidden);
  return text.replaceAll(/^(?:import|export)\s[^\n]*(?:\n[^\n]+)*/gm, (code) => {
    warn('code_lost', `A statement of MDX is left out: ${cutText(code.split('\n')[0] ?? '', 100)}`);
    return '';
  });
}

const convertParagraphs = (prose: string, context: TextContext): string =>
  prose
    .split(/(\n[ \t]*\n)/)
    .map((part, at) => (at % 2 === 1 ? part : outsideOfCode(part, (text) => convertInline(text, context))))
    .join('');

/** Changes what is not in spans of code, in linear time. */
function outsideOfCode(paragraph: string, change: (text: string) => string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }));
  // The next run of the same length closes a span.
  const nextOfLength = new Map<number, number>();
  const closing = new Array<number>(runs.length).fill(-1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    closing[at] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, at);
  }
  const parts: string[] = [];
  let from = 0;
  for (const [at, run] of runs.entries()) {
    const close = runs[closing[at] ?? -1];
    if (run.index < from || !close) continue;
    parts.push(change(paragraph.slice(from, run.index)), paragraph.slice(run.index, close.index + close.length));
    from = close.index + close.length;
  }
  return parts.join('') + change(paragraph.slice(from));
}

/** An address as Markdown takes it between parentheses. */
const destination = (address: string): string =>
  address.replaceAll(/[\s()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

function convertInline(source: string, context: TextContext): string {
  const { warn } = context;
  let text = convertShortcodes(source, context);
  text = convertWikiLinks(text, context);
  // [text](address "title"), ![alt](<an address>)
  text = text.replaceAll(
    /(!?)(\[[^\]\n]{0,1000}\]|\])\(\s*(<[^<>\n]{1,1000}>|[^\s()<>]{1,1000}(?:\([^\s()<>]{0,300}\)[^\s()<>]{0,300}){0,3})/g,
    (whole, mark: string, label: string, given: string) => {
      const address = given.startsWith('<') ? given.slice(1, -1) : given;
      const target = inArchive(address, mark === '!', context);
      return target === null ? whole : `${mark}${label}(${target}`;
    },
  );
  // [name]: address
  text = text.replaceAll(
    /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*)(?:<([^<>\n]{1,1000})>|(\S{1,1000}))/gm,
    (whole, before: string, bracketed?: string, bare?: string) => {
      const target = inArchive(bracketed ?? bare ?? '', false, context);
      return target === null ? whole : before + target;
    },
  );
  text = text.replaceAll(
    /(<(?:img|source)\b[^<>]{0,1000}?\bsrc\s*=\s*)(?:"([^"<>]{1,1000})"|'([^'<>]{1,1000})')/gi,
    (whole, before: string, double?: string, single?: string) => {
      const target = inArchive(double ?? single ?? '', true, context);
      return target === null ? whole : `${before}"${target}"`;
    },
  );
  if (context.isMdx)
    for (const [, name] of text.matchAll(/<([A-Z][\w.]{0,60})(?=[\s/>])/g))
      warn('component', `The component <${name}> stays as text.`);
  for (const [, name] of text.matchAll(/^:::+ ?([a-z]{2,40})/gm))
    warn('directive', `The block :::${name} stays as text.`);
  // A name that is given to a heading: addresses of headings are made from their words.
  text = text.replaceAll(/^(#{1,6} .{0,500}?)[ \t]*\{:? ?#[\w-]{1,100}\}[ \t]*$/gm, (_, heading: string) => {
    warn('anchor_lost', `The heading ${cutText(heading.replace(/^#+ /, ''), 80)} has an address made from its words.`);
    return heading;
  });
  return text;
}

/** The address for the import of a link into the archive; null for one that stays as it is. */
function inArchive(address: string, isImage: boolean, { resolve, warn }: TextContext): string | null {
  if (address === '' || address.startsWith('#') || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return null;
  const hash = address.indexOf('#');
  const path = hash === -1 ? address : address.slice(0, hash);
  const target = resolve(path);
  if (target) return importAddress(target) + (target.type === 'item' && hash !== -1 ? address.slice(hash) : '');
  if (isImage) warn('image_lost', `An image is not in the archive: ${cutText(address, 200)}`);
  else warn('link_lost', `A link leads to no file of the archive, and stays as it is: ${cutText(address, 200)}`);
  return null;
}

/** `[[Note]]`, `[[Note#Heading|words]]`, `![[image.png|words]]` of Obsidian. */
function convertWikiLinks(text: string, { generator, resolveName, warn }: TextContext): string {
  return text.replaceAll(
    /(!?)\[\[(?!\s)([^[\]|\n#]{0,300})(#[^[\]|\n]{0,200})?(?:\\?\|([^[\]\n]{0,300}))?\]\](?!\()/g,
    (whole, mark: string, name: string, heading = '', words = '') => {
      const target = name.trim() === '' ? null : resolveName(name.trim());
      if (!target && name.trim() !== '') {
        if (generator === 'obsidian' || generator === null || mark === '!')
          warn(mark === '!' ? 'image_lost' : 'link_lost', `${whole} names no file of the archive, and stays as text.`);
        return whole;
      }
      const isSize = /^\d+(?:x\d+)?$/.test(words.trim());
      const shown =
        (isSize ? '' : words.trim()) ||
        (target?.type === 'file' && mark === '!' ? '' : `${name.trim()}${name.trim() === '' ? heading.slice(1) : ''}`);
      const label = shown.replaceAll(/[\\[\]]/g, '\\$&');
      // The address of a heading is made from its words.
      const anchor = heading === '' || heading.startsWith('#^') ? '' : `#${headingAnchor(heading.slice(1))}`;
      if (!target) return `[${label}](${anchor || '#'})`;
      if (mark === '!' && target.type === 'file') return `![${label}](${importAddress(target)})`;
      if (mark === '!') warn('embed_lost', `The embedded note ${cutText(name, 100)} becomes a link.`);
      return `[${label}](${importAddress(target)}${target.type === 'item' ? anchor : ''})`;
    },
  );
}

/** The name of a heading by the algorithm of GitHub. */
const headingAnchor = (words: string): string =>
  words
    .split('#')
    .at(-1)
    ?.trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-') ?? '';

const attribute = (rest: string, name: string): string => {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\\s"'>%]{1,1000}))`).exec(rest);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
};

/** Programs of Jekyll (Liquid) and Hugo. References to files, figures and videos have a form here. */
function convertShortcodes(source: string, { generator, resolve, resolveName, warn }: TextContext): string {
  const reference = (name: string) => resolve(name) ?? resolveName(name.replace(/^\//, ''));
  const text = source
    .replaceAll(/\{\{\s*(?:site\.(?:baseurl|url)|base_path|"\/"\s*\|\s*relative_url)\s*\}\}/g, '')
    .replaceAll(/\{\{\s*["']([^"'{}\n]{1,500})["']\s*\|\s*(?:relative|absolute|prepend)[^{}\n]{0,100}\}\}/g, '$1');
  const withReferences = text.replaceAll(
    /\{%-?\s*(?:post_url|link)\s+(\S{1,500})\s*-?%\}|\{\{[<%]\s*(?:rel)?ref\s+["']?([^"'{}\n]{1,500}?)["']?\s*[%>]\}\}/g,
    (whole, ofJekyll?: string, ofHugo?: string) => {
      const name = (ofJekyll ?? ofHugo ?? '').split('#')[0] ?? '';
      const target = reference(name) ?? (ofJekyll === undefined ? null : resolve(`/_posts/${name}.md`));
      if (target) return importAddress(target);
      warn('link_lost', `${cutText(whole, 200)} names no file of the archive, and stays as text.`);
      return whole;
    },
  );
  const found = new Set<string>();
  const converted = withReferences.replaceAll(
    /\{\{([<%])\s*(\/?)\s*([\w/.-]{1,60})((?:"[^"\n]{0,1000}"|[^"{}\n]){0,400}?)[%>]\}\}/g,
    (whole, _: string, slash: string, name: string, rest: string) => {
      if (name === 'figure' && slash === '') {
        const src = attribute(rest, 'src');
        const caption = attribute(rest, 'caption') || attribute(rest, 'title');
        if (src !== '')
          return `![${(attribute(rest, 'alt') || caption).replaceAll(/[[\]\\]/g, ' ')}](${destination(src)})${caption === '' ? '' : `\n\n*${caption.trim()}*`}`;
      }
      const id = /["']?([\w-]{6,20})["']?/.exec(rest)?.[1];
      if (name === 'youtube' && id !== undefined) {
        warn('embed_lost', 'An embedded video stays as its address.');
        return `\n\nhttps://www.youtube.com/watch?v=${id}\n\n`;
      }
      found.add(`{{< ${name} >}}`);
      return whole;
    },
  );
  if (generator === 'jekyll' || generator === null)
    for (const [, name] of converted.matchAll(/\{%-?\s*([a-z_]{2,40})\b/g)) found.add(`{% ${name} %}`);
  for (const [, name] of converted.matchAll(/\{\{\s*([a-z_]{2,20}\.[a-z_.]{1,60})[^{}\n]{0,100}\}\}/g))
    found.add(`{{ ${name} }}`);
  for (const name of found) warn('shortcode', `${name} stays as text.`);
  return converted;
}
