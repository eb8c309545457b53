import { contractClient, platform as contracts, type Reply } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { drawShareImage } from '../demo-landing/share-image.ts';
import {
  demoArticles,
  demoBanners,
  demoChangelog,
  demoDocuments,
  demoPosts,
  siteLegalTexts,
  type Texts,
} from './demo-content.ts';

export interface ContentSeedOptions {
  baseUrl: string;
  /** Credential of an administrator. */
  headers: Record<string, string>;
  application_id: string;
  /** Where the demo landing shows the site. */
  landingUrl: string;
}

type Cms = ReturnType<typeof contractClient<typeof contracts.cms.endpoints>>;
type Locale = keyof Texts<unknown>;

/** Addresses that a seed gave the demo site. Another one is the administrator's own. */
const isSeeded = (url: string | null): boolean =>
  url === null || url === 'https://example.test' || /^http:\/\/localhost:\d+$/.test(url);

/**
 * Fills the demo site: its languages and address, legal texts, and an item of each kind in Russian and
 * English. What is there stays as it is, so that a half-finished seed continues where it stopped.
 * @returns the key that the landing has to show to search engines; null without a site
 * @throws Error when the platform refuses a step or does not answer
 */
export async function seedContent({
  baseUrl,
  headers,
  application_id,
  landingUrl,
}: ContentSeedOptions): Promise<string | null> {
  const cms = contractClient(contracts.cms.endpoints, { baseUrl, headers });
  const identity = contractClient(contracts.identity.endpoints, { baseUrl, headers });
  const [site] = expectOk(await cms.listSites({ query: { application_id, status: 'active', limit: 1 } }));
  if (!site) return null;
  const at = { site_id: site.id };
  const wantedContent = {
    locales: ['ru', 'en'],
    description:
      'Demo Notes хранит заметки и синхронизирует их на всех ваших устройствах: пишите на телефоне, читайте на компьютере.',
    url_templates: {
      post: '/{locale}/blog/{slug}',
      article: '/{locale}/help/{slug}',
      document: '/{locale}/docs/{slug}',
      changelog_entry: '/{locale}/changelog/{slug}',
    },
  };
  if (!site.locales.includes('en')) expectOk(await cms.updateSite({ params: at, body: wantedContent }));
  if (site.website_url !== landingUrl && isSeeded(site.website_url))
    expectOk(await cms.updateSite({ params: at, body: { website_url: landingUrl } }));

  for (const { kind, title, body } of siteLegalTexts) {
    const slot = { params: { owner_type: 'cms_site' as const, owner_id: site.id, kind } };
    const draft = await identity.getLegalDraft(slot);
    const { lock_version, published_version } =
      draft.status === 404
        ? expectOk(await identity.saveLegalDraft({ ...slot, body: { title, body } }))
        : expectOk(draft);
    if (published_version === null)
      expectOk(
        await identity.publishLegalDocument({ ...slot, body: {}, headers: { 'if-match': `"${lock_version}"` } }),
      );
  }

  const [category] = expectOk(await cms.listCategories({ params: at, query: { limit: 1 } }));
  const category_id =
    category?.id ??
    expectOk(await cms.createCategory({ params: at, body: { name: 'Новости', slug: 'news' }, headers: once() })).id;
  const [author] = expectOk(await cms.listAuthors({ params: at, query: { limit: 1 } }));
  const author_id =
    author?.id ??
    expectOk(
      await cms.createAuthor({ params: at, body: { name: 'Анна Демо', bio: 'Пишет о заметках.' }, headers: once() }),
    ).id;
  const [folder] = expectOk(await cms.listFolders({ params: at, query: { limit: 1 } }));
  const folder_id =
    folder?.id ??
    expectOk(await cms.createFolder({ params: at, body: { name: 'Начало', names: { en: 'Start' } }, headers: once() }))
      .id;

  const cover = await upload(cms, at, 'cover.png', drawShareImage());
  const seed = seedItem(cms, at);
  for (const texts of demoPosts)
    await inBothLanguages(texts, (text, locale, translation_of) =>
      seed(text.slug, locale, () =>
        cms.createPost({
          params: at,
          body: { ...text, locale, translation_of, category_id, author_id, cover_asset_id: cover.id },
          headers: once(),
        }),
      ),
    );
  for (const texts of demoArticles)
    await inBothLanguages(texts, (text, locale, translation_of) =>
      seed(text.slug, locale, () =>
        cms.createArticle({ params: at, body: { ...text, locale, translation_of, folder_id }, headers: once() }),
      ),
    );
  await inBothLanguages(demoDocuments, (text, locale, translation_of) =>
    seed(text.slug, locale, () =>
      cms.createDocument({
        params: at,
        body: { ...text, locale, translation_of, doc_kind: 'price_list', source_type: 'text' },
        headers: once(),
      }),
    ),
  );
  await inBothLanguages(demoChangelog, (text, locale, translation_of) =>
    seed(text.slug, locale, () =>
      cms.createChangelogEntry({
        params: at,
        body: { ...text, locale, translation_of, version: '1.1.0', labels: ['added', 'fixed'] },
        headers: once(),
      }),
    ),
  );
  await inBothLanguages(demoBanners, (text, locale) =>
    seed(text.slug, locale, () =>
      cms.createBanner({
        params: at,
        body: { ...text, locale, placement: 'inline', size: 'strip', target: { locales: [locale] } },
        headers: once(),
      }),
    ),
  );
  const build = await upload(cms, at, 'demo-notes-1.1.0-windows.txt', Buffer.from(sampleBuild));
  await seed('demo-notes-windows', 'ru', () =>
    cms.createDownload({
      params: at,
      body: {
        slug: 'demo-notes-windows',
        platform: 'windows',
        version: '1.1.0',
        asset_id: build.id,
        release_notes: 'Быстрый поиск.',
      },
      headers: once(),
    }),
  );
  const audits = contractClient(contracts['seo-rkn'].endpoints, { baseUrl, headers });
  return expectOk(await audits.getSeoSettings({ params: at })).indexnow_key;
}

