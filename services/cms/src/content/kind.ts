import type { ContentKind } from '@platform/contracts';
import type { z } from 'zod';
import type { publications } from '../schema.ts';

/** The fields of an item of any kind, as a revision stores them. */
export type Fields = Record<string, unknown>;

/** Columns of a publication that differ by kind: what public lists filter and sort by. */
export type PublicColumns = Partial<
  Pick<
    typeof publications.$inferInsert,
    'category_id' | 'author_id' | 'tags' | 'facet' | 'channel' | 'sort_key' | 'starts_at' | 'ends_at' | 'is_indexable'
  >
>;

/** Other objects of the site that fields name. All of them have to exist. */
export interface References {
  category_id?: string | null;
  author_id?: string | null;
  /** Items that fields name, with their kind. */
  items?: { id: string; kind: ContentKind }[];
  /** Files by the field that names them. */
  assets?: Record<string, string | null>;
  /** Those of the fields of files that have to name an image. */
  imageFields?: readonly string[];
}

/** Everything that the content engine has to know of one kind. All functions are pure. */
export interface Kind<F = Fields> {
  readonly name: ContentKind;
  /** The fields that a revision stores. */
  readonly fields: z.ZodType<F>;
  /** What lists show, and what a slug is made from. */
  titleOf(fields: F): string;
  /** The text that is rendered as Markdown; null for none. */
  bodyOf(fields: F): string | null;
  /** HTML that is published sanitised, with parameters that its links get; null for none. */
  bannerOf?(fields: F): { html: string; query: Record<string, string> | null } | null;
  /** Addresses that its fields link to. */
  linksOf?(fields: F): string[];
  /** A text in Markdown of an object that is no text itself; null for none. */
  notesOf?(fields: F): string | null;
  /** Readers find it by its words. */
  readonly isSearchable: boolean;
  /** A short text for lists and search. */
  excerptOf(fields: F): string | null;
  /** What no other item of the kind in the site may have besides the slug. */
  uniqueKeyOf?(fields: F): string | null;
  /**
   * Rules over several fields.
   * @throws AppError `validation_failed`
   */
  check?(fields: F): void;
  /**
   * The fields after a change, where some follow from others.
   * @throws AppError `version_not_incrementable`
   */
  revise?(before: F, after: F, changed: ReadonlySet<string>): F;
  referencesOf(fields: F): References;
  /**
   * Asserts that readers may get it.
   * @throws AppError `ad_marking_required`
   */
  assertPublishable?(fields: F): void;
  columnsOf(fields: F): PublicColumns;
}

/** Declares a kind; its fields are typed in its own file, and any in the engine. */
export const defineKind = <F>(kind: Kind<F>): Kind => kind as unknown as Kind;
