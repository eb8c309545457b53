import type { Fetched } from '../crawl/fetched.ts';
import type { Letters } from './scan-words.ts';

/** An answer without its body: what the crawler retains of a URL. */
export type FetchedFacts = Omit<Fetched, 'body'>;

export interface CharsetFacts {
  /** WHATWG name of the encoding that decoded the page, in lower case. */
  used: string;
  source: 'bom' | 'header' | 'meta' | 'utf8' | 'fallback';
  /** Encoding of `Content-Type`; null when absent or unknown. */
  header: string | null;
  /** Encoding of the meta prescan; null when absent. */
  meta: string | null;
  /** Characters that could not be decoded: U+FFFD stands in their place. */
  replaced: number;
  is_valid_utf8: boolean;
  has_high_bytes: boolean;
}

/** Directives of one `meta robots` or one part of `X-Robots-Tag`. */
export interface RobotsDirectives {
  /** `*`, or the product token in lower case: `googlebot`, `yandex`. */
  agent: string;
  source: 'meta' | 'header';
  directives: string[];
  /** The date as it stands there. */
  unavailable_after: string | null;
}

export interface Canonical {
  href: string;
  /** Absolute address; null when the value is no URL. */
  url: string | null;
  place: 'head' | 'body' | 'header';
  is_absolute: boolean;
}

export interface Hreflang {
  code: string;
  url: string | null;
  source: 'head' | 'header';
}

export interface Heading {
  text: string;
  is_visible: boolean;
}

export interface ImageFacts {
  /** Reference, see {@link absolute}. */
  src: string;
  /** Text of `alt`; null without the attribute. */
  alt: string | null;
  /** It is the whole content of a link. */
  linked?: true;
  /** Hero image by its class, its priority or `og:image`. */
  cover?: true;
}

export interface JsonLdProblem {
  /** JSON pointer inside the block, the index of the block in front: `/0/itemListElement/1/position`. */
  pointer: string;
  code:
    | 'parse_error'
    | 'top_level'
    | 'context'
    | 'type'
    | 'required'
    | 'date'
    | 'value'
    | 'url'
    | 'position'
    | 'unknown'
    | 'recommended';
  detail: string;
}

/** A barrier for people that the HTML alone shows. */
export interface AccessibilityFault {
  code: 'control_unlabelled' | 'button_unnamed' | 'link_unnamed' | 'frame_untitled' | 'zoom_blocked';
  selector: string;
  /** Name or address of the element. */
  snippet: string;
}

export interface MixedContent {
  kind: 'active' | 'passive';
  element: string;
  url: string;
}

export interface FormField {
  tag: 'input' | 'select' | 'textarea';
  type: string;
  name: string;
  label: string;
  placeholder: string;
  autocomplete: string;
  is_required: boolean;
  is_hidden: boolean;
}

export interface FormCheckbox {
  name: string;
  label: string;
  is_required: boolean;
  is_checked: boolean;
  /** References of the links in the label. */
  links: string[];
}

/** A `<form>`, or fields outside of one with a button beside them. Names and labels, never values. */
export interface FormFacts {
  selector: string;
  is_form_element: boolean;
  method: string;
  /** Reference of `action`; null without one. */
  action: string | null;
  role: string | null;
  fields: FormField[];
  checkboxes: FormCheckbox[];
  buttons: string[];
  /** Text of the form, 300 code points at most. */
  text: string;
  /** References of all links in the form. */
  links: string[];
}

export interface Resource {
  kind: 'script' | 'iframe' | 'inline' | 'pixel';
  /** Host and path without query. */
  address: string;
}

/**
 * What a page says, as JSON without its HTML. Lengths are code points after trim and collapsed whitespace.
 */
export interface PageFacts {
  /** Address that answered; base of the references. */
  url: string;
  charset: CharsetFacts;
  titles: string[];
  descriptions: string[];
  robots: RobotsDirectives[];
  canonicals: Canonical[];
  hreflang: Hreflang[];
  /** Where an instant `meta` refresh leads to: reference of another page. Absent in facts of a former release. */
  refresh?: string | null;
  lang: string | null;
  viewport: string | null;
  og: Record<string, string>;
  /** `<meta name="platform-revision">`: the revision of the item of the cms that the page shows. */
  revision: string | null;
  h1s: Heading[];
  /** `"2 Text"`: level and start of the text, 20 at most. */
  headings: string[];
  /** Words of the main text: `main`, else `article`, else the body without its frame. */
  words: number;
  body_words: number;
  /** Start of the main text, 200 code points. */
  text_start: string;
  /** Letters of the body by script. */
  letters: Letters;
  text_hash: string;
  /** 64 bins of 16 bits, base64; null below 100 words. */
  min_hash: string | null;
  /** References of the links to the own host, each once. */
  own_links: string[];
  own_nofollow: string[];
  external_links: string[];
  external_nofollow: string[];
  footer_links: string[];
  /** Links beyond the limit of 5,000. */
  links_dropped: number;
  images: ImageFacts[];
  json_ld: { blocks: number; types: string[]; problems: JsonLdProblem[] };
  /** Last segment of each `itemtype`, and each `typeof` of RDFa. */
  microdata: string[];
  mixed: MixedContent[];
  /** Absent in facts of a former release. */
  accessibility?: AccessibilityFault[];
  upgrades_insecure: boolean;
  has_article: boolean;
  /** `main` or `article` is on the page. */
  has_main: boolean;
  /** Less than 50 words, a root element of an application and a module script. */
  is_shell: boolean;
  forms: FormFacts[];
  resources: Resource[];
}

/** Count of code points. */
export const lengthOf = (text: string): number => [...text].length;

/** Characters that take two columns in a list of results: those of Chinese, Japanese and Korean. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes: one for a code point, two for a wide one (UAX #11). */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

/** Text with collapsed whitespace, cut to a number of code points. */
export function clean(text: string, limit = 300): string {
  // The begin of a long text is enough, where it holds more than the limit of surrogate pairs.
  if (text.length > 8 * limit) {
    const begin = text
      .slice(0, 4 * limit)
      .replace(/\s+/g, ' ')
      .trimStart();
    if (begin.length > 2 * limit) return [...begin].slice(0, limit).join('');
  }
  const collapsed = text.replace(/\s+/g, ' ').trim();
  return collapsed.length <= limit ? collapsed : [...collapsed].slice(0, limit).join('');
}

/**
 * Reference that stands for an address in the facts: the path for the own origin, else the whole address.
 * It is short for most links of a page.
 */
export function referenceTo(url: URL, origin: string): string {
  if (url.origin !== origin || url.pathname.startsWith('//')) return url.href;
  return url.pathname + url.search;
}

/** Absolute address of a reference in the facts. */
export const absolute = (reference: string, facts: Pick<PageFacts, 'url'>): string =>
  reference.startsWith('/') ? new URL(facts.url).origin + reference : reference;

/** Host without `www.`: both names are one site. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');
