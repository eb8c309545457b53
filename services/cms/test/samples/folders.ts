/** Small folders as each generator writes them. The picture of `image` is a real one. */

export type Files = Record<string, string | Buffer>;

const yaml = (front: string, body = 'Text.'): string => `---\n${front.trim()}\n---\n\n${body}\n`;

export const hugoFolder = (image: Buffer): Files => ({
  'blog/hugo.toml': 'baseURL = "https://old.example.com/"',
  'blog/archetypes/default.md': '+++\ntitle = "{{ .Name }}"\ndraft = true\n+++\n',
  'blog/content/posts/_index.md': '+++\ntitle = "All posts"\n+++\n',
  'blog/content/posts/first.md': `+++
title = "First & foremost"
date = 2021-03-04T05:06:07+03:00
lastmod = 2022-01-01
draft = false
tags = ["snow", "ice"]
categories = ["News", "More"]
description = "For search"
summary = "For lists"
author = "Anna"
aliases = ["/old/first/", "relative"]
[cover]
image = "/images/cover.png"
alt = "A table"
+++

See [second]({{< ref "second.md" >}}), [third](../third/) and [second again](/posts/second-slug/).

![A table](/images/cover.png) {{< tweet 123 >}}

{{< figure src="/images/cover.png" alt="Figure" caption="Caption" >}}

\`{{< ref "code.md" >}}\`
`,
  'blog/content/posts/second.md': yaml('title: Second\nslug: second-slug\ndate: 2021-01-02'),
  'blog/content/posts/third/index.md': yaml('Title: Third\nDate: 2021-01-03 10:00:00 +0300', '![](pic.png)'),
  'blog/content/posts/third/pic.png': image,
  'blog/content/posts/draft-toml.md': '+++\ntitle = "Draft TOML"\ndraft = true\n+++\nSecret\n',
  'blog/content/posts/draft-yaml.md': yaml('title: Draft YAML\nDraft: yes', 'Secret'),
  'blog/content/posts/draft-json.md': '{\n  "title": "Draft JSON",\n  "draft": true\n}\nSecret\n',
  'blog/content/posts/broken.md': '+++\ntitle = = "Broken"\ndraft = true\n+++\nSecret\n',
  'blog/content/posts/soon.md': yaml('title: Soon\ndate: 2026-04-01'),
  'blog/content/posts/far.md': yaml('title: Far\npublishDate: 2030-01-01'),
  'blog/content/posts/expired.md': yaml('title: Expired\nexpiryDate: 2020-01-01'),
  'blog/content/docs/_index.md': yaml('title: Documentation'),
  'blog/content/docs/setup/_index.md': yaml('title: Setting up\nweight: 7'),
  'blog/content/docs/setup/install.md': yaml('title: Install\nweight: 3', 'Back to [the setup](../).'),
  'blog/static/images/cover.png': image,
  'blog/static/unused.css': 'a{}',
  'blog/README.md': '# The code of the blog',
});

/** A blog of Hugo in two languages, with drafts that their directories and the settings make drafts. */
export const hugoCascadeFolder = (): Files => ({
  'hugo.toml': `defaultContentLanguage = "ru"
[[cascade]]
draft = true
[cascade.target]
path = "/secret-*/**"
`,
  'content/posts/_index.md': '+++\ntitle = "All posts"\n[cascade]\nauthor = "Anna"\n+++\n',
  'content/posts/plain.md': yaml('title: Plain\ndate: 2021-01-01'),
  'content/posts/plain.en.md': yaml('title: Plain in English\ndate: 2021-01-01'),
  'content/posts/inside/_index.md': yaml('title: Inside\ncascade:\n  draft: true'),
  'content/posts/inside/hidden.md': yaml('title: Hidden', 'Secret'),
  'content/posts/inside/shown.md': yaml('title: Shown\ndraft: false'),
  'content/posts/never/_index.md': yaml(
    'title: Never\ncascade:\n  - build:\n      render: never\n    _target:\n      path: /posts/never/a*',
  ),
  'content/posts/never/apart.md': yaml('title: Never built', 'Secret'),
  'content/posts/never/other.md': yaml('title: Built'),
  'content/posts/broken/_index.md': '+++\ntitle = = "x"\n[cascade]\ndraft = true\n+++\n',
  'content/posts/broken/inner.md': yaml('title: In a broken directory', 'Secret'),
  'content/secret-plans/plan.md': yaml('title: Plan', 'Secret'),
  'content/docs/guide.md': yaml('title: Руководство'),
  'content/en/docs/guide.md': yaml('title: Guide'),
});

