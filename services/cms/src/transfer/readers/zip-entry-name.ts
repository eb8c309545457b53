import { type Entry, getFileNameLowLevel } from 'yauzl';

/** Bit 11 of the general purpose flags: the name is UTF-8 (APPNOTE.TXT 4.4.4). */
const utf8Flag = 0x800;
/** Header ID of the Info-ZIP Unicode Path extra field (APPNOTE.TXT 4.6.9). */
const unicodePath = 0x7075;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const cp866 = new TextDecoder('ibm866');

/** A letter of Cyrillic beside a letter of Latin: no word of a language has both. */
const mixedWord = /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u;

/**
 * The name of a file in an archive, by what its writer does: the UTF-8 flag or the Unicode path field where there is
 * one; raw UTF-8 (`zip` of Unix and the Finder of macOS set no flag); CP866 (Explorer of a Russian Windows); CP437, which
 * the format means without a flag. Pure.
 */
export function zipEntryName({
  fileNameRaw,
  generalPurposeBitFlag,
  extraFields,
}: Pick<Entry, 'fileNameRaw' | 'generalPurposeBitFlag' | 'extraFields'>): string {
  const declared = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const isAscii = fileNameRaw.every((byte) => byte < 0x80);
  // A field whose checksum is not that of the name is out of date, and does not count.
  const isInField = extraFields.some(({ id, data }) => id === unicodePath && data.toString('utf8', 5) === declared);
  const isDeclared = (generalPurposeBitFlag & utf8Flag) !== 0 || isInField;
  if (isAscii || isDeclared) return declared;
  try {
    return utf8.decode(fileNameRaw);
  } catch {
    const russian = cp866.decode(fileNameRaw);
    const isRussian = /^[\p{Script=Cyrillic}\p{ASCII}№«»–—]+$/u.test(russian) && !mixedWord.test(russian);
    return isRussian ? russian : declared;
  }
}
