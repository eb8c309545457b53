import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** Limits of sitemaps.org for one file, decoded. */
export const maxSitemapBytes = 50 * 1_048_576;
export const maxSitemapLocs = 50_000;

/**
 * What is wrong with the text of a sitemap: `not_xml` (a web page, a DOCTYPE, broken XML, an unreadable
 * gzip), `wrong_root` (neither `urlset` nor `sitemapindex`), `too_large` (over 50 MiB decoded, or over
 * 50,000 locs).
 */
export type SitemapFault = 'not_xml' | 'wrong_root' | 'too_large';

/** A version of a page in another language, as a sitemap names it. */
export interface Alternate {
  code: string;
  href: string;
}

/**
 * What was read; with a fault, what came before it. A text with an address in each line, and a feed (RSS, Atom) whose
 * items have links, are sitemaps too: https://www.sitemaps.org/protocol.html#otherformats.
 */
export interface SitemapText {
  kind: 'urlset' | 'sitemapindex' | 'feed' | 'text' | null;
  /** As they stand in the file, trimmed; at most 50,000. */
  locs: string[];
  /** Versions in other languages, by the index of the loc. */
  alternates: Map<number, Alternate[]>;
  fault: SitemapFault | null;
}

/** A sitemap has three levels; extensions have some more. */
const maxDepth = 20;
/** Text or attributes without an element in between; a loc has 2048 characters at most. */
const maxQuietBytes = 1_048_576;
/** Versions of one page, and of all pages of a file. */
const maxAlternates = 60;
const maxAllAlternates = 250_000;
/** Parsed in one turn of the event loop: a few milliseconds. */
const pieceBytes = 65_536;

class Fault extends Error {
  readonly fault: SitemapFault;
  constructor(fault: SitemapFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Reads one sitemap file. XML is read without its entities and DTDs: a DOCTYPE is a fault. Memory and depth
 * are bounded, and other work of the process gets its turn in between.
 * @param body the file, plain or as gzip, detected by its first bytes
 * @param contentType of the answer, for the charset
 */
export async function readSitemapFile(body: Buffer, contentType: string | null): Promise<SitemapText> {
  const result: SitemapText = { kind: null, locs: [], alternates: new Map(), fault: null };
  try {
    let parser: ReturnType<typeof createParser> | null = null;
    let decoder: TextDecoder | null = null;
    let size = 0;
    for await (const piece of piecesOf(body)) {
      size += piece.length;
      if (size > maxSitemapBytes) throw new Fault('too_large');
      const isFirst = decoder === null;
      decoder ??= decoderFor(piece, contentType);
      const text = decoder.decode(piece, { stream: true });
      // Blanks before the declaration are the commonest fault of generators; search engines forgive them.
      const start = isFirst ? text.trimStart() : text;
      parser ??= /^https?:/i.test(start) ? createLineParser(result) : createParser(result);
      parser.write(start, piece.length);
      await nextTurn();
    }
    parser ??= createParser(result);
    parser.write(decoder?.decode() ?? '', 0);
    parser.close();
  } catch (error) {
    result.fault = error instanceof Fault ? error.fault : 'not_xml';
  }
  return result;
}

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  if (!isGzip(body)) {
    for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
    return;
  }
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  pipeline(Readable.from([body]), gunzip, () => {});
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } finally {
    gunzip.destroy();
  }
}

/** Byte order mark, then the header (RFC 7303 §3), then the XML declaration; UTF-8 without any. */
function decoderFor(start: Buffer, contentType: string | null): TextDecoder {
  const marks: [string, string][] = [
    ['efbbbf', 'utf-8'],
    ['fffe', 'utf-16le'],
    ['feff', 'utf-16be'],
  ];
  const hex = start.subarray(0, 3).toString('hex');
  const marked = marks.find(([mark]) => hex.startsWith(mark))?.[1];
  const declaredCharset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(start.subarray(0, 200).toString('latin1'))?.[1];
  for (const label of [marked, declaredCharset, declared]) {
    try {
      if (label !== undefined) return new TextDecoder(label);
    } catch {
      // An unknown label says nothing.
    }
  }
  return new TextDecoder();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function addLoc(result: SitemapText, text: string): void {
  const loc = text.trim();
  if (loc === '') return;
  if (result.locs.length >= maxSitemapLocs) throw new Fault('too_large');
  result.locs.push(loc);
}

/** A text of addresses, one in each line. */
function createLineParser(result: SitemapText) {
  let line = '';
  result.kind = 'text';
  const addLine = (text: string) => {
    if (text.trim() !== '' && !URL.canParse(text.trim())) throw new Fault('not_xml');
    addLoc(result, text);
  };
  return {
    write(text: string, _bytes: number) {
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = lines.pop() ?? '';
      if (line.length > maxQuietBytes) throw new Fault('not_xml');
      for (const complete of lines) addLine(complete);
    },
    close: () => addLine(line),
  };
}

const feedRoots = new Set(['rss', 'feed', 'RDF']);
const feedItems = new Set(['item', 'entry']);

function createParser(result: SitemapText) {
  const parser = new SaxesParser();
  const path: string[] = [];
  let loc: string | null = null;
  let alternates: Alternate[] = [];
  let allAlternates = 0;
  let quietBytes = 0;
  parser.on('error', () => {
    throw new Fault('not_xml');
  });
  parser.on('doctype', () => {
    throw new Fault('not_xml');
  });

  const openRoot = (root: string): void => {
    if (feedRoots.has(root)) result.kind = 'feed';
    else if (root === 'urlset' || root === 'sitemapindex') result.kind = root;
    else throw new Fault('wrong_root');
  };
  /** Attributes of a `link`: of Atom, or `xhtml:link` with a language. */
  const readLink = (attributes: Record<string, string>): void => {
    const { rel = 'alternate', href, hreflang } = attributes;
    if (href === undefined || rel !== 'alternate') return;
    if (result.kind === 'feed') {
      if (hreflang === undefined) addLoc(result, href);
    } else if (hreflang !== undefined && alternates.length < maxAlternates && allAlternates < maxAllAlternates) {
      alternates.push({ code: hreflang.trim(), href: href.trim() });
      allAlternates += 1;
    }
  };
  parser.on('opentag', ({ name, attributes }) => {
    quietBytes = 0;
    const local = localName(name);
    if (path.length >= maxDepth) throw new Fault('not_xml');
    if (path.length === 0) openRoot(local);
    path.push(local);
    const parent = path.at(-2) ?? '';
    if (result.kind === 'feed') {
      if (local !== 'link' || !feedItems.has(parent)) return;
      loc = '';
      readLink(attributes as Record<string, string>);
      return;
    }
    const item = result.kind === 'urlset' ? 'url' : 'sitemap';
    if (path.length === 2 && local === item) alternates = [];
    if (path.length !== 3 || parent !== item) return;
    // `image:loc` and its like are one level deeper.
    if (local === 'loc') loc = '';
    if (local === 'link') readLink(attributes as Record<string, string>);
  });
  const addText = (text: string) => {
    if (loc !== null) loc += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    quietBytes = 0;
    path.pop();
    const local = localName(name);
    if (loc !== null && (local === 'loc' || local === 'link')) {
      addLoc(result, loc);
      loc = null;
    }
    if (path.length === 1 && local === 'url' && alternates.length > 0 && result.locs.length > 0)
      result.alternates.set(result.locs.length - 1, alternates);
  });
  return {
    write(text: string, bytes: number) {
      parser.write(text);
      quietBytes += bytes;
      if (quietBytes > maxQuietBytes) throw new Fault('not_xml');
    },
    close() {
      parser.close();
    },
  };
}
