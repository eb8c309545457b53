/** Browsers drop some of these inside of an URL, and read a backslash as a slash. */
const misread = /[\s\p{Cc}\p{Cf}\\]/u;

/** Assets of sites: names without `..`, `//` and percent encoding. */
const assetPath = /^\/assets\/cms\/[\w-]+(?:[./][\w-]+)*$/;

const isWebAddress = (url: string): boolean => /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url);

/**
 * Target of a link that may be published: http, https, mailto, tel or a path of the site.
 * @returns the target without outer white space, or null
 */
export function safeTarget(value: string): string | null {
  const target = value.trim();
  if (misread.test(target)) return null;
  const isPath = target.startsWith('/') && !target.startsWith('//');
  return isPath || /^(?:mailto|tel):[^/]/i.test(target) || isWebAddress(target) ? target : null;
}

/** As `safeTarget`; an anchor in the same text (`#…`) is a target, too. */
export function safeTargetOfText(value: string): string | null {
  const target = value.trim();
  return target.startsWith('#') && !misread.test(target) ? target : safeTarget(target);
}

/**
 * Address of an image that may be published: http, https or an asset of a site.
 * @returns the address without outer white space, or null
 */
export function safeImage(value: string): string | null {
  const address = value.trim();
  return !misread.test(address) && (assetPath.test(address) || isWebAddress(address)) ? address : null;
}

/** Whether a link leads to a host by name, which may be a foreign one. */
export const namesHost = (target: string): boolean => /^https?:/i.test(target);
