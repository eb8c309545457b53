/** Systems that write sites from Markdown folders. Other folders are taken as they are. */
export type Generator = 'hugo' | 'jekyll' | 'docusaurus' | 'astro' | 'obsidian';

export interface FolderLayout {
  generator: Generator | null;
  /** The directory of the project in the archive, with a slash behind it; empty for the top. */
  root: string;
  /** Whether a file of the system itself says so: then texts elsewhere are no content. */
  isCertain: boolean;
}

/** What a Markdown file is, by its path alone. */
export interface FolderPage {
  kind: 'post' | 'article';
  /** Directories of an article below the directory of all texts, in the file's spelling. */
  folders: string[];
  /** Name of the text in addresses: of the file, or of the directory of an `index` file. */
  base: string;
  /** A file that describes its directory (`_index.md`). */
  isSection: boolean;
  isDraft: boolean;
  locale: string | null;
  /** `YYYY-MM-DD` of the file name. */
  date: string | null;
  /** Where it is among all texts, without its language: translations of one text have one. */
  path: string;
  /** Number before the name, which orders files. */
  number: number | null;
}

export const markdownEnding = /\.(?:md|mdx|markdown|mdown|mkd)$/i;

/** Levels of directories in which a project may be, from the top of an archive. */
const maxRootLevel = 4;

/** Files and directories that only one system has. */
const certainSigns: [Generator, (name: string, below: string | undefined) => boolean][] = [
  ['docusaurus', (name) => /^docusaurus\.config\.[cm]?[jt]s$/.test(name)],
  ['astro', (name) => /^astro\.config\.[cm]?[jt]s$/.test(name)],
  ['hugo', (name, below) => /^hugo\.(?:toml|ya?ml|json)$/.test(name) || (name === 'config' && below === '_default')],
  ['jekyll', (name) => /^_config\.(?:ya?ml|toml)$/.test(name)],
  ['obsidian', (name) => name === '.obsidian'],
];
/** Names that a part of a project has, which may be in any folder. */
const likelySigns: [Generator, (name: string, below: string | undefined) => boolean][] = [
  ['docusaurus', (name, below) => name === 'docs' && below !== undefined && /^_category_\.(?:json|ya?ml)$/.test(below)],
  ['astro', (name, below) => name === 'src' && below === 'content'],
  ['hugo', (name, below) => below !== undefined && (name === 'content' || name === 'archetypes')],
  ['jekyll', (name, below) => below !== undefined && (name === '_posts' || name === '_drafts')],
];

/** The system that wrote a folder, and where its project is. Pure. */
export function detectLayout(names: readonly string[]): FolderLayout {
  for (const [isCertain, signs] of [
    [true, certainSigns],
    [false, likelySigns],
  ] as const)
    for (const [generator, isSign] of signs) {
      const root = findRoot(names, isSign);
      if (root !== null) return { generator, root, isCertain };
    }
  return { generator: null, root: '', isCertain: false };
}

/** The shortest directory with a sign. */
function findRoot(
  names: readonly string[],
  isSign: (name: string, below: string | undefined) => boolean,
): string | null {
  let found: string | null = null;
  for (const name of names) {
    if (isIgnored(name)) continue;
    const parts = name.split('/', maxRootLevel + 1);
    const level = parts.findIndex((part, at) => at < maxRootLevel && isSign(part, parts[at + 1]));
    if (level === -1) continue;
    const root = level === 0 ? '' : `${parts.slice(0, level).join('/')}/`;
    if (found === null || root.length < found.length) found = root;
  }
  return found;
}

/** Directories of tools; nothing in them is content. `.obsidian` itself is a sign of its system. */
const isIgnored = (name: string): boolean => /(?:^|\/)(?:node_modules|__MACOSX|\.git|\.trash)\//.test(name);

const postFolders = new Set(['posts', 'post', 'blog', 'news', '_posts', '_drafts']);
const contentRoots = [['src', 'content'], ['src', 'pages'], ['content'], ['source']];
const toolFolders = new Set(
  '_site _layouts _includes _sass _data _plugins themes archetypes layouts versioned_docs public static'.split(' '),
);
/** Languages that a directory or an ending of Hugo may name: other pairs of letters are words. */
const language = /^(?:en|ru|de|fr|es|it|pt|zh|ja|ko|uk|be|kk|pl|tr|nl|cs|uz|hy|ka)(?:[-_][A-Za-z]{2,4})?$/;
const projectPapers = /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security|todo)$/i;

