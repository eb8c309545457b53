/** A line of the report. */
type Warn = (code: string, message: string) => void;

/** Elements that stand by themselves: no paragraph is put around them. */
const blockStart =
  /^<\/?(?:address|article|aside|blockquote|details|div|dl|dt|dd|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|script|style|table|tbody|td|tfoot|th|thead|tr|ul|video|audio)\b/i;

const shortcode = /\[(\/?)([a-z][a-z0-9_-]{1,40})\/?((?:\s[^[\]]{0,2000})?)\](?!\()/gi;

/** Files of an export. */
export interface Attachments {
  /** Addresses, by the id of the file. */
  addresses: ReadonlyMap<string, string>;
  /** Texts instead of images. */
  alts: ReadonlyMap<string, string>;
  /** Images that were uploaded to this text, in their order. */
  ofText: readonly string[];
}

/**
 * HTML of a text of WordPress as a browser would get it: galleries as images, captions as figures, paragraphs
 * where the classic editor has blank lines. Shortcodes are programs of the other system: they stay as they
 * are written, with a warning.
 */
export function prepareWordpressHtml(content: string, attachments: Attachments, warn: Warn): string {
  const isOfBlocks = content.includes('<!-- wp:');
  const withoutBlocks = takeBlocks(content, warn);
  const withoutShortcodes = takeShortcodes(withoutBlocks, attachments, warn);
  return isOfBlocks ? withoutShortcodes : withParagraphs(withoutShortcodes);
}

/**
 * Replaces the text between two marks, the marks included, in linear time. A mark without an end extends to
 * the end of the text.
 */
function replaceBetween(text: string, open: string, close: string, replace: (whole: string) => string): string {
  const lower = text.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  for (let start = lower.indexOf(open); start !== -1; start = lower.indexOf(open, at)) {
    const end = lower.indexOf(close, start + open.length);
    const stop = end === -1 ? text.length : end + close.length;
    parts.push(text.slice(at, start), replace(text.slice(start, stop)));
    at = stop;
  }
  return parts.join('') + text.slice(at);
}

/** Comments around blocks go; a block without content was made by a program when a page was read. */
function takeBlocks(content: string, warn: Warn): string {
  const dynamic = new Set<string>();
  const text = replaceBetween(content, '<!--', '-->', (comment) => {
    const name = /^<!--\s*wp:([a-z][a-z0-9/-]{0,80})\s/.exec(comment)?.[1];
    if (name === 'gallery') warn('gallery', 'A gallery becomes a row of images.');
    else if (name !== undefined && comment.endsWith('/-->')) dynamic.add(name);
    return '';
  });
  for (const name of dynamic)
    if (name !== 'more' && name !== 'nextpage') warn('block_lost', `The block \`${name}\` is left out.`);
  return text;
}

function takeShortcodes(content: string, attachments: Attachments, warn: Warn): string {
  const unknownShortcodes = new Set<string>();
  const text = content.replaceAll(shortcode, (whole, slash: string, rawName: string, rest: string) => {
    const name = rawName.toLowerCase();
    if (name === 'caption') return slash === '' ? '<figure>' : '</figure>';
    if (name === 'embed') return '\n\n';
    if (name === 'gallery' && slash === '') return galleryOf(rest, attachments, warn);
    // Footnotes, tasks and plain words in brackets are not shortcodes. A shortcode has attributes, an end
    // tag, or a dash.
    if (slash === '' && rest.trim() === '' && !content.includes(`[/${rawName}]`) && !/[_-]/.test(name)) return whole;
    unknownShortcodes.add(name);
    return whole;
  });
  for (const name of unknownShortcodes) warn('shortcode', `The shortcode [${name}] stays as text.`);
  return text;
}

/** Images of a gallery: those that it lists, or all that were uploaded to its text. */
function galleryOf(rest: string, { addresses, alts, ofText }: Attachments, warn: Warn): string {
  const listed = /\b(?:ids|include)\s*=\s*["']?([\d,\s]{1,2000})/.exec(rest)?.[1];
  const ids =
    listed === undefined
      ? ofText
      : listed
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean);
  const images = ids.flatMap((id) => {
    const address = addresses.get(id);
    if (address === undefined) warn('image_lost', `File ${id} of a gallery is not in the export.`);
    const alt = (alts.get(id) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return address === undefined ? [] : [`<p><img src="${address.replaceAll('"', '%22')}" alt="${alt}"></p>`];
  });
  warn(
    'gallery',
    ids.length === 0
      ? 'A gallery is left out: no image was uploaded to its text.'
      : 'A gallery becomes a row of images.',
  );
  return `\n\n${images.join('\n')}\n\n`;
}

/** Paragraphs and line breaks as the classic editor shows them (`wpautop`). */
function withParagraphs(content: string): string {
  const preformatted: string[] = [];
  const marked = replaceBetween(content.replaceAll(/\r\n?/g, '\n'), '<pre', '</pre>', (whole) => {
    preformatted.push(whole);
    return `\n\n<pre data-kept="${preformatted.length - 1}"></pre>\n\n`;
  });
  const paragraphs = marked.split(/\n[ \t]*\n+/).map((part) => {
    const text = part.trim();
    if (text === '' || blockStart.test(text)) return text;
    return `<p>${text.replaceAll('\n', '<br>\n')}</p>`;
  });
  return paragraphs
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(/<pre data-kept="(\d+)"><\/pre>/g, (_, at: string) => preformatted[Number(at)] ?? '');
}
