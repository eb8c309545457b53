import { cutText } from '@platform/contracts/cut-text';
import { decodePercent } from '@platform/contracts/decode-percent';
import { maxImportEntries } from '@platform/contracts/transfer-limits';
import { trimEndCharacters } from '@platform/contracts/trim-characters';
import { RefusedFileError, readAll, type SourceBytes, type SourceEntry, type SourceReader } from '../entry.ts';
import { wholeAddress } from '../html-dom.ts';
import { plainText } from '../plain-text.ts';
import { prepareWordpressHtml } from './wordpress-html.ts';
import { readWxr, type WxrItem, type WxrTerm } from './wxr-parser.ts';

/** The states of WordPress that readers see or will see; others are drafts here. */
const statuses = new Map<string, 'published' | 'scheduled'>([
  ['publish', 'published'],
  ['future', 'scheduled'],
]);

interface Channel {
  address: string;
  authors: Map<string, string>;
  categories: Map<string, WxrTerm>;
  attachments: Map<string, string>;
  /** Texts instead of files, and files that were uploaded to a text. */
  alts: Map<string, string>;
  imagesOf: Map<string, string[]>;
}

const toSource = (address: string): string => cutText(`wordpress_wxr ${address}`, 500);

/**
 * Reads the export of WordPress (`Tools → Export`, WXR 1.2 of `wp-admin/includes/export.php`): RSS 2.0 with
 * names of its own. It is read twice, in constant memory except for authors, categories and addresses of
 * files, which come after the posts that use them.
 */
export function wordpressWxr(bytes: SourceBytes, { publish }: { publish: boolean }): SourceReader {
  let channel: Channel | undefined;
  return {
    async open() {
      channel = await readChannel(bytes);
      return { source: toSource(channel.address), assets_base: null, items: [], is_own: false };
    },
    async *entries() {
      if (!channel) throw new Error('the file is not open');
      for (const term of channel.categories.values()) yield categoryOf(term);
      for (const [login, name] of channel.authors) {
        const data = { name: plainText(name) || login, bio: null, url: null, avatar: null };
        yield { kind: 'author', source_id: login, title: data.name, warnings: [], data };
      }
      for await (const part of readWxr(readAll(bytes)))
        if (part.type === 'item') yield toEntry(part.item, channel, publish);
    },
    bytes: () => {
      throw new Error('there are no files in it');
    },
  };
}

async function readChannel(bytes: SourceBytes): Promise<Channel> {
  const channel: Channel = {
    address: '',
    authors: new Map(),
    categories: new Map(),
    attachments: new Map(),
    alts: new Map(),
    imagesOf: new Map(),
  };
  let items = 0;
  let isWxr = false;
  for await (const part of readWxr(readAll(bytes))) {
    if (part.type === 'channel') {
      if (part.name === 'wp:wxr_version') isWxr = true;
      if (part.name === 'wp:base_blog_url' || (part.name === 'link' && channel.address === ''))
        channel.address = trimEndCharacters(part.text.trim(), '/');
    }
    if (part.type === 'author') channel.authors.set(part.login, part.name);
    if (part.type === 'category') channel.categories.set(part.term.slug, part.term);
    if (part.type !== 'item') continue;
    items += 1;
    const { post_type, attachment_url, creator, categories } = part.item;
    if (post_type === 'attachment' && attachment_url !== '') addAttachment(channel, part.item);
    // Exports of one kind of post may name neither authors nor categories before.
    const isText = post_type === 'post' || post_type === 'page';
    if (isText && creator !== '' && !channel.authors.has(creator)) channel.authors.set(creator, creator);
    if (isText)
      for (const { domain, slug, name } of categories)
        if (domain === 'category' && !channel.categories.has(slug))
          channel.categories.set(slug, { slug, name, description: '', parent: '' });
    if (items + channel.authors.size + channel.categories.size > maxImportEntries)
      throw new RefusedFileError(
        'too_many_entries',
        `The file has more than ${maxImportEntries} texts, files and authors.`,
      );
  }
  if (!isWxr)
    throw new RefusedFileError('xml_unreadable', 'This is not a WordPress export: it has no `wp:wxr_version`.');
  return channel;
}

const imageEnding = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i;

function addAttachment({ attachments, alts, imagesOf }: Channel, item: WxrItem): void {
  const { post_id, parent, attachment_url, meta } = item;
  attachments.set(post_id, attachment_url);
  const alt = plainText(meta.get('_wp_attachment_image_alt') ?? '');
  if (alt !== '') alts.set(post_id, alt);
  const images = imagesOf.get(parent) ?? [];
  if (parent === '' || parent === '0' || !imageEnding.test(attachment_url)) return;
  images.push(post_id);
  imagesOf.set(parent, images);
}

/** Templates of plugins (`%%title%%` of Yoast, `%title%` of Rank Math): their program fills them in. */
const seoTemplate = /%%[a-z_]{2,40}%%|%(?:title|sitename|site_title|sep|excerpt|page|category|name)%/i;

/** A field of a plugin for search engines; null for one that only its program can read. */
function seoField(
  meta: ReadonlyMap<string, string>,
  names: string[],
  warn: (code: string, message: string) => void,
): string | null {
  const value = names.map((name) => plainText(meta.get(name) ?? '')).find((text) => text !== '') ?? null;
  if (value === null || !seoTemplate.test(value)) return value;
  warn('template_lost', `A template for search engines is left out: ${cutText(value, 200)}`);
  return null;
}

