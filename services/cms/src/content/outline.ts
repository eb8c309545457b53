import type { Rendered } from '@platform/markdown';

/** Headings and length of a text, as a publication stores them. */
export interface Outline {
  /** Version of the renderer that made the html; texts of before it was written have none. */
  renderer?: number;
  toc: Rendered['toc'];
  has_h1: boolean;
  reading_minutes: number;
  /** The beginning of the text without markup, for descriptions. */
  lead: string;
}
