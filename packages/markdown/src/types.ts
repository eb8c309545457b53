import type { MediaFacts } from './media.ts';
import type { EmbedProvider } from './videos.ts';

export interface TocEntry {
  id: string;
  text: string;
  /** 2 to 4. */
  level: number;
}

/** What is known of an uploaded image. */
export interface ImageFacts {
  width: number;
  height: number;
  /** The same image in other widths. */
  variants: readonly { path: string; width: number }[];
}

export interface RenderOptions {
  /** Providers whose lone video addresses become players. */
  embed_providers: readonly EmbedProvider[];
  /** Language of the text (BCP 47), English by default. It has its own quotes and titles of alerts. */
  locale?: string;
  /** Straight quotes, `--` and `...` become those of the language. */
  typographic_quotes?: boolean;
  /** Facts of uploaded images, by their paths (`/assets/cms/…`). */
  images?: Readonly<Record<string, ImageFacts>>;
  /** Facts of uploaded audio and video files, by their paths. */
  media?: Readonly<Record<string, MediaFacts>>;
}

/** What readers do not get as its author wrote it. */
export interface RenderWarning {
  code: 'link_dropped' | 'image_dropped' | 'anchor_missing' | 'html_dropped';
  message: string;
  /** Line of the Markdown text, or of the html of a banner, from 1. */
  line: number;
}

/** A banner as readers get it. */
export interface RenderedBanner {
  html: string;
  /** In the order of the html; the first 100. */
  warnings: RenderWarning[];
}

export interface Rendered {
  html: string;
  /** Headings of the levels 2 to 4 that have a text, in the order of the document; the first 1,000. */
  toc: TocEntry[];
  /** Whether the text starts with a heading of level 1: nothing that readers see is before it, and it has a text. */
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
  /** In the order of the text; the first 100. */
  warnings: RenderWarning[];
}
