import type { ContentKind } from '@platform/contracts';
import type { ArchivedAsset, ArchivedSite } from './archive.ts';

/**
 * Output of the readers of all formats: plain data that is posted from their thread. Ids are those of the
 * file.
 */

/** A loss or a change on the way, named in the report. */
export interface Note {
  code: string;
  message: string;
}

interface Common {
  source_id: string;
  title: string;
  warnings: Note[];
}

/**
 * One form of an item: the slug, and fields as its kind has them. Fields that name objects have their source
 * ids.
 */
export interface SourceFields {
  slug: string | null;
  fields: Record<string, unknown>;
}

export interface SourceItem extends Common {
  kind: ContentKind;
  /** Null for the default language of the site. */
  locale: string | null;
  translation_of: string | null;
  status: 'draft' | 'scheduled' | 'published' | 'archived';
  scheduled_at: string | null;
  unpublish_at: string | null;
  first_published_at: string | null;
  folder: string | null;
  position: number;
  draft: SourceFields;
  /** Where readers see another form than the draft. */
  published: SourceFields | null;
  /** Where the schedule publishes another form than the draft. */
  scheduled: SourceFields | null;
  /** HTML of the draft that becomes its `body`. */
  html: string | null;
  /** Address of the former site, which addresses in the HTML without a host belong to. */
  html_base: string | null;
  /** Paths that the text had on the former site. */
  old_paths: string[];
}

export interface SourceCategory extends Common {
  kind: 'category';
  data: {
    slug: string;
    name: string;
    names?: Record<string, string>;
    description: string | null;
    descriptions?: Record<string, string>;
    position: number;
  };
}
export interface SourceAuthor extends Common {
  kind: 'author';
  data: {
    slug?: string | null;
    name: string;
    names?: Record<string, string>;
    bio: string | null;
    bios?: Record<string, string>;
    url: string | null;
    avatar: string | null;
  };
}
export interface SourceFolder extends Common {
  kind: 'folder';
  data: {
    parent: string | null;
    name: string;
    names: Record<string, string>;
    description: string | null;
    position: number;
  };
}
export interface SourceAsset extends Common {
  kind: 'asset';
  data: ArchivedAsset;
  /** Name in the archive; null when its bytes are not in it. */
  entry: string | null;
}
export interface SourceRedirect extends Common {
  kind: 'redirect';
  data:
    | { from: string; to: string | null; status: number }
    | { item: string; kind: ContentKind; locale: string; slug: string };
}
export interface SourceSettings extends Common {
  kind: 'site';
  data: ArchivedSite['site'];
}
/** What the platform cannot store, or cannot be read: named in the report. */
export interface SourceOther extends Common {
  kind: 'other';
  outcome: 'skipped' | 'failed';
  reason: Note;
}

export type SourceEntry =
  | SourceItem
  | SourceCategory
  | SourceAuthor
  | SourceFolder
  | SourceAsset
  | SourceRedirect
  | SourceSettings
  | SourceOther;

/** Facts about the whole file. */
export interface SourceFile {
  /** Ids are unique within it: the format, and the address of the site where ids are small numbers. */
  source: string;
  /** What texts have before `/assets/cms/`; null where they have none. */
  assets_base: string | null;
  /**
   * Objects that later ones name: their ids are made first, in this order. Texts that others link to have the slug that
   * they will get, unless it is taken.
   */
  items: { kind: ContentKind; source_id: string; slug?: string; locale?: string | null }[];
  /** Whether it is an export of this platform: its states are taken as they are. */
  is_own: boolean;
}

/** Reads one file. Both are called in a thread of their own. */
export interface SourceReader {
  /** Reads the whole file once, and refuses it before anything is written. @throws RefusedFileError */
  open(): Promise<SourceFile>;
  /** Objects in an order in which each comes after those that it names. */
  entries(): AsyncIterable<SourceEntry>;
  /** Bytes of a file of an archive. */
  bytes(entry: string): AsyncIterable<Buffer>;
}

/** A file with another content than its type claims, or an attack. The message is for the administrator. */
export class RefusedFileError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RefusedFileError';
    this.code = code;
  }
}

/** The refusal of a file that takes more time than it may. */
export const fileTooSlow = (): RefusedFileError => new RefusedFileError('too_slow', 'The file takes too long to read.');

/** The file of an import, wherever it is stored. */
export interface SourceBytes {
  size: number;
  /** Bytes from `start` up to `end`, which is not included. */
  read(start: number, end: number): Promise<Buffer>;
}

/** Bytes that one read of a stream asks for. */
const pieceBytes = 1_048_576;

/** All bytes of a file in their order. */
export async function* readAll({ size, read }: SourceBytes): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += pieceBytes) yield await read(at, Math.min(size, at + pieceBytes));
}
