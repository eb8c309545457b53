import { RefusedFileError } from '../entry.ts';

/** Levels of objects and lists that a file may have; what we read has six. */
const maxDepth = 64;

const [quote, backslash] = [0x22, 0x5c];

/** Counts levels of JSON over pieces of a text. Pure but for its own state. */
export function depthGuard(): (piece: Uint8Array) => void {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === 0x5b || byte === 0x7b) {
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
