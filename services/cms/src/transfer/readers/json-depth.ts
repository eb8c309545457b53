import { RefusedFileError } from '../entry.ts';

/** Levels of objects and lists that a file may have; what we read has six. */
const maxDepth = 64;
/** Bytes of one text. A parser collects it outside of the memory that a thread is limited to. */
const maxTextBytes = 5_000_000;

const [quote, backslash] = [0x22, 0x5c];

/** Counts levels of JSON, and bytes of its texts, over pieces of a file. Pure except for its own state. */
export function depthGuard(): (piece: Uint8Array) => void {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let length = 0;
  return (piece) => {
    for (const byte of piece) {
      if (isText) {
        length += 1;
        if (length > maxTextBytes) throw new RefusedFileError('json_unreadable', 'A text in the file is too long.');
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) {
        isText = true;
        length = 0;
      } else if (byte === 0x5b || byte === 0x7b) {
        depth += 1;
        if (depth > maxDepth)
          throw new RefusedFileError(
            'json_too_deep',
            `The file has more than ${maxDepth} levels of lists and objects.`,
          );
      } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    }
  };
}

/** @throws RefusedFileError for a text with more levels than a parser should follow */
export const assertShallow = (text: Uint8Array): void => depthGuard()(text);
