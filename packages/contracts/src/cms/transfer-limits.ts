/** Bytes of the longest file that an import takes. */
export const maxImportBytes = 100 * 1_048_576;
/** Files in an archive, and bytes of all of them when they are inflated. */
export const maxArchiveEntries = 5_000;
export const maxArchiveBytes = 500 * 1_048_576;
/** Texts, files and the like of one import. */
export const maxImportEntries = 20_000;
/** Images that one import fetches. */
export const maxFetchedImages = 500;
