import { cutText } from '@platform/contracts/cut-text';
import type { Note, SourceItem } from '../entry.ts';

/** What the front matter of another system says of a text, in the words of this one. */
export interface FolderFields {
  title: string | null;
  slug: string | null;
  /** Fields that need no other file. */
  fields: Record<string, unknown>;
  /** Names of categories, the first one first. */
  categories: string[];
  tags: string[];
  authors: { key: string; name: string; url: string | null; bio: string | null }[];
  cover: string | null;
  isFeatured: boolean;
  /** Why the source does not show it; null for a text that it shows. */
  hidden: string | null;
  status: SourceItem['status'] | null;
  date: string | null;
  scheduled_at: string | null;
  unpublish_at: string | null;
  position: number | null;
  locale: string | null;
  oldPaths: string[];
  /** Names that have no field here. */
  unknown: string[];
  notes: Note[];
}

type Front = Record<string, unknown>;

const normal = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');
const isObject = (value: unknown): value is Front =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A word or a number as text; null for anything else. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.trim() || null : typeof value === 'number' ? String(value) : null;
const isYes = (value: unknown): boolean =>
  value === true || value === 1 || /^(?:true|yes|on|y|1)$/i.test(String(value ?? ''));
const isNo = (value: unknown): boolean =>
  value === false || value === 0 || /^(?:false|no|off|n|0)$/i.test(String(value ?? ''));

