/** Browsers drop some of these inside of an URL, and read a backslash as a slash. */
const misread = /[\s\p{Cc}\p{Cf}\\]/u;

/** Assets of sites: names without `..`, `//` and percent encoding. */
const assetPath = /^\/assets\/cms\/[\w-]+(?:[./][\w-]+)*$/;

/** A scheme, or a host without one. */
const leavesSite = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

const isWebAddress = (url: string): boolean => /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url);

/** Whether an address is the path of an uploaded file. */
export const isAssetPath = (address: string): boolean => assetPath.test(address);

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

/**
 * As `safeTarget`; an anchor in the same text (`#…`) and a target relative to the page of the text (`../prices`, `?tab=2`)
 * are targets, too.
 */
export function safeTargetOfText(value: string): string | null {
  const target = value.trim();
  const isOfPage = target !== '' && !leavesSite.test(target) && !misread.test(target);
  return isOfPage ? target : safeTarget(target);
}

/**
 * Address of an image that may be published: http, https, an asset of a site, or a path of the site or of the page.
 * @returns the address without outer white space, or null
 */
export function safeImage(value: string): string | null {
  const address = value.trim();
  if (address === '' || misread.test(address)) return null;
  if (address.startsWith('/assets/cms/')) return assetPath.test(address) ? address : null;
  return !leavesSite.test(address) || isWebAddress(address) ? address : null;
}

/** Address of an image of a banner, which has no page of its own: http, https or an asset of a site. */
export function safeBannerImage(value: string): string | null {
  const address = safeImage(value);
  return address !== null && (isAssetPath(address) || isWebAddress(address)) ? address : null;
}

/** Whether a link leads to a host by name, which may be a foreign one. */
export const namesHost = (target: string): boolean => /^https?:/i.test(target);
