import { type Client, contractClient, platform as contracts } from '@platform/contracts';
import { newId } from '@platform/runtime';

const endpoints = contracts.cms.endpoints;

/** A platform, and the headers of an administrator of it. */
export interface Administered {
  baseUrl: string;
  headers: Record<string, string>;
}

/** The header of a change that any version will do for. */
export const anyVersion = { 'if-match': '*' };

/** A site with published posts, and its administrator. */
export interface BenchSite {
  site_id: string;
  site_code: string;
  /** Headers of a reader. */
  reader: Record<string, string>;
  admin: Client<typeof endpoints>;
  adminHeaders: Record<string, string>;
  slugs: string[];
  /** Path of a public read. */
  path(suffix: string): string;
}

/** Words of a made-up language: no two texts are alike, and each word has forms. */
const syllables = ['ва', 'ро', 'ле', 'ми', 'ту', 'ка', 'со', 'ны', 'ди', 'ба', 'ме', 'жу', 'ри', 'по', 'ще', 'ла'];

/** A sequence of numbers that is the same in each run (Park–Miller). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const word = (random: () => number): string =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]).join(
    '',
  );

export const words = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => word(random)).join(' ');

const atOnce = 8;

/** Makes a site with so many published posts of so many words. */
export async function makeSite(
  { baseUrl, headers }: Administered,
  posts: number,
  wordsInPost: number,
): Promise<BenchSite> {
  const admin = contractClient(endpoints, { baseUrl, headers });
  const { data: site } = await admin.createSite({
    body: { name: `Bench ${newId()}`, website_url: 'https://bench.example.com' },
  });
  const at = { site_id: site.id };
  const random = sequence(7);
  const texts = Array.from({ length: posts }, (_, n) => ({
    title: `${words(random, 4)} ${n}`,
    slug: `post-${n}`,
    excerpt: words(random, 20),
    body: words(random, wordsInPost),
  }));
  const publish = async (body: (typeof texts)[number]) => {
    const { data: post } = await admin.createPost({ params: at, body });
    const { status } = await admin.publishContent({
      params: { ...at, item_id: post.id },
      headers: anyVersion,
    });
    if (status !== 200) throw new Error(`a post was answered ${status}`);
  };
  for (let n = 0; n < texts.length; n += atOnce) await Promise.all(texts.slice(n, n + atOnce).map(publish));
  return {
    site_id: site.id,
    site_code: site.code,
    reader: { 'X-Public-Key': site.site_key },
    admin,
    adminHeaders: headers,
    slugs: texts.map(({ slug }) => slug),
    path: (suffix) => `/v1/sites/${site.code}${suffix}`,
  };
}

/** The id of a post by a part of its name. */
export async function findPost(site: BenchSite, name: string): Promise<string> {
  const { data: posts } = await site.admin.listPosts({
    params: { site_id: site.site_id },
    query: { q: name, limit: 1 },
  });
  return posts[0]?.id ?? '';
}

/**
 * Publishes a post with another text.
 * @throws when that is refused
 */
export async function publishText(site: BenchSite, post_id: string, body: string): Promise<void> {
  const at = { site_id: site.site_id };
  await site.admin.updatePost({ params: { ...at, post_id }, body: { body }, headers: anyVersion });
  const { status } = await site.admin.publishContent({ params: { ...at, item_id: post_id }, headers: anyVersion });
  if (status !== 200) throw new Error(`a publication was answered ${status}`);
}
