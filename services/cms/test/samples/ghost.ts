/**
 * Rows of a Ghost export in its documented form: {db: [{meta, data}]}, tables in the order of their names.
 */

const lexical = JSON.stringify({
  root: {
    type: 'root',
    version: 1,
    children: [
      { type: 'extended-heading', tag: 'h2', children: [{ type: 'extended-text', text: 'Заголовок', format: 0 }] },
      {
        type: 'paragraph',
        children: [
          { type: 'extended-text', text: 'Слова *и* ', format: 0 },
          {
            type: 'link',
            url: 'https://example.com',
            children: [{ type: 'extended-text', text: 'ссылка', format: 1 }],
          },
        ],
      },
      { type: 'image', src: '__GHOST_URL__/content/images/a.png', alt: 'А' },
    ],
  },
});

const mobiledoc = JSON.stringify({
  version: '0.3.1',
  atoms: [],
  cards: [['code', { code: 'x = 1', language: 'js' }]],
  markups: [['strong']],
  sections: [
    [1, 'h2', [[0, [], 0, 'Старое']]],
    [1, 'p', [[0, [0], 1, 'жирно']]],
    [3, 'ul', [[[0, [], 0, 'раз']], [[0, [], 0, 'два']]]],
    [10, 0],
  ],
});

const post = (id: string, more: Record<string, unknown>) => ({
  id,
  uuid: `00000000-0000-4000-8000-0000000${id.slice(-5)}`,
  title: 'Без названия',
  slug: id,
  mobiledoc: null,
  lexical: null,
  html: '<p>Text</p>',
  comment_id: id,
  plaintext: 'Text',
  feature_image: null,
  featured: 0,
  type: 'post',
  status: 'published',
  locale: null,
  visibility: 'public',
  email_recipient_filter: 'all',
  created_at: '2023-01-01T10:00:00.000Z',
  updated_at: '2023-01-02T10:00:00.000Z',
  published_at: '2023-01-02T10:00:00.000Z',
  custom_excerpt: null,
  codeinjection_head: null,
  codeinjection_foot: null,
  custom_template: null,
  canonical_url: null,
  newsletter_id: null,
  show_title_and_feature_image: 1,
  ...more,
});

export const ghostPosts = [
  post('63b1f0000000000000000001', {
    title: 'Первая «запись»',
    slug: 'pervaya-zapis',
    html: '<h2 id="a">Глава</h2><p>Ёлки <strong>и</strong> палки</p><figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2023/01/yolka.png" class="kg-image" alt="Ёлка" loading="lazy" width="600" height="400"><figcaption>Подпись</figcaption></figure><figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><img src="https://img.example.com/g1.png" alt=""></div></figure><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><figure class="kg-card kg-embed-card"><iframe src="https://rutube.ru/play/embed/abc" allowfullscreen></iframe></figure><script>alert(1)</script>',
    feature_image: '__GHOST_URL__/content/images/2023/01/cover.png',
    featured: 1,
    custom_excerpt: 'Коротко',
    codeinjection_head: '<script></script>',
  }),
  post('63b1f0000000000000000002', {
    title: 'Черновик',
    slug: 'chernovik',
    status: 'draft',
    published_at: null,
    html: null,
    lexical,
    plaintext: null,
  }),
  post('63b1f0000000000000000003', { title: 'Старый редактор', slug: 'old', html: null, mobiledoc, plaintext: null }),
  post('63b1f0000000000000000004', { title: 'О нас', slug: 'about', type: 'page' }),
  post('63b1f0000000000000000005', {
    title: 'Завтра',
    slug: 'zavtra',
    status: 'scheduled',
    published_at: '2026-05-01T09:00:00.000Z',
  }),
  post('63b1f0000000000000000006', { title: 'Для подписчиков', slug: 'members', visibility: 'members' }),
  post('63b1f0000000000000000007', {
    title: 'Картинка',
    slug: 'pics',
    html: '<p><img src=""><img src="data:image/png;base64,AAAA"></p>',
  }),
];

/** The text of an export. */
export const ghostExport = (posts: Record<string, unknown>[] = ghostPosts): string =>
  JSON.stringify({
    db: [
      {
        meta: { exported_on: 1_753_891_082_041, version: '5.130.1' },
        data: {
          benefits: [],
          comments: [{ id: 'c1', post_id: posts[0]?.id, html: '<p>!</p>' }],
          members: [
            { id: 'm1', email: 'reader@example.com', name: 'Reader' },
            { id: 'm2', email: 'two@example.com' },
          ],
          posts,
          posts_authors: [
            { id: 'pa1', post_id: posts[0]?.id, author_id: '1', sort_order: 0 },
            { id: 'pa2', post_id: posts[0]?.id, author_id: '2', sort_order: 1 },
          ],
          posts_meta: [
            {
              id: 'pm1',
              post_id: posts[0]?.id,
              meta_title: 'Для поиска',
              meta_description: null,
              feature_image_alt: 'Обложка',
            },
          ],
          posts_tags: [
            { id: 'pt1', post_id: posts[0]?.id, tag_id: 't2', sort_order: 1 },
            { id: 'pt2', post_id: posts[0]?.id, tag_id: 't1', sort_order: 0 },
            { id: 'pt3', post_id: posts[0]?.id, tag_id: 't3', sort_order: 2 },
          ],
          settings: [{ id: 's1', key: 'title', value: 'Блог' }],
          tags: [
            { id: 't1', name: 'Новости', slug: 'novosti', description: 'Все новости', visibility: 'public' },
            { id: 't2', name: 'Зима', slug: 'zima', description: null, visibility: 'public' },
            { id: 't3', name: '#internal', slug: 'hash-internal', description: null, visibility: 'internal' },
          ],
          users: [
            {
              id: '1',
              name: 'Анна',
              slug: 'anna',
              email: 'anna@example.com',
              bio: 'Пишет',
              website: 'https://anna.example.com',
              profile_image: null,
            },
            {
              id: '2',
              name: 'Борис',
              slug: 'boris',
              email: 'boris@example.com',
              bio: null,
              website: null,
              profile_image: '__GHOST_URL__/content/b.png',
            },
          ],
        },
      },
    ],
  });
