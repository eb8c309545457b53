import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPhoto } from './asset-files.ts';
import { type Newsroom, ok, openNewsroom } from './newsroom.ts';
import {
  astroFolder,
  docusaurusFolder,
  docusaurusTranslations,
  type Files,
  hugoCascadeFolder,
  hugoFolder,
  jekyllDefaultsFolder,
  jekyllFolder,
  obsidianFolder,
} from './samples/folders.ts';
import { importInto, zipOf } from './transfer-files.ts';

/** Folders of Markdown as other systems write them. */

type Import = Awaited<ReturnType<typeof importInto>>;

let n: Newsroom;
let photo: Buffer;
beforeAll(async () => {
  photo = await aPhoto({ seed: 31 });
  n = await openNewsroom();
});
afterAll(() => n.stop());

const newSite = async (body = {}) =>
  ok(await n.admin.createSite({ body: { name: 'Moved', website_url: 'https://new.example.com', ...body } })).id;
const options = { format: 'markdown_zip', publish: true } as const;

interface Row {
  kind: string;
  title: string;
  slug: string;
  status: string;
  scheduled_at: Date | null;
  folder: string | null;
  position: number;
  fields: Record<string, unknown> & { body: string };
}

const rowsOf = async (site_id: string): Promise<Record<string, Row>> => {
  const rows = await n.t.database.query<Row>(
    `SELECT i.kind, i.title, i.slug, i.status, i.scheduled_at, f.name AS folder, i.position, r.fields
     FROM cms.items i JOIN cms.revisions r ON r.item_id = i.id AND r.revision = i.revision
     LEFT JOIN cms.folders f ON f.id = i.folder_id WHERE i.site_id = $1`,
    [site_id],
  );
  return Object.fromEntries(rows.map((row) => [row.title, row]));
};

const statuses = (rows: Record<string, Row>) =>
  Object.fromEntries(Object.values(rows).map(({ title, status }) => [title, status]));

const warningsOf = ({ entries }: Import, title: string): string[] =>
  entries
    .filter((entry) => entry.title === title && entry.kind !== 'folder')
    .flatMap((entry) => entry.warnings.map(({ code }) => code));

/** A dry run, the import, and a second one, which have to agree. */
async function importFolder(
  files: Files,
  site = {},
): Promise<{ site_id: string; done: Import; rows: Record<string, Row> }> {
  const site_id = await newSite(site);
  const file = await zipOf(files);
  const dry = await importInto(n.admin, site_id, file, { ...options, dry_run: true });
  const done = await importInto(n.admin, site_id, file, options);
  expect([done.status, done.entries.filter(({ outcome }) => outcome === 'failed')]).toEqual(['finished', []]);
  expect(dry.report).toEqual(done.report);
  expect(dry.losses).toEqual(done.losses);
  const rows = await rowsOf(site_id);
  const second = await importInto(n.admin, site_id, file, options);
  expect(second.report).toMatchObject({ created: 0, updated: 0, failed: 0 });
  expect(await rowsOf(site_id)).toEqual(rows);
  for (const row of Object.values(rows))
    if (row.status === 'published') expect(row.fields.body).not.toContain('Secret');
  expect(JSON.stringify(rows)).not.toContain('platform-import');
  return { site_id, done, rows };
}

