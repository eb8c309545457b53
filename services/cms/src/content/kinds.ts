import type { ContentKind } from '@platform/contracts';
import type { Kind } from './kind.ts';
import { article } from './kinds/article.ts';
import { banner } from './kinds/banner.ts';
import { changelogEntry } from './kinds/changelog-entry.ts';
import { document } from './kinds/document.ts';
import { download } from './kinds/download.ts';
import { post } from './kinds/post.ts';

/** Every kind of content. The engine is the same for all. */
export const kinds: Record<ContentKind, Kind> = {
  post,
  article,
  document,
  download,
  changelog_entry: changelogEntry,
  banner,
};