/** Words in a list, or in one text with commas between. */
function wordsOf(value: unknown, separator: RegExp): string[] {
  const values = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [value];
  return values.flatMap((one) => {
    const text = textOf(isObject(one) ? (one.label ?? one.name ?? one.title) : one);
    // Obsidian writes properties as links.
    return (
      text
        ?.replace(/^\[\[|\]\]$/g, '')
        .replace(/^#/, '')
        .trim() || []
    );
  });
}

/** States in which a system shows a text. A text in any other one, in any language, is not shown. */
const shownStates =
  /^(?:publish(?:ed)?|public|live|done|final|finished|completed?|ready|active|evergreen|опубликован[оа]?|готово)$/i;

/**
 * Reads the front matter of Hugo, Jekyll, Astro, Docusaurus, Obsidian and the like. Names have any case, with or without
 * dashes. Pure.
 */
export function readFolderFields(front: Front, { isJekyll }: { isJekyll: boolean }): FolderFields {
  const values = new Map(Object.entries(front).map(([name, value]) => [normal(name), { name, value }]));
  const used = new Set<string>();
  const take = (...names: string[]): unknown => {
    let found: unknown;
    for (const name of names) {
      const entry = values.get(name);
      if (!entry) continue;
      used.add(name);
      if (found === undefined && entry.value !== null && entry.value !== '') found = entry.value;
    }
    return found;
  };
  const notes: Note[] = [];
  const seo = take('seo');
  const ofSeo = (name: string) => (isObject(seo) ? textOf(seo[name]) : null);
  const header = take('header');
  const words = isJekyll ? /[,\s]+/ : /,/;

  const description = textOf(take('description', 'desc')) ?? ofSeo('description');
  const summary = textOf(take('excerpt', 'summary', 'subtitle'));
  const cover = coverOf(
    take(
      'coverurl',
      'cover',
      'image',
      'heroimage',
      'featuredimage',
      'featureimage',
      'coverimage',
      'thumbnail',
      'banner',
      'ogimage',
      'socialimage',
      'images',
    ),
    header,
  );
  const categories = wordsOf(take('categories', 'category') ?? [], words);
  const canonical = textOf(take('canonicalurl', 'canonical'));
  const locale = textOf(take('locale', 'lang', 'language'));
  const published = take('published', 'publish');
  const given = take(
    'publishedat',
    'publishdate',
    'publisheddate',
    'pubdate',
    'date',
    'created',
    'createdat',
    'datepublished',
  );
  const isDate = typeof published === 'string' && momentOf(published) !== null;
  const date = momentOf(given) ?? (isDate ? momentOf(published) : null);
  if (given !== undefined && momentOf(given) === null)
    notes.push({
      code: 'date_lost',
      message: `Its date cannot be read: ${cutText(String(textOf(given) ?? typeof given), 100)}`,
    });
  const state = textOf(take('status', 'state'))?.toLowerCase() ?? null;
  const status = (['draft', 'scheduled', 'published', 'archived'] as const).find((one) => one === state) ?? null;
  const givenEnd = take('unpublishat', 'expirydate', 'expires');
  const end = momentOf(givenEnd);
  const scheduledAt = take('scheduledat');
  // A text whose time cannot be read may be one for later, or one that has ended.
  const isTimeUnread = [given, givenEnd, scheduledAt].some((time) => time !== undefined && momentOf(time) === null);
  if (givenEnd !== undefined && end === null)
    notes.push({ code: 'date_lost', message: `Its end cannot be read: ${cutText(String(textOf(givenEnd)), 100)}` });
  const position = Number(take('position', 'weight', 'sidebarposition', 'navorder', 'order') ?? Number.NaN);
  const robots = textOf(take('robots')) ?? '';
  return {
    title: textOf(take('title', 'name')),
    slug: textOf(take('slug')),
    fields: {
      excerpt: summary ?? description,
      meta_title: textOf(take('metatitle', 'seotitle')) ?? ofSeo('title'),
      meta_description: textOf(take('metadescription', 'seodescription')) ?? description,
      canonical_url: canonical,
      noindex: isYes(take('noindex')) || /\bnoindex\b/i.test(robots),
      cover_alt: textOf(take('coveralt', 'imagealt', 'heroimagealt', 'featuredimagealt', 'thumbnailalt')) ?? cover.alt,
    },
    categories,
    tags: wordsOf(take('tags', 'tag') ?? [], words),
    authors: authorsOf(take('authors', 'author')),
    cover: cover.address,
    isFeatured: ['isfeatured', 'featured', 'pinned', 'pin', 'sticky'].some((name) => isYes(take(name))),
    hidden: hiddenBy(take, published, isDate, state, status) ?? (isTimeUnread ? 'a time cannot be read' : null),
    status,
    date,
    scheduled_at: textOf(scheduledAt),
    unpublish_at: end,
    position: Number.isSafeInteger(Math.round(position))
      ? Math.min(1_000_000, Math.max(0, Math.round(position)))
      : null,
    locale,
    oldPaths: pathsOf(take('aliases', 'redirectfrom'), take('permalink'), take('url')),
    unknown: [...values].flatMap(([name, { name: written }]) => (used.has(name) || known.has(name) ? [] : [written])),
    notes,
  };
}

/** Names that are read elsewhere, or say nothing outside of their system. */
const known = new Set(
  'id kind part body cascade layout relatedids translationkey type toc comments cssclass cssclasses build _build resources sidebarlabel'.split(
    ' ',
  ),
);

function hiddenBy(
  take: (...names: string[]) => unknown,
  published: unknown,
  isDate: boolean,
  state: string | null,
  status: SourceItem['status'] | null,
): string | null {
  for (const name of ['public', 'dgpublish', 'isvisible']) {
    const shown = take(name);
    if (shown !== undefined && !isYes(shown)) return 'not public';
  }
  const params = take('params');
  const draft = take('draft', 'drafts', 'isdraft') ?? (isObject(params) ? params.draft : undefined);
  if (draft !== undefined && !isNo(draft)) return 'draft';
  if (published !== undefined && !isDate && !isYes(published)) return 'not published';
  for (const name of ['private', 'hidden', 'unlisted', 'headless', 'archived']) if (isYes(take(name))) return name;
  const visibility = textOf(take('visibility', 'access'));
  if (visibility !== null && !/^(?:public|all|everyone)$/i.test(visibility)) return `for ${visibility} readers`;
  if (textOf(take('password')) !== null) return 'protected by a password';
  const build = take('build', '_build');
  if (isObject(build) && (build.render === 'never' || build.render === false)) return 'never built';
  if (state !== null && status === null && !shownStates.test(state)) return state;
  return null;
}

/** A moment as ISO text. A day, and a time without a zone, are in UTC, as Hugo reads them. */
export function momentOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  const match =
    /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?:\d\d(?::\d\d)?)(?:\.\d{1,9})?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (!match) {
    // English dates of Astro: `Jul 08 2022`, `8 July 2022`.
    const isWritten = /^(?:\w{3,9}\.? \d{1,2},? \d{4}|\d{1,2} \w{3,9}\.? \d{4})$/.test(text);
    const time = isWritten ? new Date(`${text} UTC`) : null;
    return time && Number.isFinite(time.getTime()) ? time.toISOString() : null;
  }
  const [, year, month = '', day = '', clock = '00:00', zone = 'Z'] = match;
  const hours = clock.length < 5 || clock[1] === ':' ? `0${clock}` : clock;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : /^[+-]/.test(zone) ? zone : 'Z';
  const time = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hours}${offset}`);
  return Number.isFinite(time.getTime()) && time.getTime() >= 0 ? time.toISOString() : null;
}

function coverOf(value: unknown, header: unknown): { address: string | null; alt: string | null } {
  const first = Array.isArray(value) ? value[0] : value;
  if (isObject(first)) {
    const address = textOf(first.image ?? first.src ?? first.url ?? first.path ?? first.feature ?? first.teaser);
    return { address, alt: textOf(first.alt ?? first.caption) };
  }
  const text = textOf(first);
  if (text !== null) return { address: text.replace(/^!?\[\[|\]\]$/g, ''), alt: null };
  if (!isObject(header)) return { address: null, alt: null };
  return {
    address: textOf(header.image ?? header.overlay_image ?? header.teaser),
    alt: textOf(header.image_description),
  };
}

function authorsOf(value: unknown): FolderFields['authors'] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.flatMap((one) => {
    if (isObject(one)) {
      const name = textOf(one.name ?? one.title ?? one.key);
      return name === null ? [] : [{ key: name, name, url: textOf(one.url ?? one.link), bio: textOf(one.bio) }];
    }
    const name = textOf(one)?.replace(/^\[\[|\]\]$/g, '');
    return name ? [{ key: name, name, url: null, bio: null }] : [];
  });
}

/** Paths of the former site. Aliases of Obsidian are names, and no paths. */
function pathsOf(aliases: unknown, permalink: unknown, url: unknown): string[] {
  const values = [...(Array.isArray(aliases) ? aliases : [aliases]), permalink, url];
  return values.flatMap((value) => {
    const text = textOf(value);
    // A permalink may be a pattern (`/:year/:title/`) or the name of one (`pretty`).
    if (text === null || text.includes('/:')) return [];
    const path = text.startsWith('/') ? text : /^https?:\/\//.test(text) ? URL.parse(text)?.pathname : null;
    return path && path !== '/' ? [path] : [];
  });
}
