import { isAssetPath } from './urls.ts';

/** Host of the pages of a site without an address: paths on it stay paths. */
const noHost = 'http://site.invalid';

/** Where a rendered text is shown. */
export interface TextContext {
  /** Public address of the platform, without a final slash; uploaded files are under it. */
  platform: string;
  /** Address of the page of the text, or only its path where the site has no address. */
  page: string;
  /** Put before each id, and before each link to one, so that ids of several texts on one page are unique. */
  idPrefix?: string | undefined;
  /** Links to anchors name the page, too: for feeds. */
  hasPageAnchors?: boolean | undefined;
}

/** An element that may have an address, or an id. Text and values of attributes have no angle bracket. */
const addressed = /<(?:a|audio|img|video) [^<>]*>/g;
const named = /<[a-z][a-z\d]* [^<>]*>/g;
/** Attributes in their order, so that no value is read as an attribute. */
const attribute = / ([\w:-]+)="([^"]*)"/g;

const decode = (value: string): string =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const encode = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Rendered html with absolute addresses: uploaded files at the platform, paths at the site, relative ones at the page. The
 * stored html has none of them, so a change of a host or of a template of addresses is seen at once. Linear in the length.
 * @param html as `Renderer` writes it: text and values are escaped
 */
export function resolveHtml(html: string, context: TextContext): string {
  const page = URL.parse(context.page, noHost);
  return html.replaceAll(context.idPrefix === undefined ? addressed : named, (tag) =>
    tag.replaceAll(attribute, (written, name: string, value: string) => {
      if (name === 'href' || name === 'src' || name === 'poster')
        return ` ${name}="${encode(resolveAddress(decode(value), page, context))}"`;
      if (name === 'srcset') return ` srcset="${encode(resolveCandidates(decode(value), page, context))}"`;
      return name === 'id' && context.idPrefix !== undefined ? ` id="${encode(context.idPrefix)}${value}"` : written;
    }),
  );
}

const mediaPlayer = /<(audio|video) [^<>]*>(<a [^<>]*>[^<>]*<\/a>)<\/\1>/g;

/** Rendered html with links in place of the players of uploaded files, for readers that play nothing. */
export const withMediaLinks = (html: string): string =>
  html.replaceAll(mediaPlayer, (_, _element, link: string) => link);

/** An address of a rendered text as its readers need it. */
function resolveAddress(address: string, page: URL | null, context: TextContext): string {
  if (address.startsWith('#')) {
    const anchor =
      context.idPrefix === undefined || address === '#' ? address : `#${context.idPrefix}${address.slice(1)}`;
    return context.hasPageAnchors && page ? printAddress(new URL(anchor, page.href)) : anchor;
  }
  if (isAssetPath(address)) return `${context.platform}${address}`;
  if (/^[a-z][a-z\d+.-]*:/i.test(address) || !page) return address;
  const url = URL.parse(address, page.href);
  // What leaves the site here would be no path.
  return url?.origin === page.origin ? printAddress(url) : address;
}

/** A path that begins with two slashes would name another host. */
const printAddress = ({ href }: URL): string =>
  href.startsWith(`${noHost}/`) ? href.slice(noHost.length).replace(/^\/{2,}/, '/') : href;

const resolveCandidates = (srcset: string, page: URL | null, context: TextContext): string =>
  srcset
    .split(', ')
    .map((candidate) => {
      const [address = '', ...width] = candidate.split(' ');
      return [resolveAddress(address, page, context), ...width].join(' ');
    })
    .join(', ');