const sampleBuild = 'A sample in the place of the installer of Demo Notes 1.1.0 for Windows.\n';

/** Uploads a file of the site; bytes that the site has already are answered as they are. */
const upload = async (cms: Cms, at: { site_id: string }, file_name: string, bytes: Buffer): Promise<{ id: string }> =>
  expectOk(await cms.uploadAsset({ params: at, query: { file_name }, file: new Blob([new Uint8Array(bytes)]) }));

/** Makes the Russian text first: the English one translates it. */
async function inBothLanguages<T>(
  texts: Texts<T>,
  make: (text: T, locale: Locale, translation_of: string | null) => Promise<string>,
): Promise<void> {
  const first = await make(texts.ru, 'ru', null);
  await make(texts.en, 'en', first);
}

/** Makes and publishes an item unless there is one with its slug; answers its id. */
const seedItem =
  (cms: Cms, at: { site_id: string }) =>
  async (slug: string, locale: Locale, create: () => Promise<Reply<{ id: string }>>): Promise<string> => {
    const listedContent = expectOk(await cms.listContent({ params: at, query: { q: slug, locale, limit: 200 } }));
    const present = listedContent.find((item) => item.slug === slug);
    const id = present?.id ?? expectOk(await create()).id;
    const isNew = !present || (present.status === 'draft' && present.lock_version === 1);
    if (isNew) expectOk(await cms.publishContent({ params: { ...at, item_id: id }, headers: { 'if-match': '*' } }));
    return id;
  };

const once = () => ({ 'idempotency-key': newId() });

function expectOk<T>(reply: Reply<T>): T {
  if (reply.status >= 400)
    throw new Error(`the demo content could not be written: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}
