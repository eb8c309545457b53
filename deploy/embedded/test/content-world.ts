import type { Resource } from '@platform/contracts';
import { aSvg } from '@platform/testing';
import { ok, once } from './make-once.ts';
import type { PlatformClient } from './test-platform.ts';

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
  const article = once(async () => {
    const params = await ofSite();
    const made = ok(await admin.createArticle({ params, body: { title: `Article of ${code}` } }));
    const headers = { 'if-match': '*' };
    ok(await admin.publishContent({ params: { ...params, item_id: made.id }, headers }));
    return made;
  });
  const asset = once(async () => {
    const file = new Blob([aSvg(`<title>Drawing of ${code}</title>`)]);
    return ok(await admin.uploadAsset({ params: await ofSite(), query: { file_name: `${code}.svg` }, file }));
  });
  const make = {
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
