import type { ContentKind } from '@platform/contracts';
import type { BatchLoader } from '@platform/runtime';
import type { ServedAsset } from '../assets/serve-file.ts';
import type { Outline } from '../content/outline.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { ImageSource } from './image-source.ts';

/** A site as far as addresses, heads and views of its texts need it. */
export type AddressedSite = Pick<SiteRow, 'name' | 'website_url' | 'url_templates' | 'default_locale' | 'timezone'>;

/** A published text with everything that its page shows. */
export interface TextRow {
  item_id: string;
  kind: ContentKind;
  locale: string;
  slug: string;
  title: string;
  fields: Record<string, unknown>;
  body: string | null;
  html: string | null;
  outline: Outline;
  revision: number;
  tags: string[];
  published_at: Date | null;
  updated_at: Date;
  category: { slug: string; name: string } | null;
  author: {
    slug: string | null;
    name: string;
    bio: string | null;
    url: string | null;
    avatar_file: string | null;
  } | null;
  cover: ImageSource | null;
  /** The uploaded file of a document. */
  file: (Pick<ServedAsset, 'kind' | 'size_bytes' | 'content_type'> & { name: string }) | null;
  alternates: { locale: string; slug: string }[];
  related: { slug: string; title: string; locale: string }[];
  access_token: string | null;
  site: AddressedSite;
}

/** A published text and how it is read. */
export interface WantedText {
  siteId: string;
  kind: ContentKind;
  slug: string;
  /** The language of the site by default. */
  locale?: string | undefined;
  withHtml: boolean;
}

/** Loads one published text; null when readers find none. */
export type TextLoader = BatchLoader<WantedText, TextRow | null>;
