import type { ContentKind } from '@platform/contracts';

/** The format of an archive: names of its files, and `site.json`. A reader refuses a newer version. */
export const archiveVersion = 1;

export const siteFileName = 'site.json';
export const assetFolder = 'assets';
/** Legal texts: for people, an import leaves them alone. */
export const legalFolder = 'legal';

/** Folders of an archive, by kind. */
export const kindFolders: Record<ContentKind, string> = {
  changelog_entry: 'changelog',
  post: 'posts',
  article: 'articles',
  document: 'documents',
  download: 'downloads',
  banner: 'banners',
};

/** A file of the site; its bytes are at `assets/{file}`. */
export interface ArchivedAsset {
  id: string;
  file: string;
  file_name: string;
  alt: string | null;
  focal_x: number;
  focal_y: number;
  /** Smaller ones, which an import makes again. */
  variants: { name: string; file: string }[];
}

/** `site.json`. Ids are those of the site that was exported. */
export interface ArchivedSite {
  format: 'platform-site';
  version: number;
  exported_at: string;
  /** What texts have before `/assets/cms/`. */
  assets_base: string;
  site: Record<string, unknown> & { id: string; default_locale: string; locales: string[] };
  categories: { id: string; slug: string; name: string; description: string | null; position: number }[];
  authors: { id: string; name: string; bio: string | null; avatar_asset_id: string | null; url: string | null }[];
  folders: {
    id: string;
    parent_id: string | null;
    name: string;
    names: Record<string, string>;
    description: string | null;
    position: number;
  }[];
  redirects: { from: string; to: string | null; status: number }[];
  /** Former slugs of items. */
  slug_redirects: { item_id: string; kind: ContentKind; locale: string; slug: string }[];
  assets: ArchivedAsset[];
}
