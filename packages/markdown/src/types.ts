import type { EmbedProvider } from './videos.ts';

export interface TocEntry {
  id: string;
  text: string;
  /** 2 to 4. */
  level: number;
}

export interface RenderOptions {
  /** Providers whose lone video addresses become players. */
  embed_providers: readonly EmbedProvider[];
}

export interface Rendered {
  html: string;
  /** Headings of the levels 2 to 4 that have a text, in the order of the document; the first 1,000. */
  toc: TocEntry[];
  has_h1: boolean;
  /** Text without markup, a line for each block; the marks of footnotes are left out. */
  plain_text: string;
  /** Texts of all headings, a line for each. */
  headings_text: string;
  words: number;
  /** Different targets of links as the html has them; those between a footnote and its mark are left out. */
  links: string[];
  /** Different addresses of images as the html has them. */
  images: string[];
}