/** A blog of Jekyll whose settings decide which texts are shown. */
export const jekyllDefaultsFolder = (): Files => ({
  '_config.yml': `title: Blog
defaults:
  - scope: { path: "", type: posts }
    values: { author: Anna, published: true }
  - scope: { path: _posts/private }
    values: { published: false }
  - scope: { path: "", type: "drafts" }
    values: { published: true }
  - scope: { path: "notes/*/inner" }
    values: { published: false }
`,
  '_posts/2020-05-06-open.md': yaml('title: Open'),
  '_posts/private/2020-05-07-closed.md': yaml('title: Closed', 'Secret'),
  '_posts/private/2020-05-08-opened.md': yaml('title: Opened\npublished: true'),
  '_drafts/idea.md': yaml('title: Idea', 'Secret'),
  'notes/a/inner/deep.md': yaml('title: Deep', 'Secret'),
  'notes/a/outer.md': yaml('title: Outer'),
});

/** Documents of Docusaurus in two languages. */
export const docusaurusTranslations = (): Files => ({
  'docusaurus.config.js': 'module.exports = {};',
  'docs/start.md': yaml('title: Start'),
  'blog/2021-06-07-news.md': yaml('title: News'),
  'i18n/ru/docusaurus-plugin-content-docs/current/start.md': yaml('title: Начало'),
  'i18n/ru/docusaurus-plugin-content-blog/2021-06-07-news.md': yaml('title: Новости'),
});

export const jekyllFolder = (image: Buffer): Files => ({
  '_config.yml': 'title: Blog\n',
  '_layouts/post.html': '<html>',
  '_posts/2020-05-06-hello-world.markdown': yaml(
    'layout: post\ntitle: "Hello, world"\ntags: one two\ncategories: News\nimage: /assets/img/a.png\nredirect_from: /hi/',
    'See {% post_url 2020-05-07-second %} or [it]({% post_url 2020-05-07-second %}).\n\n![A]({{ site.baseurl }}/assets/img/a.png)\n\n{% include note.html %}',
  ),
  '_posts/2020-05-07-second.md': yaml('title: Second\npermalink: /second-one/'),
  '_posts/2020-05-08-hidden.md': yaml('title: Hidden\npublished: false', 'Secret'),
  '_posts/2027-01-01-future.md': yaml('title: Future'),
  '_drafts/idea.md': yaml('title: Idea', 'Secret'),
  'about.md': yaml('title: About\npermalink: /about/'),
  'assets/img/a.png': image,
  'README.md': 'The code',
});

export const astroFolder = (image: Buffer): Files => ({
  'astro.config.mjs': 'export default {};',
  'package.json': '{}',
  'src/content/blog/first.mdx': yaml(
    "title: First\npubDate: 'Jul 08 2022'\nupdatedDate: 'Jul 09 2022'\nheroImage: '../../assets/hero.png'\ndescription: About it",
    "import Chart from '../../components/Chart.astro';\n\n{/* not for readers */}\n\nSee [the second](./second.md#part).\n\n<Chart data={1} />\n\n```js\nimport x from 'y';\n```",
  ),
  'src/content/blog/second.md': yaml('title: Second\ndraft: false', '## Part'),
  'src/content/blog/draft.md': yaml('title: Draft\ndraft: true', 'Secret'),
  'src/assets/hero.png': image,
  'src/components/Chart.astro': '<div/>',
});

export const docusaurusFolder = (image: Buffer): Files => ({
  'site/docusaurus.config.js': 'module.exports = {};',
  'site/blog/authors.yml': 'anna:\n  name: Anna Petrova\n  title: Editor\n  url: https://anna.example.com\n',
  'site/blog/2021-06-07-release/index.md': yaml(
    'title: Release\nauthors: [anna]\ntags: [news]\nimage: ./shot.png',
    'Text\n\n<!-- truncate -->\n\n![Shot](./shot.png) [docs](/docs/guides/start)',
  ),
  'site/blog/2021-06-07-release/shot.png': image,
  'site/blog/2021-06-08-unlisted.md': yaml('title: Unlisted\nunlisted: true', 'Secret'),
  'site/docs/01-intro.md': yaml(
    'sidebar_position: 2\nid: intro',
    '# Introduction {#intro}\n\n[Start](guides/start.md)',
  ),
  'site/docs/guides/_category_.json': '{"label": "Guides", "position": 4}',
  'site/docs/guides/start.mdx': yaml('title: Start', ':::note\n\nA note\n\n:::'),
  'site/docs/_partial.md': 'Part',
  'site/src/theme/x.js': '',
});

export const obsidianFolder = (image: Buffer): Files => ({
  'Записки/.obsidian/app.json': '{}',
  'Записки/.trash/old.md': 'Secret',
  'Записки/Первая заметка.md': yaml(
    'aliases: [Другое имя]\ntags:\n  - снег\ncreated: 2021-01-01',
    'Смотри [[Вторая заметка|вторую]], [[Вторая заметка#Глава]] и [[Нет такой]].\n\n![[Фото.png|300]]\n\n%%не для читателей%%\n\n`[[код]]`',
  ),
  'Записки/Раздел/Вторая заметка.md': '## Глава\n\nТекст',
  'Записки/Секрет.md': yaml('publish: false', 'Secret'),
  'Записки/files/Фото.png': image,
});
