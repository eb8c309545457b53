/** A part of a file, both ends included; less at its end, null where the file has no bytes there. */
export type ReadRange = (start: number, end: number) => Promise<Buffer | null>;

/** Width and height of moving pictures in pixels; nulls where the file does not say them in the usual way. */
export type MediaSize = { width: number; height: number } | { width: null; height: null };

const none: MediaSize = { width: null, height: null };

/** A larger one is no size of a page. */
const maxSide = 16_384;
/** Boxes of the first level that are passed by. */
const maxBoxes = 100;
/** The boxes with the tracks of a film of hours are shorter, and the first track is at their beginning. */
const maxMovieBytes = 1_048_576;

const sizeOf = (width: number, height: number): MediaSize =>
  width >= 1 && height >= 1 && width <= maxSide && height <= maxSide
    ? { width: Math.round(width), height: Math.round(height) }
    : none;

interface Box {
  type: string;
  /** Where its content begins and the box ends. */
  start: number;
  end: number;
}

/** Header of a box (ISO 14496-12 §4.2); null for bytes that are none. */
function readBox(bytes: Buffer, at: number, offset = at): Box | null {
  if (at + 8 > bytes.length) return null;
  const short = bytes.readUInt32BE(at);
  const isLong = short === 1;
  if (isLong && at + 16 > bytes.length) return null;
  const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? Number.MAX_SAFE_INTEGER : short;
  const header = isLong ? 16 : 8;
  return size < header
    ? null
    : { type: bytes.toString('latin1', at + 4, at + 8), start: offset + header, end: offset + size };
}

function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start, count = 0; at < end && count < maxBoxes; count += 1) {
    const box = readBox(bytes, at);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/**
 * Size of the first track of an MP4 file that has one, as it is shown: a recording of a phone that was held upright is
 * turned by the matrix of its track (ISO 14496-12 §8.3.2).
 */
export async function mp4Size(read: ReadRange): Promise<MediaSize> {
  for (let at = 0, count = 0; count < maxBoxes; count += 1) {
    const head = await read(at, at + 15);
    const box = head && readBox(head, 0, at);
    if (!box) return none;
    if (box.type === 'moov') {
      const movie = await read(box.start, Math.min(box.end, box.start + maxMovieBytes) - 1);
      return movie ? sizeOfTracks(movie) : none;
    }
    at = box.end;
  }
  return none;
}

function sizeOfTracks(movie: Buffer): MediaSize {
  for (const track of boxesIn(movie, 0, movie.length)) {
    if (track.type !== 'trak') continue;
    for (const { type, start, end } of boxesIn(movie, track.start, Math.min(track.end, movie.length))) {
      if (type !== 'tkhd' || end > movie.length) continue;
      // Matrix, width and height are the last 44 bytes, in both versions of the box.
      const at = end - 44;
      if (at < start) continue;
      const [width, height] = [movie.readUInt32BE(end - 8) / 65_536, movie.readUInt32BE(end - 4) / 65_536];
      const isTurned = movie.readInt32BE(at) === 0 && movie.readInt32BE(at + 4) !== 0;
      const size = isTurned ? sizeOf(height, width) : sizeOf(width, height);
      if (size.width !== null) return size;
    }
  }
  return none;
}

/** Elements of WebM (RFC 9559) with the first track in them. */
const containers = new Set([0x18538067, 0x1654ae6b, 0xae, 0xe0]);
const pixelWidth = 0xb0;
const pixelHeight = 0xba;

/** Size of the first video track of a WebM file, whose tracks are near its beginning. */
export function webmSize(head: Buffer): MediaSize {
  let width = 0;
  for (let at = 0; at < head.length; ) {
    const id = readNumber(head, at, true);
    const size = id && readNumber(head, at + id.length, false);
    if (!id || !size) return none;
    const start = at + id.length + size.length;
    if (containers.has(id.value)) {
      at = start;
      continue;
    }
    if (id.value === pixelWidth || id.value === pixelHeight) {
      if (size.value < 1 || size.value > 4 || start + size.value > head.length) return none;
      const side = head.readUIntBE(start, size.value);
      if (id.value === pixelWidth) width = side;
      else return sizeOf(width, side);
    }
    at = start + size.value;
  }
  return none;
}

/** A number of variable length (RFC 8794 §4); an id keeps the mark of its length. */
function readNumber(bytes: Buffer, at: number, isId: boolean): { value: number; length: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > (isId ? 4 : 8) || at + length > bytes.length) return null;
  let value = isId ? first : first & (0xff >> length);
  for (let next = at + 1; next < at + length; next += 1) value = value * 256 + (bytes[next] ?? 0);
  return { value, length };
}
