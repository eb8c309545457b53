import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '@platform/runtime';
import { SaxesParser } from 'saxes';
import { cleanText } from '../channels/channel-inbox.ts';

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
type Draft = Record<Field, string>;

/**
 * Reads the newest entries of a feed. XML is read without its entities and DTDs: a DOCTYPE is refused.
 * @param body the feed, UTF-8
 * @returns at most 200 entries, as they stand in the feed
 * @throws NotAFeedError
 */
export async function readFeed(body: Buffer): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  const parser = createParser(entries);
  const text = new TextDecoder().decode(body).trimStart();
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

function createParser(entries: FeedEntry[]): SaxesParser {
  const parser = new SaxesParser();
  const path: string[] = [];
  let draft: Draft | null = null;
  let elementText = '';
  const refuse = () => {
    throw new NotAFeedError();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (path.length > maxDepth || (path.length === 1 && !['rss', 'feed', 'rdf:RDF'].includes(name))) refuse();
    if (name === 'item' || name === 'entry') draft = { title: '', link: '', id: '', summary: '', at: '' };
    const { href, rel = 'alternate' } = attributes as Record<string, string>;
    if (draft && name === 'link' && href !== undefined && rel === 'alternate') draft.link = href;
    elementText = '';
  });
  const add = (text: string) => {
    elementText += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    path.pop();
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

const httpUrl = (address: string): string | null => {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 2_048 ? url.href : null;
};

/** The text of HTML: without tags, and with the five entities that XML has. */
const withoutTags = (html: string): string =>
  html
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll(/&nbsp;|&#160;/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

function toEntry({ title, link, id, summary, at }: Draft): FeedEntry | null {
  const url = httpUrl(link) ?? httpUrl(id);
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
