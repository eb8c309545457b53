/** Collects the kinds of tracks of an MP4 file while it arrives. */
export interface TrackCheck {
  /** Reads the next bytes. */
  add(chunk: Buffer): void;
  /** The handler types of all tracks that were found, for example `soun` and `vide`. */
  end(): ReadonlySet<string>;
}

/** Boxes whose content is boxes on the way to the handler of a track (ISO 14496-12 §8). */
const containers = new Set(['moov', 'trak', 'mdia']);
/** Boxes that are read; a file of a phone has some hundreds. */
const maxBoxes = 10_000;
/** Size, type and a size of 64 bits. */
const longHeader = 16;
/** Up to the end of the handler type (ISO 14496-12 §8.4.3). */
const handlerBytes = 20;

/**
 * The `moov` box of a file stands before or behind its data, and the data may be megabytes. So all boxes are passed as
 * they arrive, and no bytes are held but the header of a box.
 * @returns a check that finds nothing in a file of another kind
 */
export function checkTracks(): TrackCheck {
  const found = new Set<string>();
  let held = Buffer.alloc(0);
  let skipped = 0;
  let boxes = 0;

  /** The bytes that the next box takes of those that are held; null where more have to arrive. */
  const readBox = (): number | null => {
    if (held.length < 8) return null;
    const type = held.toString('latin1', 4, 8);
    const size = held.readUInt32BE(0);
    if (size === 1 && held.length < longHeader) return null;
    const length = size === 1 ? Number(held.readBigUInt64BE(8)) : size;
    if (containers.has(type)) return size === 1 ? longHeader : 8;
    if (type === 'hdlr') {
      if (held.length < handlerBytes) return null;
      found.add(held.toString('latin1', 16, handlerBytes));
    }
    // A box without a size lasts to the end of the file; a shorter one than its header is no box.
    return length < 8 ? Number.POSITIVE_INFINITY : length;
  };

  return {
    add(chunk) {
      const skip = Math.min(skipped, chunk.length);
      skipped -= skip;
      if (skip === chunk.length) return;
      held = Buffer.concat([held, chunk.subarray(skip)]);
      for (let taken = readBox(); taken !== null; taken = readBox()) {
        boxes += 1;
        if (boxes > maxBoxes) taken = Number.POSITIVE_INFINITY;
        skipped = Math.max(0, taken - held.length);
        held = held.subarray(Math.min(taken, held.length));
      }
    },
    end: () => found,
  };
}
