import type { Resource, Route } from '@platform/contracts';
import { dayMs } from '@platform/runtime';
import { aSvg } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { Values } from './probes.ts';
import type { PlatformClient } from './test-platform.ts';

/** The header of a change that any version will do for. */
export const anyVersion = { 'if-match': '*' };

/** Parts of a world that its content is made with. */
export interface ContentWorldOptions {
  /** A client of an owner. */
  admin: PlatformClient;
  /** The beginning of all names. */
  code: string;
  site: () => Promise<{ site_id: string }>;
}

/** Makers of the resources of the site's content. Each is made once, and only when it is asked for. */
export function contentMakers({ admin, code, site }: ContentWorldOptions) {
  const ofSite = async () => ({ site_id: (await site()).site_id });
  const publish = async <T extends { id: string }>(made: T): Promise<T> => {
    const params = { ...(await ofSite()), item_id: made.id };
    ok(await admin.publishContent({ params, headers: anyVersion }));
    return made;
  };
  const article = once(async () => {
    const params = await ofSite();
    const made = ok(await admin.createArticle({ params, body: { title: `Article of ${code}` } }));
    return publish(made);
  });
  const post = once(async () =>
    publish(ok(await admin.createPost({ params: await ofSite(), body: { title: `Post of ${code}`, body: 'Text' } }))),
  );
  const document = once(async () => {
    const body = { title: `Document of ${code}`, doc_kind: 'guide', source_type: 'text' as const, body: 'Text' };
    return publish(ok(await admin.createDocument({ params: await ofSite(), body })));
  });
  const download = once(async () => {
    const external_url = `https://files.example.com/${code}.exe`;
    const body = { platform: code, version: '1.0.0', external_url, sha256: '00'.repeat(32) };
    return publish(ok(await admin.createDownload({ params: await ofSite(), body })));
  });
  const changelogEntry = once(async () => {
    const body = { title: `Changes of ${code}`, body: 'Text' };
    return publish(ok(await admin.createChangelogEntry({ params: await ofSite(), body })));
  });
  const banner = once(async () => {
    const size = { placement: 'modal' as const, size: 'small' as const };
    const body = { name: `Banner of ${code}`, ...size, audience: 'both' as const, html: `<p>Banner of ${code}</p>` };
    return publish(ok(await admin.createBanner({ params: await ofSite(), body })));
  });
  const redirect = once(async () =>
    ok(await admin.createRedirect({ params: await ofSite(), body: { from: `/was-${code}`, to: `/is-${code}` } })),
  );
  const asset = once(async () => {
    const file = new Blob([aSvg(`<title>Drawing of ${code}</title>`)]);
    return ok(await admin.uploadAsset({ params: await ofSite(), query: { file_name: `${code}.svg` }, file }));
  });
  const destroyableItem = once(async () =>
    publish(ok(await admin.createPost({ params: await ofSite(), body: { title: `Destroyable of ${code}` } }))),
  );
  const destroyableAuthor = once(async () =>
    ok(await admin.createAuthor({ params: await ofSite(), body: { name: `Destroyable of ${code}` } })),
  );
  const make = {
    destroyable_item_id: async () => (await destroyableItem()).id,
    destroyable_item_slug: async () => (await destroyableItem()).slug,
    destroyable_author_id: async () => (await destroyableAuthor()).id,
    destroyable_author_slug: async () => (await destroyableAuthor()).slug ?? '',
    content_item_id: async () => (await post()).id,
    content_revision: async () => String((await post()).revision),
    post_id: async () => (await post()).id,
    post_slug: async () => (await post()).slug,
    cms_document_id: async () => (await document()).id,
    document_slug: async () => (await document()).slug,
    document_token: async () => (await document()).public_url.split('/').at(-1) ?? '',
    download_id: async () => (await download()).id,
    download_platform: async () => (await download()).platform,
    changelog_entry_id: async () => (await changelogEntry()).id,
    changelog_slug: async () => (await changelogEntry()).slug,
    banner_id: async () => (await banner()).id,
    redirect_id: async () => (await redirect()).id,
    import_id: async () => {
      const query = { format: 'ghost_json' as const, dry_run: 'true' as const };
      const file = new Blob(['{}']);
      return ok(await admin.startImport({ params: await ofSite(), query: query as never, file })).id;
    },
    asset_id: async () => (await asset()).id,
    cms_asset_name: async () => (await asset()).path.split('/').at(-1) ?? '',
    category_id: async () =>
      ok(await admin.createCategory({ params: await ofSite(), body: { name: `Category of ${code}` } })).id,
    author_id: async () =>
      ok(await admin.createAuthor({ params: await ofSite(), body: { name: `Author of ${code}` } })).id,
    folder_id: async () =>
      ok(await admin.createFolder({ params: await ofSite(), body: { name: `Folder of ${code}` } })).id,
    article_id: async () => (await article()).id,
    article_slug: async () => (await article()).slug,
  } satisfies Partial<Record<Resource, () => Promise<string>>>;
  return Object.fromEntries(Object.entries(make).map(([name, maker]) => [name, once(maker)])) as typeof make;
}

/**
 * Creates the data that the example request of an endpoint changes, if the resources that it names are not
 * enough.
 */
export async function prepareContent(admin: PlatformClient, { id }: Route, values: Values): Promise<void> {
  const params = { site_id: String(values.site_id) };
  const item = { params: { ...params, item_id: String(values.content_item_id) }, headers: anyVersion };
  if (id === 'publishContent' || id === 'bulkContent') {
    const post = { params: { ...params, post_id: item.params.item_id }, headers: anyVersion };
    ok(await admin.updatePost({ ...post, body: { title: 'Not published yet' } }));
  }
  if (id === 'unarchiveContent') ok(await admin.archiveContent(item));
  if (id === 'unscheduleContent') {
    const scheduled_at = new Date(Date.now() + dayMs).toISOString();
    ok(await admin.scheduleContent({ ...item, body: { scheduled_at } }));
  }
  if (id !== 'orderKnowledgeBase') return;
  const body = { name: 'Not in its place', parent_id: String(values.folder_id), position: 5 };
  ok(await admin.createFolder({ params, body }));
}