function categoryOf({ slug, name, description, parent }: WxrTerm): SourceEntry {
  const warnings =
    parent === '' ? [] : [{ code: 'parent_lost', message: `Categories have no levels here: its parent is ${parent}.` }];
  const data = { slug, name: plainText(name) || slug, description: plainText(description) || null, position: 0 };
  return { kind: 'category', source_id: slug, title: data.name, warnings, data };
}

/** `YYYY-MM-DD hh:mm:ss` in UTC as ISO text; zeros stand for no date. */
function momentOf(text: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim());
  const time = match ? new Date(`${match[1]}T${match[2]}Z`) : null;
  return time && Number.isFinite(time.getTime()) && time.getTime() >= 0 ? time.toISOString() : null;
}

function toEntry(item: WxrItem, channel: Channel, publish: boolean): SourceEntry {
  const { post_id: source_id, post_type } = item;
  const title = plainText(item.title) || '(untitled)';
  const leave = (code: string, message: string): SourceEntry => {
    return { kind: 'other', source_id, title, warnings: [], outcome: 'skipped', reason: { code, message } };
  };
  if (post_type === 'attachment') return leave('attachment', 'Files are taken where texts show them.');
  if (post_type !== 'post' && post_type !== 'page') return leave('post_type', `\`${post_type}\` has no place here.`);
  if (item.status === 'trash' || item.status === 'auto-draft')
    return leave('trash', `It is in the state \`${item.status}\`.`);

  const warnings: { code: string; message: string }[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  const isPage = post_type === 'page';
  const was = statuses.get(item.status) ?? 'draft';
  if (item.status === 'private') warn('visibility_lost', 'It is private there, and arrives as a draft.');
  if (item.status === 'pending') warn('status_lost', 'It waits for a review there, and arrives as a draft.');
  if (item.password !== '')
    warn('visibility_lost', 'It has a password there; texts here have none, so it arrives as a draft.');
  if (item.comments > 0) warn('comments_lost', `${item.comments} comments are left out.`);
  if (isPage && item.parent !== '' && item.parent !== '0') warn('parent_lost', 'Pages have no levels here.');
  const isLive = publish && was !== 'draft' && item.password === '';
  const at = momentOf(item.date_gmt) ?? momentOf(item.date);

  const categories = item.categories.filter(({ domain }) => domain === 'category');
  const [category, ...more] = categories;
  if (!isPage && more.length > 0)
    warn(
      'category_lost',
      cutText(`A post has one category here; left out: ${more.map(({ name }) => name).join(', ')}.`, 500),
    );
  for (const { domain, name } of item.categories)
    if (domain !== 'category' && domain !== 'post_tag')
      warn('term_lost', cutText(`The term ${name} of \`${domain}\` is left out.`, 500));
  const tags = item.categories.filter(({ domain }) => domain === 'post_tag').map(({ name }) => plainText(name));
  if (isPage && item.categories.length > 0) warn('tag_lost', 'Articles have neither tags nor a category.');

  const thumbnail = item.meta.get('_thumbnail_id');
  const base = /^https?:/.test(channel.address) ? channel.address : null;
  const file = thumbnail === undefined ? undefined : channel.attachments.get(thumbnail);
  const cover = file === undefined ? null : wholeAddress(file, base);
  if (thumbnail !== undefined && cover === null)
    warn('image_lost', `The cover, file ${thumbnail}, is not in the export.`);
  const lostMeta = [...item.meta.keys()].filter((name) => !name.startsWith('_') && !seoMeta.has(name));
  if (lostMeta.length > 0) warn('fields_lost', cutText(`Fields of its own are left out: ${lostMeta.join(', ')}.`, 500));

  const html = prepareWordpressHtml(
    item.content,
    { addresses: channel.attachments, alts: channel.alts, ofText: channel.imagesOf.get(source_id) ?? [] },
    warn,
  );
  const meta_title = seoField(item.meta, ['_yoast_wpseo_title', 'rank_math_title'], warn);
  const meta_description = seoField(item.meta, ['_yoast_wpseo_metadesc', 'rank_math_description'], warn);
  const path = was === 'published' && /^https?:/.test(item.link) ? URL.parse(item.link) : null;
  return {
    kind: isPage ? 'article' : 'post',
    source_id,
    title,
    warnings,
    locale: null,
    translation_of: null,
    status: isLive ? was : 'draft',
    scheduled_at: isLive && was === 'scheduled' ? at : null,
    unpublish_at: null,
    first_published_at: isLive && was === 'published' ? at : null,
    folder: null,
    position: 0,
    draft: {
      slug: decodePercent(item.name) || null,
      fields: {
        title,
        excerpt: plainText(item.excerpt) || null,
        body: '',
        cover_url: cover,
        cover_alt: (cover === null || thumbnail === undefined ? undefined : channel.alts.get(thumbnail)) ?? null,
        meta_title,
        meta_description,
        published_at: was === 'published' ? at : null,
        ...(isPage
          ? {}
          : {
              category_id: category?.slug ?? null,
              tags,
              author_id: item.creator || null,
              is_featured: item.is_sticky,
            }),
      },
    },
    published: null,
    scheduled: null,
    html,
    html_base: base,
    old_paths: path && path.search === '' && path.pathname !== '/' ? [path.pathname] : [],
  };
}

const seoMeta = new Set(['classic-editor-remember', 'footnotes', 'rank_math_title', 'rank_math_description']);
