/** Addresses in texts of an archive that lead to other files of it. They are replaced when a text is written. */

/** A file of the archive: another text, or bytes. */
export interface ImportTarget {
  type: 'item' | 'file';
  /** Source id of its entry. */
  name: string;
}

const scheme = 'platform-import';

/** An address that stands for a file of the archive until its text is written. */
export const importAddress = ({ type, name }: ImportTarget): string =>
  `${scheme}:${type}/${encodeURIComponent(name).replaceAll(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`;

const pattern = new RegExp(`${scheme}:(item|file)/([\\w.%-]{1,6000})`, 'g');

/** The files that a text leads to. */
export const importTargets = (text: string): ImportTarget[] =>
  [...text.matchAll(pattern)].flatMap(([, type, name = '']) => targetOf(type, name) ?? []);

/** A text with addresses in place of those of {@link importAddress}. */
export const replaceImportAddresses = (text: string, replace: (target: ImportTarget) => string): string =>
  text.replaceAll(pattern, (whole, type: string, name: string) => {
    const target = targetOf(type, name);
    return target ? replace(target) : whole;
  });

function targetOf(type: string | undefined, name: string): ImportTarget | null {
  try {
    return { type: type === 'file' ? 'file' : 'item', name: decodeURIComponent(name) };
  } catch {
    return null;
  }
}
