import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '@platform/runtime';
import { SaxesParser } from 'saxes';
import { cleanText } from '../channels/channel-inbox.ts';
import { decodeFeed, type FeedSource, withoutReferences } from './decode-feed.ts';

/** An entry of a feed. */
export interface FeedEntry {
  /** `guid` or `id`, else the link; a digest of it where it is long. */
  id: string;
  title: string;
  summary: string;
  url: string | null;
  at: Date | null;
}

/** The text is no RSS and no Atom feed. */
export class NotAFeedError extends Error {
  constructor() {
    super('it is neither an RSS nor an Atom feed');
    this.name = 'NotAFeedError';
  }
}

const maxEntries = 200;
const maxDepth = 50;
/** Parsed in one turn of the event loop. */
const pieceCharacters = 65_536;
const longestId = 200;
/** Elements of an entry, of RSS 2.0, RSS 1.0 and Atom (RFC 4287), by what they say. */
type Field = 'title' | 'link' | 'id' | 'summary' | 'at';
const fields: ReadonlyMap<string, Field> = new Map([
  ...(['title', 'link', 'id', 'summary'] as const).map((name) => [name, name] as const),
  ...(['description', 'content:encoded', 'content'] as const).map((name) => [name, 'summary'] as const),
  ...(['pubDate', 'published', 'updated', 'dc:date'] as const).map((name) => [name, 'at'] as const),
  ['guid', 'id'] as const,
]);
/** `base` is what its link is relative to. */
type Draft = Record<Field | 'base', string>;

/**
 * Reads the newest entries of a feed. XML is read without its entities and DTDs: a DOCTYPE is refused.
 * @param body the feed, in any encoding that it or its answer names
 * @returns at most 200 entries, as they stand in the feed, with absolute addresses
 * @throws NotAFeedError
 */
export async function readFeed(body: Buffer, { address, contentType }: FeedSource): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  const parser = createParser(entries, address);
  const text = decodeFeed(body, contentType);
  try {
    for (let at = 0; at < text.length && entries.length < maxEntries; at += pieceCharacters) {
      parser.write(text.slice(at, at + pieceCharacters));
      await nextTurn();
    }
    if (entries.length < maxEntries) parser.close();
  } catch (error) {
    // A feed that breaks behind its first entries gave those.
    if (entries.length === 0 || !(error instanceof NotAFeedError)) throw new NotAFeedError();
  }
  return entries.slice(0, maxEntries);
}

function createParser(entries: FeedEntry[], address: string): SaxesParser {
  const parser = new SaxesParser();
  const path: string[] = [];
  /** What addresses are relative to, for each open element (XML Base). */
  const bases: string[] = [address];
  let draft: Draft | null = null;
  let elementText = '';
  const refuse = () => {
    throw new NotAFeedError();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    const { href, rel = 'alternate', 'xml:base': ownBase } = attributes as Record<string, string>;
    const base = bases.at(-1) ?? address;
    bases.push(ownBase === undefined ? base : (URL.parse(ownBase, base)?.href ?? base));
    if (path.length > maxDepth || (path.length === 1 && !['rss', 'feed', 'rdf:RDF'].includes(name))) refuse();
    if (name === 'item' || name === 'entry') {
      draft = { title: '', link: '', id: '', summary: '', at: '', base: bases.at(-1) ?? address };
    }
    if (draft && name === 'link' && href !== undefined && rel === 'alternate') {
      draft.link = href;
      draft.base = bases.at(-1) ?? address;
    }
    elementText = '';
  });
  const add = (text: string) => {
    elementText += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    path.pop();
    bases.pop();
    const field = fields.get(name);
    if (draft && (name === 'item' || name === 'entry')) {
      const entry = toEntry(draft);
      if (entry) entries.push(entry);
      draft = null;
    } else if (draft && field !== undefined && draft[field] === '') draft[field] = elementText.trim();
    elementText = '';
  });
  return parser;
}

const httpUrl = (address: string, base?: string): string | null => {
  const url = URL.parse(address, base);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 2_048 ? url.href : null;
};

/** The text of HTML: without tags, and with the characters that its references name. */
const withoutTags = (html: string): string =>
  withoutReferences(html.replaceAll(/<[^<>]{0,2000}>/g, ' ')).replaceAll(/\s+/g, ' ');

function toEntry({ title, link, id, summary, at, base }: Draft): FeedEntry | null {
  const url = (link === '' ? null : httpUrl(link, base)) ?? httpUrl(id);
  const name = id || link || title;
  if (name === '') return null;
  const time = Date.parse(at);
  return {
    id: cleanText(name).length > longestId || name.includes('\0') ? sha256(name) : name.toWellFormed(),
    title: cleanText(withoutTags(title)),
    summary: cleanText(withoutTags(summary)),
    url,
    at: Number.isNaN(time) ? null : new Date(time),
  };
}