/** What a Markdown file of a folder is; null for one that is no content of the site. Pure. */
export function describePage(name: string, { generator, root, isCertain }: FolderLayout): FolderPage | null {
  const isInProject = name.startsWith(root);
  if (isIgnored(name) || (isCertain && !isInProject)) return null;
  let parts = (isInProject ? name.slice(root.length) : name).split('/');
  const file = parts.pop() ?? '';
  if ([...parts, file].some((part) => part.startsWith('.'))) return null;
  const isOfTool = toolFolders.has(parts[0] ?? '') && (isCertain || (parts[0] ?? '').startsWith('_'));
  if (generator !== null && generator !== 'obsidian' && isOfTool) return null;
  let locale: string | null = null;
  if (generator === 'docusaurus' && parts[0] === 'i18n') {
    locale = parts[1] ?? null;
    const plugin = parts[2] ?? '';
    if (!/^docusaurus-plugin-content-(?:docs|blog)$/.test(plugin)) return null;
    parts = plugin.endsWith('docs') ? ['docs', ...parts.slice(4)] : ['blog', ...parts.slice(3)];
  }
  const contentRoot =
    generator === null || generator === 'obsidian'
      ? undefined
      : contentRoots.find((one) => one.every((part, at) => parts[at] === part));
  if (contentRoot) parts = parts.slice(contentRoot.length);
  if (generator === 'hugo' && contentRoot && language.test(parts[0] ?? '')) locale = parts.shift() ?? null;
  const isInContent = contentRoot !== undefined || parts[0] === 'docs' || parts[0] === 'blog';
  if (isCertain && generator !== 'jekyll' && generator !== 'obsidian' && !isInContent) return null;

  let base = file.replace(markdownEnding, '');
  const suffix = generator === 'hugo' ? /^(.+)\.([A-Za-z-]{2,7})$/.exec(base) : null;
  if (suffix && language.test(suffix[2] ?? '')) [, base = base, locale = null] = suffix;
  const isPaper = parts.length === 0 && projectPapers.test(base);
  if (isPaper && generator !== null && generator !== 'obsidian') return null;
  const isSection = base === '_index';
  const isHidden = (part: string) => part.startsWith('_') && !postFolders.has(part);
  if (!isSection && (isHidden(base) || parts.some(isHidden)))
    if (generator !== 'obsidian' && !(generator === 'jekyll' && !isHidden(base)))
      // Collections of Jekyll and folders of Obsidian begin so; elsewhere such files are parts of others.
      return null;

  const path = [...parts, base].join('/');
  const lower = parts.map((part) => part.toLowerCase());
  const isPost = postFolders.has(lower[0] ?? '') || lower.includes('_posts') || lower.includes('_drafts');
  const isDraft = lower.includes('_drafts');
  if (lower[0] === 'docs' || (lower[0] === 'articles' && !contentRoot)) parts = parts.slice(1);
  // In the directory of all posts an index is a list.
  const isIndex = isSection || /^index$/i.test(base) || (generator === 'docusaurus' && /^readme$/i.test(base));
  const directory = isIndex ? parts.at(-1) : undefined;
  const isBundle = directory !== undefined && !isSection && !(isPost && parts.length === 1);
  const folders = isPost ? [] : isBundle && generator === 'hugo' ? parts.slice(0, -1) : parts;
  let number: number | null = null;
  const cleaned = (part: string) => {
    const match = generator === 'docusaurus' ? /^(\d{1,5})\s*[-_.]+\s*(?=[^\d\s_.-])(.+)$/.exec(part) : null;
    return match ? { name: match[2] ?? part, number: Number(match[1]) } : { name: part, number: null };
  };
  const named = isBundle ? directory : base;
  const dated = /^(\d{4})-(\d\d?)-(\d\d?)(?:[-_ ](.+))?$/.exec(named);
  const isDated = isPost && dated !== null;
  const date = isDated
    ? `${dated[1]}-${dated[2]?.padStart(2, '0')}-${dated[3]?.padStart(2, '0')}`
    : dateOfPath(parts, isPost);
  ({ name: base, number } = cleaned(isDated ? (dated[4] ?? named) : named));
  return {
    kind: isPost ? 'post' : 'article',
    folders: folders.map((part) => cleaned(generator === 'jekyll' ? part.replace(/^_/, '') : part).name),
    base,
    isSection,
    isDraft,
    locale,
    date,
    path,
    number,
  };
}

/** The date of directories `YYYY/MM/DD`. */
function dateOfPath(parts: readonly string[], isPost: boolean): string | null {
  const match = isPost ? /(?:^|\/)(\d{4})\/(\d\d)\/(\d\d)(?:\/|$)/.exec(parts.join('/')) : null;
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
}

/**
 * The path that a text had on the former site, by the defaults of its system; null where it is not known.
 * @param slug the name that the front matter gives it
 */
export function formerPath(
  page: FolderPage,
  generator: Generator | null,
  { slug, categories, date }: { slug: string | null; categories: readonly string[]; date: string | null },
  name: string,
): string | null {
  const base = (slug ?? page.base).replaceAll(/\s+/g, '-');
  const [year, month, day] = (date ?? '').slice(0, 10).split('-');
  if (generator === 'hugo' && page.locale === null) {
    const parts = name.split('/');
    const from = parts.indexOf('content') + 1;
    const isBundle = /^_?index\./.test(parts.at(-1) ?? '');
    const section = parts.slice(from, isBundle ? -2 : -1);
    return `/${[...section, base].join('/').toLowerCase()}/`;
  }
  if (generator === 'jekyll' && page.kind === 'post' && day)
    return `/${[...categories.map((one) => one.toLowerCase()), year, month, day, base].join('/')}.html`;
  if (generator === 'docusaurus' && page.locale === null) {
    if (page.kind === 'article') return `/docs/${[...page.folders, base].join('/')}`;
    return slug === null && page.date !== null ? `/blog/${year}/${month}/${day}/${base}` : `/blog/${base}`;
  }
  return null;
}
