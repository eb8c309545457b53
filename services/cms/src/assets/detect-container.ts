/** Types of files with parts inside, known by their first bytes. Nothing in them is opened or run. */
export type ContainerType = (typeof containerTypes)[number];
const containerTypes = [
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'video/3gpp',
  'video/webm',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/amr',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
] as const;

/** Brands of the first box (ISO 14496-12 §4.3; the registry is https://mp4ra.org/registered-types/brands). */
const brands: readonly (readonly [RegExp, ContainerType])[] = [
  [/^(?:heic|heix|heim|heis|hevc|hevx|hevm|hevs)$/, 'image/heic'],
  [/^(?:mif1|msf1)$/, 'image/heif'],
  [/^M4[AB] $/, 'audio/mp4'],
  [/^qt {2}$/, 'video/quicktime'],
  [/^3g[0-9a-z]{2}$/, 'video/3gpp'],
  [/^(?:isom|iso[2-9a-c]|avc1|mp4[12]|M4V[ HP]|MSNV|mmp4|dash)$/, 'video/mp4'],
];

/** Directories of Office Open XML (ECMA-376 part 2) with the main part of a document. */
const officeFolders: readonly (readonly [string, ContainerType])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/** Bytes of the end of a file that its type is detected from: the directories of thousands of parts. */
const tailBytes = 262_144;

/** Holds the last {@link tailBytes} of a file while it arrives, and about one chunk more. */
export function collectTail(): { add(chunk: Buffer): void; end(): Buffer } {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add(chunk) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      while (length - (chunks[0]?.length ?? length) >= tailBytes) length -= chunks.shift()?.length ?? 0;
    },
    end: () => Buffer.concat(chunks).subarray(Math.max(0, length - tailBytes)),
  };
}

/** What of a file says which container it is. */
export interface ContainerParts {
  /** The first bytes of the file. */
  head: Buffer;
  /** Its last bytes, as {@link collectTail} has them. */
  tail: Buffer;
  /** Bytes of the whole file. */
  size: number;
  /** Handler types of the tracks of an MP4 file. */
  tracks: ReadonlySet<string>;
}

/**
 * The type of a container, from its content alone.
 * @returns null for any other file; an archive that is no office document is one of them
 */
export function detectContainer(parts: ContainerParts): ContainerType | null {
  const { head } = parts;
  const at = (from: number, to: number) => head.toString('latin1', from, to);
  if (at(4, 8) === 'ftyp') return mediaTypeOf(at(8, 12), parts.tracks);
  if (at(0, 4) === 'PK\x03\x04') return officeTypeOf(parts);
  // Matroska (RFC 8794): the document type stands in the first bytes of the EBML header.
  if (at(0, 4) === '\x1aE\xdf\xa3') return at(4, 64).includes('webm') ? 'video/webm' : null;
  if (at(0, 4) === 'OggS') return 'audio/ogg';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WAVE') return 'audio/wav';
  if (at(0, 5) === '#!AMR') return 'audio/amr';
  return isMpegAudio(head) ? 'audio/mpeg' : null;
}

/** The brands of MP4 and 3GPP say nothing about what is inside: recorders of phones write sound with them. */
function mediaTypeOf(name: string, tracks: ReadonlySet<string>): ContainerType | null {
  const type = brands.find(([brand]) => brand.test(name))?.[1] ?? null;
  const isSound = tracks.has('soun') && !tracks.has('vide');
  return isSound && (type === 'video/mp4' || type === 'video/3gpp') ? 'audio/mp4' : type;
}

/** An ID3v2 tag, or a frame of layer III (ISO 11172-3) with a valid bit rate and sampling rate. */
function isMpegAudio(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === 'ID3') return true;
  const [first = 0, second = 0, third = 0] = head;
  const isFrame = first === 0xff && (second & 0xe6) === 0xe2;
  return isFrame && third >> 4 !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/**
 * The office document that a ZIP archive is. OpenDocument has its type as the content of the first entry; Office Open XML
 * begins with `[Content_Types].xml`, or with one of its folders.
 */
function officeTypeOf({ head, tail, size }: ContainerParts): ContainerType | null {
  const text = head.toString('latin1');
  if (text.startsWith('mimetype', 30)) {
    const type = text.slice(38, 38 + 80);
    return containerTypes.find((one) => one.startsWith('application/vnd.oasis') && startsAsWord(type, one)) ?? null;
  }
  const names = directoryNames(tail, size) ?? entryNames(head);
  const isOffice = names.some((name) => /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/)/.test(name));
  return (isOffice && officeFolders.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1]) || null;
}

/** `…opendocument.text` is no `…opendocument.text-template`. */
const startsAsWord = (text: string, word: string): boolean => text.startsWith(word) && text[word.length] !== '-';

/**
 * Names of the entries in the directory at the end of an archive (APPNOTE 4.3.12, 4.3.16). Of a directory that is longer
 * than the tail, the entries in it.
 * @returns null where the archive ends without a directory
 */
function directoryNames(tail: Buffer, size: number): string[] | null {
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) return null;
  const isEntry = (at: number) => at >= 0 && tail.toString('latin1', at, at + 4) === 'PK\x01\x02';
  // Something may stand before the archive, or between its directory and its end.
  const starts = [end - tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16) - (size - tail.length)];
  let at = starts.find(isEntry) ?? tail.indexOf('PK\x01\x02', 0, 'latin1');
  const names: string[] = [];
  while (isEntry(at) && at + 46 <= end) {
    const [name, extra, comment] = [28, 30, 32].map((field) => tail.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    names.push(tail.toString('latin1', at + 46, at + 46 + Math.min(name, 100)));
    at += 46 + name + extra + comment;
  }
  return names.length === 0 ? null : names;
}

/** Names of the entries whose headers are among the first bytes (APPNOTE 4.3.7). */
function entryNames(head: Buffer): string[] {
  const names: string[] = [];
  for (let at = head.indexOf('PK\x03\x04', 0, 'latin1'); at >= 0; at = head.indexOf('PK\x03\x04', at + 4, 'latin1')) {
    if (at + 30 > head.length) break;
    names.push(head.toString('latin1', at + 30, Math.min(at + 30 + head.readUInt16LE(at + 26), at + 130)));
  }
  return names;
}
