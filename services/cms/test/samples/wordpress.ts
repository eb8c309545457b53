/** A WXR 1.2 file as `wp-admin/includes/export.php` of WordPress writes it. */

const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

interface Item {
  id: number;
  title: string;
  name: string;
  content?: string;
  excerpt?: string;
  type?: string;
  status?: string;
  link?: string;
  date?: string;
  date_gmt?: string;
  parent?: number;
  password?: string;
  sticky?: boolean;
  attachment?: string;
  categories?: [domain: string, nicename: string, name: string][];
  meta?: Record<string, string>;
  comments?: number;
}

const itemXml = (item: Item): string => {
  const {
    id,
    title,
    name,
    content = '',
    excerpt = '',
    type = 'post',
    status = 'publish',
    parent = 0,
    password = '',
  } = item;
  const {
    link = `https://blog.example.com/2021/03/${name}/`,
    date = '2021-03-01 12:00:00',
    date_gmt = '2021-03-01 09:00:00',
  } = item;
  const categories = (item.categories ?? []).map(
    ([domain, nicename, text]) => `<category domain="${domain}" nicename="${nicename}">${cdata(text)}</category>`,
  );
  const meta = Object.entries(item.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  const comments = Array.from(
    { length: item.comments ?? 0 },
    (_, at) =>
      `<wp:comment><wp:comment_id>${at}</wp:comment_id><wp:comment_author>${cdata('Читатель')}</wp:comment_author><wp:comment_content>${cdata('Да')}</wp:comment_content></wp:comment>`,
  );
  return `<item>
    <title>${cdata(title)}</title>
    <link>${link.replaceAll('&', '&amp;')}</link>
    <pubDate>Mon, 01 Mar 2021 09:00:00 +0000</pubDate>
    <dc:creator>${cdata('anna')}</dc:creator>
    <guid isPermaLink="false">https://blog.example.com/?p=${id}</guid>
    <description></description>
    <content:encoded>${cdata(content)}</content:encoded>
    <excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date>${cdata(date)}</wp:post_date>
    <wp:post_date_gmt>${cdata(date_gmt)}</wp:post_date_gmt>
    <wp:comment_status>${cdata('open')}</wp:comment_status>
    <wp:ping_status>${cdata('open')}</wp:ping_status>
    <wp:post_name>${cdata(name)}</wp:post_name>
    <wp:status>${cdata(status)}</wp:status>
    <wp:post_parent>${parent}</wp:post_parent>
    <wp:menu_order>0</wp:menu_order>
    <wp:post_type>${cdata(type)}</wp:post_type>
    <wp:post_password>${cdata(password)}</wp:post_password>
    <wp:is_sticky>${item.sticky ? 1 : 0}</wp:is_sticky>
    ${item.attachment ? `<wp:attachment_url>${cdata(item.attachment)}</wp:attachment_url>` : ''}
    ${categories.join('\n')}
    ${meta.join('\n')}
    ${comments.join('\n')}
  </item>`;
};

export const wordpressItems: Item[] = [
  {
    id: 10,
    title: 'Привет, мир & «друзья»',
    name: '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82',
    content:
      'Первый абзац с <strong>жирным</strong>\nи второй строкой.\n\n<h2>Глава</h2>\n[caption id="attachment_20" align="alignnone" width="300"]<img src="https://blog.example.com/wp-content/uploads/a.jpg" alt="Стол" /> Подпись[/caption]\n\n[gallery ids="20,99"]\n\n[contact-form-7 id="5" title="Форма"]\n\n<pre>строка 1\n\nстрока 2</pre>\n<!--more-->\nПосле ката ]]> конец',
    excerpt: 'Коротко',
    sticky: true,
    comments: 2,
    categories: [
      ['category', 'zima', 'Зима'],
      ['category', 'novosti', 'Новости'],
      ['post_tag', 'sneg', 'снег'],
      ['series', 'one', 'Серия'],
    ],
    meta: { _thumbnail_id: '20', _edit_last: '1', my_field: 'значение' },
  },
  {
    id: 11,
    title: 'Блоки',
    name: 'blocks',
    content:
      '<!-- wp:paragraph -->\n<p>Текст</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery"><figure class="wp-block-image"><img src="https://blog.example.com/wp-content/uploads/b.jpg" alt=""/></figure></figure>\n<!-- /wp:gallery -->\n\n<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:html -->\n<form action="/x"><input></form>\n<!-- /wp:html -->',
    categories: [['category', 'novosti', 'Новости']],
    meta: { _thumbnail_id: '404' },
  },
  {
    id: 12,
    title: 'Черновик',
    name: '',
    status: 'draft',
    link: 'https://blog.example.com/?p=12',
    content: 'Позже',
    date_gmt: '0000-00-00 00:00:00',
  },
  {
    id: 13,
    title: 'Завтра',
    name: 'zavtra',
    status: 'future',
    date_gmt: '2026-06-01 09:00:00',
    link: 'https://blog.example.com/?p=13',
  },
  { id: 14, title: 'О нас', name: 'about', type: 'page', link: 'https://blog.example.com/about/', content: 'Мы' },
  {
    id: 15,
    title: 'Команда',
    name: 'team',
    type: 'page',
    parent: 14,
    link: 'https://blog.example.com/about/team/',
    content: 'Люди',
  },
  { id: 16, title: 'Личное', name: 'private', status: 'private' },
  { id: 17, title: 'С паролем', name: 'secret', password: 'x' },
  { id: 18, title: 'Меню', name: 'menu', type: 'nav_menu_item' },
  { id: 19, title: 'В корзине', name: 'gone__trashed', status: 'trash' },
  {
    id: 20,
    title: 'a',
    name: 'a',
    type: 'attachment',
    status: 'inherit',
    attachment: 'https://blog.example.com/wp-content/uploads/a.jpg',
  },
];

/** The text of an export. */
export const wordpressExport = (items: Item[] = wordpressItems): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file generated by WordPress as an export of your site. -->
<!-- generator="WordPress/6.5" created="2024-05-01 10:00" -->
<rss version="2.0"
  xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:wfw="http://wellformedweb.org/CommentAPI/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Блог</title>
  <link>https://blog.example.com</link>
  <description>Описание</description>
  <pubDate>Wed, 01 May 2024 10:00:00 +0000</pubDate>
  <language>ru-RU</language>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>https://blog.example.com</wp:base_site_url>
  <wp:base_blog_url>https://blog.example.com</wp:base_blog_url>
  <wp:author><wp:author_id>1</wp:author_id><wp:author_login>${cdata('anna')}</wp:author_login><wp:author_email>${cdata('anna@example.com')}</wp:author_email><wp:author_display_name>${cdata('Анна')}</wp:author_display_name><wp:author_first_name>${cdata('')}</wp:author_first_name><wp:author_last_name>${cdata('')}</wp:author_last_name></wp:author>
  <wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>${cdata('novosti')}</wp:category_nicename><wp:category_parent>${cdata('')}</wp:category_parent><wp:cat_name>${cdata('Новости')}</wp:cat_name></wp:category>
  <wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>${cdata('zima')}</wp:category_nicename><wp:category_parent>${cdata('novosti')}</wp:category_parent><wp:cat_name>${cdata('Зима')}</wp:cat_name></wp:category>
  <wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>${cdata('sneg')}</wp:tag_slug><wp:tag_name>${cdata('снег')}</wp:tag_name></wp:tag>
  <generator>https://wordpress.org/?v=6.5</generator>
${items.map(itemXml).join('\n')}
</channel>
</rss>
`;
