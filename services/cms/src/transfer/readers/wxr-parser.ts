import { SaxesParser } from 'saxes';
import { RefusedFileError } from '../entry.ts';

export interface WxrTerm {
  slug: string;
  name: string;
  description: string;
  /** Slug of the term above; empty for none. */
  parent: string;
}

export interface WxrItem {
  title: string;
  link: string;
  creator: string;
  content: string;
  excerpt: string;
  post_id: string;
  date: string;
  date_gmt: string;
  name: string;
  status: string;
  parent: string;
  post_type: string;
  password: string;
  is_sticky: boolean;
  attachment_url: string;
  categories: { domain: string; slug: string; name: string }[];
  meta: Map<string, string>;
  comments: number;
}

export type WxrPart =
  | { type: 'channel'; name: string; text: string }
  | { type: 'author'; login: string; name: string }
  | { type: 'category'; term: WxrTerm }
  | { type: 'item'; item: WxrItem };

/** What exports have although it is no XML: plugins print before the declaration. */
const tolerated = [
  'the string "]]>" is disallowed in char data.',
  'an XML declaration must be at the start of the document.',
];
/** Characters that XML has not, which the texts of exports have. They are left out: the parser makes an error of each. */
const noXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Levels of elements; an export has five. */
const maxDepth = 20;
/** UTF-16 units of one element. */
const maxText = 5_000_000;
const maxAttributes = 20;
/** Values of fields that we do not read may be longer than all texts. */
const maxMetaBytes = 20_000;

const refuse = (message: string): never => {
  throw new RefusedFileError('xml_unreadable', message);
};

/**
 * Streams the parts of a WXR file (https://github.com/WordPress/WordPress wp-admin/includes/export.php). The
 * parser accepts only the five entities of XML and stops at a DOCTYPE, so no other entity is ever expanded.
 * @throws RefusedFileError
 */
export async function* readWxr(pieces: AsyncIterable<Buffer>): AsyncGenerator<WxrPart> {
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const parts: WxrPart[] = [];
  const path: string[] = [];
  const texts: string[] = [];
  let item: WxrItem | null = null;
  let attributes: Record<string, string> = {};
  let group: Record<string, string> = {};
  let size = 0;
  /** Where the part ended that the parser has reported last: it keeps what comes behind. */
  let reported = 0;

  const addText = (text: string) => {
    reported = parser.position;
    size += text.length;
    if (size > maxText) refuse('An element is too long.');
    texts.push(text);
  };
  parser.on('doctype', () => refuse('The file has a DOCTYPE, which an export never has.'));
  parser.on('error', ({ message }) => {
    if (!tolerated.some((fault) => message.endsWith(fault))) refuse(`The file is not XML: ${message}`);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    reported = parser.position;
  });
  parser.on('opentag', ({ name, attributes: givenAttributes }) => {
    reported = parser.position;
    path.push(name);
    if (path.length > maxDepth) refuse(`The file has more than ${maxDepth} levels.`);
    if (Object.keys(givenAttributes).length > maxAttributes) refuse('An element has too many attributes.');
    texts.length = 0;
    size = 0;
    if (path.length === 3 && name === 'item') item = emptyItem();
    if (path.length === 3 && (name === 'wp:author' || name === 'wp:category')) group = {};
    if (path.length === 4 && name === 'wp:postmeta') group = {};
    attributes = givenAttributes;
  });
  parser.on('closetag', ({ name }) => {
    reported = parser.position;
    const text = texts.join('');
    const depth = path.length;
    const parent = path[depth - 2];
    path.pop();
    texts.length = 0;
    size = 0;
    if (depth === 3 && parent === 'channel') {
      if (name === 'item' && item) parts.push({ type: 'item', item });
      else if (name === 'wp:author')
        parts.push({
          type: 'author',
          login: group['wp:author_login'] ?? '',
          name: group['wp:author_display_name'] ?? '',
        });
      else if (name === 'wp:category') parts.push({ type: 'category', term: termOf(group) });
      else parts.push({ type: 'channel', name, text });
      if (name === 'item') item = null;
      return;
    }
    if (depth === 4 && (parent === 'wp:author' || parent === 'wp:category')) group[name] = text;
    if (!item) return;
    if (depth === 5 && parent === 'wp:postmeta') group[name] = text.length > maxMetaBytes ? '' : text;
    if (depth === 4) setField(item, { name, text, attributes, group });
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of pieces) {
    parser.write(decode(decoder, piece));
    if (parser.position - reported > maxText) refuse('An element is too long.');
    yield* parts.splice(0);
  }
  parser.write(decode(decoder, undefined)).close();
  yield* parts.splice(0);
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece: Buffer | undefined): string {
  try {
    return (piece ? decoder.decode(piece, { stream: true }) : decoder.decode()).replace(noXml, '');
  } catch {
    return refuse('The file is not UTF-8.');
  }
}

const termOf = (group: Record<string, string>): WxrTerm => ({
  slug: group['wp:category_nicename'] ?? '',
  name: group['wp:cat_name'] ?? '',
  description: group['wp:category_description'] ?? '',
  parent: group['wp:category_parent'] ?? '',
});

const emptyItem = (): WxrItem => ({
  title: '',
  link: '',
  creator: '',
  content: '',
  excerpt: '',
  post_id: '',
  date: '',
  date_gmt: '',
  name: '',
  status: '',
  parent: '',
  post_type: '',
  password: '',
  is_sticky: false,
  attachment_url: '',
  categories: [],
  meta: new Map(),
  comments: 0,
});

/** Elements of an item, by the field that they are. */
const fields: Record<string, keyof WxrItem> = {
  title: 'title',
  link: 'link',
  'dc:creator': 'creator',
  'content:encoded': 'content',
  'excerpt:encoded': 'excerpt',
  'wp:post_id': 'post_id',
  'wp:post_date': 'date',
  'wp:post_date_gmt': 'date_gmt',
  'wp:post_name': 'name',
  'wp:status': 'status',
  'wp:post_parent': 'parent',
  'wp:post_type': 'post_type',
  'wp:post_password': 'password',
  'wp:attachment_url': 'attachment_url',
};

function setField(
  item: WxrItem,
  {
    name,
    text,
    attributes: { domain = '', nicename = '' },
    group,
  }: { name: string; text: string; attributes: Record<string, string>; group: Record<string, string> },
): void {
  const field = fields[name];
  if (field !== undefined) Object.assign(item, { [field]: text });
  else if (name === 'wp:is_sticky') item.is_sticky = text === '1';
  else if (name === 'wp:comment') item.comments += 1;
  else if (name === 'category') item.categories.push({ domain, slug: nicename, name: text });
  else if (name === 'wp:postmeta') item.meta.set(group['wp:meta_key'] ?? '', group['wp:meta_value'] ?? '');
}
