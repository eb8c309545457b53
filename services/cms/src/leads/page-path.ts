/** Longest path that is stored. */
const maxLength = 200;
const mayBePersonal = (text: string): boolean => /@|%40|\+?\d[\d\s().-]{6,}/i.test(text);

/**
 * The path of a page without possible personal data: query and fragment are dropped, and a part with an `@`
 * or with seven digits in a row is replaced by `*`.
 * @param url an absolute address
 * @returns null without an address, and for a path of more than 200 characters
 */
export function pagePath(url: string | undefined): string | null {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname;
  if (path === undefined) return null;
  const maskedPath = path
    .split('/')
    .map((part) => (mayBePersonal(decoded(part)) ? '*' : part))
    .join('/');
  return maskedPath.length > maxLength ? null : maskedPath;
}

/** A part of a path as a reader sees it; a part that cannot be decoded is taken for personal data. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '@';
  }
}

/** A campaign name; null for one that looks like an address or a phone number. */
export const campaignName = (name: string | undefined): string | null =>
  name === undefined || mayBePersonal(name) ? null : name;
