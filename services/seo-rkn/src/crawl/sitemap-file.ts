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

/** What was read; with a fault, what came before it. */
export interface SitemapText {
  kind: 'urlset' | 'sitemapindex' | null;
  /** As they stand in the file, trimmed; at most 50,000. */
  locs: string[];
  fault: SitemapFault | null;
}

/** A sitemap has three levels; extensions have some more. */
const maxDepth = 20;
/** Text or attributes without an element in between; a loc has 2048 characters at most. */
const maxQuietBytes = 1_048_576;
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
  const result: SitemapText = { kind: null, locs: [], fault: null };
  try {
    const parser = createParser(result);
    let decoder: TextDecoder | null = null;
    let size = 0;
    for await (const piece of piecesOf(body)) {
      size += piece.length;
      if (size > maxSitemapBytes) throw new Fault('too_large');
      const isFirst = decoder === null;
      decoder ??= decoderFor(piece, contentType);
      const text = decoder.decode(piece, { stream: true });
      // Blanks before the declaration are the commonest fault of generators; search engines forgive them.
      parser.write(isFirst ? text.trimStart() : text, piece.length);
      await nextTurn();
    }
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

function createParser(result: SitemapText) {
  const parser = new SaxesParser();
  const path: string[] = [];
  let loc: string | null = null;
  let quietBytes = 0;
  parser.on('error', () => {
    throw new Fault('not_xml');
  });
  parser.on('doctype', () => {
    throw new Fault('not_xml');
  });
  parser.on('opentag', ({ name }) => {
    quietBytes = 0;
    const local = localName(name);
    if (path.length >= maxDepth) throw new Fault('not_xml');
    if (path.length === 0) {
      if (local !== 'urlset' && local !== 'sitemapindex') throw new Fault('wrong_root');
      result.kind = local;
    }
    path.push(local);
    // `image:loc` and its like are one level deeper.
    const parent = result.kind === 'urlset' ? 'url' : 'sitemap';
    if (path.length === 3 && local === 'loc' && path[1] === parent) loc = '';
  });
  const addText = (text: string) => {
    if (loc !== null) loc += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    quietBytes = 0;
    path.pop();
    if (loc === null || path.length !== 2) return;
    const text = loc.trim();
    loc = null;
    if (text === '') return;
    if (result.locs.length >= maxSitemapLocs) throw new Fault('too_large');
    result.locs.push(text);
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