test('a folder of Hugo arrives with its dates, words, images and links, and none of its drafts is public', async () => {
  const { site_id, done, rows } = await importFolder(hugoFolder(photo));
  expect(statuses(rows)).toEqual({
    'First & foremost': 'published',
    Second: 'published',
    Third: 'published',
    'Draft TOML': 'draft',
    'Draft YAML': 'draft',
    'Draft JSON': 'draft',
    broken: 'draft',
    Soon: 'scheduled',
    Far: 'draft',
    Expired: 'draft',
    'Setting up': 'published',
    Install: 'published',
  });
  const first = rows['First & foremost'];
  expect(first).toMatchObject({
    kind: 'post',
    slug: 'first',
    fields: {
      tags: ['snow', 'ice'],
      excerpt: 'For lists',
      meta_description: 'For search',
      cover_alt: 'A table',
      published_at: '2021-03-04T02:06:07.000Z',
    },
  });
  expect(first?.fields.cover_asset_id).toEqual(expect.any(String));
  expect(first?.fields.category_id).toEqual(expect.any(String));
  expect(first?.fields.author_id).toEqual(expect.any(String));
  expect(first?.fields.body).toMatch(
    /See \[second\]\(\/blog\/second-slug\), \[third\]\(\/blog\/third\) and \[second again\]\(\/blog\/second-slug\)\./,
  );
  expect(first?.fields.body).toMatch(/!\[A table\]\(\/assets\/cms\/[0-9a-f]{64}\.\w+\) \{\{< tweet 123 >\}\}/);
  expect(first?.fields.body).toMatch(/!\[Figure\]\(\/assets\/cms\/[0-9a-f]{64}\.\w+\)\n\n\*Caption\*/);
  expect(first?.fields.body).toContain('`{{< ref "code.md" >}}`');
  expect(rows.Third?.fields.body).toMatch(/!\[\]\(\/assets\/cms\//);
  expect(rows.Third?.slug).toBe('third');
  expect(rows.Soon?.scheduled_at?.toISOString()).toBe('2026-04-01T00:00:00.000Z');
  expect(rows.Install).toMatchObject({ kind: 'article', folder: 'Setting up', position: 3 });
  expect(warningsOf(done, 'First & foremost').toSorted()).toEqual(['category_lost', 'fields_lost', 'shortcode']);
  expect(warningsOf(done, 'broken')).toEqual(['front_matter_unreadable']);
  expect(warningsOf(done, 'Far')).toEqual(['schedule_lost']);
  expect(warningsOf(done, 'Expired')).toEqual(['not_public']);
  const redirects = ok(await n.admin.listRedirects({ params: { site_id } })).map(({ from, to }) => `${from} ${to}`);
  expect(redirects).toEqual(
    expect.arrayContaining(['/old/first/ /blog/first', '/posts/second-slug/ /blog/second-slug']),
  );
  expect(redirects.join()).not.toContain('draft');
});

test('a folder of Jekyll arrives with the dates of its file names, and none of its drafts is public', async () => {
  const { site_id, done, rows } = await importFolder(jekyllFolder(photo));
  expect(statuses(rows)).toEqual({
    'Hello, world': 'published',
    Second: 'published',
    Hidden: 'draft',
    Future: 'scheduled',
    Idea: 'draft',
    About: 'published',
  });
  const hello = rows['Hello, world'];
  expect(hello).toMatchObject({
    kind: 'post',
    slug: 'hello-world',
    fields: { tags: ['one', 'two'], published_at: '2020-05-06T00:00:00.000Z' },
  });
  expect(hello?.fields.cover_asset_id).toEqual(expect.any(String));
  expect(hello?.fields.body).toMatch(/See \/blog\/second or \[it\]\(\/blog\/second\)\.\n\n!\[A\]\(\/assets\/cms\//);
  expect(hello?.fields.body).toContain('{% include note.html %}');
  expect(warningsOf(done, 'Hello, world')).toEqual(['shortcode']);
  expect(rows.About?.kind).toBe('article');
  const redirects = ok(await n.admin.listRedirects({ params: { site_id } })).map(({ from, to }) => `${from} ${to}`);
  expect(redirects).toEqual(
    expect.arrayContaining([
      '/hi/ /blog/hello-world',
      '/second-one/ /blog/second',
      '/news/2020/05/06/hello-world.html /blog/hello-world',
    ]),
  );
});

/** Groups of texts that are translations of each other. */
const translationsOf = async (site_id: string): Promise<string[][]> => {
  const rows = await n.t.database.query<{ titles: string[] }>(
    `SELECT array_agg(title || ' ' || locale ORDER BY id = group_id DESC, title) AS titles FROM cms.items
     WHERE site_id = $1 GROUP BY group_id HAVING count(*) > 1 ORDER BY 1`,
    [site_id],
  );
  return rows.map(({ titles }) => titles);
};

test('what a directory or the settings of Hugo call a draft is none here, and translations are one text', async () => {
  const { site_id, done, rows } = await importFolder(hugoCascadeFolder(), { locales: ['ru', 'en'] });
  expect(statuses(rows)).toEqual({
    Plain: 'published',
    'Plain in English': 'published',
    Hidden: 'draft',
    Shown: 'published',
    'Never built': 'draft',
    Built: 'published',
    'In a broken directory': 'draft',
    Plan: 'draft',
    Руководство: 'published',
    Guide: 'published',
  });
  expect(rows.Plain?.fields.author_id).toEqual(expect.any(String));
  expect(await translationsOf(site_id)).toEqual([
    ['Plain ru', 'Plain in English en'],
    ['Руководство ru', 'Guide en'],
  ]);
  expect(warningsOf(done, 'Hidden')).toEqual(['not_public']);
});

test('what the defaults of Jekyll do not publish is a draft', async () => {
  const { rows } = await importFolder(jekyllDefaultsFolder());
  expect(statuses(rows)).toEqual({
    Open: 'published',
    Closed: 'draft',
    Opened: 'published',
    Idea: 'draft',
    Deep: 'draft',
    Outer: 'published',
  });
  expect(rows.Open?.fields.author_id).toEqual(expect.any(String));
});

test.each([
  [
    'the first value of a cascade comes before the others',
    {
      'hugo.toml': 'title = "x"',
      'content/posts/_index.md':
        '---\ntitle: All\ncascade:\n  - draft: true\n    target: { path: /posts/in/** }\n  - draft: false\n---\n',
      'content/posts/in/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'a cascade of a language is for its texts',
    {
      'hugo.toml': 'defaultContentLanguage = "ru"',
      'content/posts/_index.en.md': '---\ntitle: All\ncascade:\n  draft: true\n---\n',
      'content/posts/_index.ru.md': '---\ntitle: All\ncascade:\n  draft: false\n---\n',
      'content/posts/a.en.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'a target may have alternatives',
    {
      'hugo.toml': 'title = "x"',
      'content/posts/_index.md': '---\ntitle: All\ncascade:\n  draft: true\n---\n',
      'content/posts/in/_index.md':
        '---\ntitle: In\ncascade:\n  - draft: false\n    target: { path: "/posts/in/{open,public}/**" }\n---\n',
      'content/posts/in/secret/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'settings of Hugo may begin with the mark of a document',
    {
      'hugo.yaml':
        '# Settings\r\n---\r\ntitle: x\r\ncascade:\r\n  - target: { path: /posts/in/** }\r\n    draft: true\r\n',
      'content/posts/in/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'settings of Hugo may be those of production',
    {
      'hugo.toml': 'title = "x"',
      'config/production/hugo.toml': '[[cascade]]\ndraft = true\n',
      'content/posts/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'settings of Jekyll may begin with the mark of a document',
    {
      '_config.yml': '---\ntitle: x\ndefaults:\n  - scope: { path: _posts/in }\n    values: { published: false }\n',
      '_posts/in/2020-05-07-a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'settings of Jekyll may be in TOML',
    {
      '_config.toml': '[[defaults]]\n[defaults.scope]\npath = "_posts/in"\n[defaults.values]\npublished = false\n',
      '_posts/in/2020-05-07-a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'a language of Hugo may be turned off',
    {
      'hugo.toml': 'defaultContentLanguage = "ru"\n[languages.en]\ndisabled = true\n',
      'content/posts/a.en.md': '---\ntitle: Hidden\ndraft: false\n---\nSecret',
    },
  ],
  [
    'Jekyll may exclude a directory',
    {
      '_config.yml': 'exclude: [/notes/]\n',
      'notes/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'Jekyll makes no pages of a collection that is not output',
    {
      '_config.yml': 'collections: { staff: { output: false } }\n',
      '_staff/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
  [
    'more directories than are read may make drafts',
    {
      'hugo.toml': 'title = "x"',
      ...Object.fromEntries(
        Array.from({ length: 1_001 }, (_, at) => [
          `content/posts/d${at}/_index.md`,
          `---\ntitle: All\ncascade:\n  ${at === 1_000 ? 'draft: true' : 'author: Anna'}\n---\n`,
        ]),
      ),
      'content/posts/d1000/a.md': '---\ntitle: Hidden\n---\nSecret',
    },
  ],
] as [string, Files][])('no draft is public: %s', async (_, files) => {
  const { rows } = await importFolder(files, { locales: ['ru', 'en'] });
  expect(statuses(rows)).toEqual({ Hidden: 'draft' });
});

test('translations of Docusaurus are translations here', async () => {
  const { site_id } = await importFolder(docusaurusTranslations(), { locales: ['en', 'ru'], default_locale: 'en' });
  expect(await translationsOf(site_id)).toEqual([
    ['News en', 'Новости ru'],
    ['Start en', 'Начало ru'],
  ]);
});

test('a folder of Astro arrives without the code of its pages', async () => {
  const { done, rows } = await importFolder(astroFolder(photo));
  expect(statuses(rows)).toEqual({ First: 'published', Second: 'published', Draft: 'draft' });
  const first = rows.First;
  expect(first).toMatchObject({ kind: 'post', slug: 'first', fields: { published_at: '2022-07-08T00:00:00.000Z' } });
  expect(first?.fields.cover_asset_id).toEqual(expect.any(String));
  expect(first?.fields.body).toContain('[the second](/blog/second#part)');
  expect(first?.fields.body).toContain("```js\nimport x from 'y';\n```");
  expect(first?.fields.body).not.toMatch(/components\/Chart|not for readers/);
  expect(warningsOf(done, 'First').toSorted()).toEqual(['code_lost', 'comment_lost', 'component', 'fields_lost']);
});

test('a folder of Docusaurus arrives with its order, its authors and its folders', async () => {
  const { site_id, done, rows } = await importFolder(docusaurusFolder(photo));
  expect(statuses(rows)).toEqual({
    Release: 'published',
    Unlisted: 'draft',
    Introduction: 'published',
    Start: 'published',
  });
  expect(rows.Release).toMatchObject({ kind: 'post', slug: 'release', fields: { tags: ['news'] } });
  expect(rows.Release?.fields.body).toMatch(/!\[Shot\]\(\/assets\/cms\/\S+\) \[docs\]\(\/help\/start\)/);
  const author = { site_id, author_id: String(rows.Release?.fields.author_id) };
  expect(ok(await n.admin.getAuthor({ params: author })).name).toBe('Anna Petrova');
  expect(rows.Introduction).toMatchObject({ kind: 'article', slug: 'intro', position: 2, folder: null });
  expect(rows.Introduction?.fields.body).toContain('[Start](/help/start)');
  expect(rows.Start?.folder).toBe('Guides');
  expect(warningsOf(done, 'Start')).toEqual(['directive']);
});

test('a vault of Obsidian arrives with its links, and its private notes are not public', async () => {
  const { done, rows } = await importFolder(obsidianFolder(photo));
  expect(statuses(rows)).toEqual({ 'Первая заметка': 'published', 'Вторая заметка': 'published', Секрет: 'draft' });
  const first = rows['Первая заметка'];
  expect(first?.slug).toBe('pervaya-zametka');
  expect(first?.fields.body).toContain('[вторую](/help/vtoraya-zametka)');
  expect(first?.fields.body).toContain('[Вторая заметка](/help/vtoraya-zametka#глава)');
  expect(first?.fields.body).toContain('[[Нет такой]]');
  expect(first?.fields.body).toMatch(/!\[\]\(\/assets\/cms\//);
  expect(first?.fields.body).toContain('`[[код]]`');
  expect(first?.fields.body).not.toContain('не для читателей');
  expect(warningsOf(done, 'Первая заметка').toSorted()).toEqual(['comment_lost', 'link_lost', 'tag_lost']);
});

test('what an import loses is counted by kind, with examples, before anything is written', async () => {
  const site_id = await newSite();
  const dry = await importInto(n.admin, site_id, await zipOf(hugoFolder(photo)), { ...options, dry_run: true });
  expect(Object.keys(await rowsOf(site_id))).toEqual([]);
  const losses = Object.fromEntries(dry.losses.map(({ code, ...loss }) => [code, loss]));
  expect(losses.not_public?.count).toBe(4);
  expect(losses.not_markdown?.examples.length).toBeGreaterThan(0);
  expect(losses.schedule_lost).toEqual({
    count: 1,
    examples: [{ kind: 'post', title: 'Far', message: expect.stringContaining('2030-01-01') }],
  });
  expect(dry.losses.every(({ examples }) => examples.length <= 3)).toBe(true);
});

test('links lead to the address that a text gets, also if its name was taken', async () => {
  const site_id = await newSite();
  ok(await n.admin.createPost({ params: { site_id }, body: { title: 'Here', slug: 'second', body: 'Text' } }));
  const files = {
    'posts/first.md': 'See [it](second.md).',
    'posts/second.md': '# Two',
    'posts/sub/second.md': '# Three',
  };
  await importInto(n.admin, site_id, await zipOf(files), options);
  const rows = await rowsOf(site_id);
  expect(rows.first?.fields.body).toBe(`See [it](/blog/${rows.Two?.slug}).`);
  expect(new Set(Object.values(rows).map(({ slug }) => slug)).size).toBe(4);
});
