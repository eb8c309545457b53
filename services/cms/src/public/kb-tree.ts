import type { FolderNode } from '../knowledge-base/folder-path.ts';
import type { AddressedSite } from './published-text.ts';

/** The knowledge base of a site in a language, as readers see it. */
export interface KbTree {
  site: AddressedSite;
  /** Of the texts; `*` for all. */
  locale: string;
  /** All of them, empty ones too. */
  folders: Map<string, KbFolder>;
  /**
   * In the order of the tree: depth first, siblings by position, at the same position articles before
   * folders.
   */
  articles: KbArticle[];
  /** Indexes into the articles, by item id. */
  indexes: Map<string, number>;
}

export interface KbTrees {
  /**
   * The tree of a site as of its newest change.
   * @throws `site_not_found`
   */
  read(siteId: string, locale: string | undefined): Promise<KbTree>;
}

/** A folder with its name in the language of the tree. */
export interface KbFolder extends FolderNode {
  name: string;
  description: string | null;
  position: number;
}

/** A published article and its position. */
export interface KbArticle {
  item_id: string;
  folder_id: string | null;
  position: number;
  locale: string;
  slug: string;
  title: string;
  excerpt: string | null;
  updated_at: string;
}
