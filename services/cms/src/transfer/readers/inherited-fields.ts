import { readForeignMarkdown, readMarkdown, readTomlSettings } from '../front-matter.ts';
import type { FolderLayout, FolderPage } from './folder-layout.ts';
import { readText, type ZipArchive } from './zip-archive.ts';

type Front = Record<string, unknown>;

/** Fields that a text has from its directory or from the settings of its system. */
export interface InheritedFields {
  /** The fields of a file with those that it has from elsewhere; its own ones come first. */
  merge(name: string, page: FolderPage, front: Front): Front;
  /** Language of texts that name none; null where the system does not say it. */
  defaultLocale: string | null;
}

/** Values for the files that a rule is about. */
interface Rule {
  values: Front;
  covers(file: CoveredFile): boolean;
  /** Its values come before those of the file itself. */
  isFinal?: boolean;
}

interface CoveredFile {
  /** Path below the project, in lower case. */
  path: string;
  page: FolderPage;
}

const maxSettingsBytes = 200_000;
const maxRules = 1_000;
const maxExcluded = 200;
/** Values of settings that cannot be read: they may call texts drafts. */
const unreadable: Front = { draft: true };

/** A rule about files that their system makes no pages of. */
const noPage = (covers: Rule['covers']): Rule => ({ values: { draft: true }, covers, isFinal: true });

const isObject = (value: unknown): value is Front =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Front[] => (Array.isArray(value) ? value : [value]).filter(isObject);
const normal = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');

/**
 * Reads what texts of a folder inherit: `cascade` of Hugo (https://gohugo.io/content-management/front-matter/#cascade) and
 * front matter defaults of Jekyll (https://jekyllrb.com/docs/configuration/front-matter-defaults/).
 */
export async function readInheritedFields(archive: ZipArchive, layout: FolderLayout): Promise<InheritedFields> {
  const rules: Rule[] = [];
  let defaultLocale: string | null = null;
  if (layout.generator === 'jekyll') rules.push(...(await jekyllRules(archive, layout)));
  if (layout.generator === 'hugo') {
    const settings = await readHugoSettings(archive, layout);
    defaultLocale = settings.defaultLocale;
    rules.push(...settings.rules, ...(await cascadeRules(archive, layout, defaultLocale)));
  }
  const applied = rules.length > maxRules ? [{ values: unreadable, covers: () => true }] : rules;
  return {
    defaultLocale,
    merge(name, page, front) {
      const path = (name.startsWith(layout.root) ? name.slice(layout.root.length) : name).toLowerCase();
      const covering = applied.filter((rule) => rule.covers({ path, page }));
      const final: Front = Object.assign({}, ...covering.filter(({ isFinal }) => isFinal).map(({ values }) => values));
      const own = Object.fromEntries(Object.entries(front).filter(([key]) => !Object.hasOwn(final, normal(key))));
      const taken = new Set([...Object.keys(own), ...Object.keys(final)].map(normal));
      const merged: Front = {};
      // A later rule is a nearer one.
      for (const { values } of covering)
        for (const [key, value] of Object.entries(values)) if (!taken.has(normal(key))) merged[key] = value;
      return { ...merged, ...own, ...final };
    },
  };
}

/** Defaults by path and type. A longer path is nearer, and of two that are equal the later one. */
async function jekyllRules(archive: ZipArchive, { root }: FolderLayout): Promise<Rule[]> {
  const name = archive.names.find(
    (one) => /^_config\.(?:ya?ml|toml)$/.test(one.slice(root.length)) && one.startsWith(root),
  );
  const settings =
    name === undefined ? {} : await readSettings(archive, name, /^[\s["']*(?:defaults|exclude|collections)\b/m);
  if (settings === null) return [{ values: unreadable, covers: () => true }];
  const found = listOf(settings.defaults).map(({ scope, values }) => {
    const { path, type } = isObject(scope) ? scope : {};
    const wanted = typeof path === 'string' ? path.replace(/^\.?\/+|\/+$/g, '').toLowerCase() : '';
    return {
      path: wanted,
      type: typeof type === 'string' ? type.toLowerCase() : '',
      values: isObject(values) ? values : {},
    };
  });
  const defaults = found
    .toSorted((one, other) => one.path.length - other.path.length || one.type.length - other.type.length)
    .map(({ path, type, values }) => ({
      values,
      covers: (file: CoveredFile) => isUnder(file.path, path) && (type === '' || typesOf(file).includes(type)),
    }));
  return name === undefined ? defaults : [...defaults, ...unbuiltByJekyll(settings)];
}

/** Files that settings of Jekyll exclude, and collections that they make no pages of. */
function unbuiltByJekyll({ exclude, collections }: Front): Rule[] {
  const excluded = (Array.isArray(exclude) ? exclude : [exclude])
    .filter((one) => typeof one === 'string')
    .map((one) => splitPath(one.toLowerCase()))
    .filter((parts) => parts.length > 0)
    .slice(0, maxExcluded);
  const shown = new Set(
    Object.entries(isObject(collections) ? collections : {}).flatMap(([label, settings]) =>
      isObject(settings) && settings.output === true ? [label.toLowerCase()] : [],
    ),
  );
  const collectionOf = (path: string) =>
    path
      .split('/')
      .slice(0, -1)
      .find((part) => /^_(?!posts$|drafts$)/.test(part))
      ?.slice(1);
  return [
    noPage(({ path }) => excluded.some((parts) => matchParts(parts, path.split('/'), true))),
    noPage(({ path }) => {
      const collection = collectionOf(path);
      return collection !== undefined && !shown.has(collection);
    }),
  ];
}

/** Whether a file is in a directory, or is named by its path; `*` stands for a part of a name. */
function isUnder(path: string, directory: string): boolean {
  if (directory === '') return true;
  const parts = path.split('/');
  const wanted = directory.split('/');
  return path.startsWith(directory) || (directory.includes('*') && matchParts(wanted, parts, true));
}

/** Types of Jekyll that a file has; the name of a collection is one. */
function typesOf({ path, page }: CoveredFile): string[] {
  const parts = path.split('/');
  if (page.isDraft) return ['drafts', 'posts'];
  if (parts.includes('_posts')) return ['posts'];
  const collection = parts[0]?.startsWith('_') ? parts[0].slice(1) : null;
  return collection === null ? ['pages', 'page'] : [collection];
}

/**
 * Cascades of the directories of Hugo, the outer ones first. One of a file with a language is for texts in it.
 * @param defaultLocale language of texts that name none
 */
async function cascadeRules(
  archive: ZipArchive,
  { root }: FolderLayout,
  defaultLocale: string | null,
): Promise<Rule[]> {
  const names = archive.names.filter((name) =>
    /(?:^|\/)_index(?:\.[A-Za-z-]{2,7})?\.(?:md|markdown|mdown|mkd|html)$/i.test(name),
  );
  const found: { directory: string; rules: Rule[] }[] = [];
  for (const name of names) {
    const directory = name.slice(root.length, name.lastIndexOf('/') + 1).toLowerCase();
    const [, language] = /_index\.([A-Za-z-]{2,7})\.[a-z]+$/i.exec(name.toLowerCase()) ?? [];
    const isSpoken = ({ page }: CoveredFile) =>
      language === undefined || (page.locale ?? defaultLocale ?? language).toLowerCase() === language;
    const rules = rulesOf(await readCascade(archive, name)).map(
      (rule): Rule => ({
        ...rule,
        covers: (file) => file.path.startsWith(directory) && isSpoken(file) && rule.covers(file),
      }),
    );
    if (rules.length > 0) found.push({ directory, rules });
  }
  return found.toSorted((one, other) => one.directory.length - other.directory.length).flatMap(({ rules }) => rules);
}

async function readCascade(archive: ZipArchive, name: string): Promise<unknown> {
  let text = '';
  try {
    text = await readText(archive, name, maxSettingsBytes);
    const { front, fault } = readForeignMarkdown(text);
    if (fault === null) return Object.entries(front).find(([key]) => normal(key) === 'cascade')?.[1];
  } catch {
    // As below.
  }
  return /\bcascade\b/i.test(text) ? unreadable : undefined;
}

/** A cascade is values, or a list of values with targets, the first of which comes before the others. */
const rulesOf = (cascade: unknown): Rule[] =>
  listOf(cascade)
    .toReversed()
    .map((one) => {
      const { _target: former, target = former, ...values } = one;
      const targets = listOf(target);
      // Hugo takes values beside `params` as well as below it.
      const params = isObject(values.params) ? values.params : {};
      return {
        values: { ...params, ...values },
        covers: (file) => targets.length === 0 || targets.some((each) => isTarget(each, file)),
      };
    });

/** Whether a target of a cascade is a file. A condition that is not understood leaves nothing out. */
function isTarget(target: Front, { path, page }: CoveredFile): boolean {
  const given = new Map(Object.entries(target).map(([name, value]) => [normal(name), value]));
  const is = (name: string, actual: string): boolean => {
    const wanted = given.get(name);
    return typeof wanted !== 'string' || someOf(wanted, (one) => matchParts([one], [actual]));
  };
  const paths = given.get('path');
  const logical = pathsOf(path);
  const isPath =
    typeof paths !== 'string' ||
    someOf(paths, (pattern) => logical.some((one) => matchParts(splitPath(pattern), splitPath(one))));
  return (
    isPath &&
    is('kind', page.isSection ? 'section' : 'page') &&
    is('environment', 'production') &&
    (page.locale === null || is('lang', page.locale.toLowerCase()))
  );
}

/** Whether something is of a pattern in lower case, or of one of its alternatives in braces; of one that is not understood it is. */
function someOf(pattern: string, isOf: (pattern: string) => boolean): boolean {
  const alternatives = alternativesOf(pattern.toLowerCase());
  return alternatives.some((one) => /[{[!]/.test(one) || isOf(one));
}

/** Length of a pattern with alternatives, and their number. */
const maxPattern = 1_000;
const maxAlternatives = 100;

/** The patterns that one with `{a,b}` stands for; the pattern itself where they are too many. */
function alternativesOf(pattern: string): string[] {
  let all = [pattern];
  if (pattern.length > maxPattern) return all;
  while (all.some((one) => /\{[^{}]*\}/.test(one))) {
    all = all.flatMap((one) => {
      const [found, inner] = /\{([^{}]*)\}/.exec(one) ?? [];
      return found === undefined || inner === undefined
        ? [one]
        : inner.split(',').map((each) => one.replace(found, () => each));
    });
    if (all.length > maxAlternatives) return [pattern];
  }
  return all;
}

const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

/** The paths that Hugo has for a file: of its directory for an index, without the language. */
function pathsOf(path: string): string[] {
  const below = path.replace(/^(?:src\/)?content\//, '').replace(/\.[a-z]{2,8}$/, '');
  const plain = below.replace(/(?:^|\/)_?index(?:\.[a-z-]{2,7})?$/, '');
  return [below, plain, plain.replace(/\.[a-z-]{2,7}$/, ''), plain.replace(/^[a-z]{2}(?:-[a-z]{2,4})?\//, '')];
}

/**
 * Whether a path has the parts of a pattern: `*` stands for a part of a name, `**` for any directories.
 * @param isPrefix whether the path may go on
 */
function matchParts(pattern: readonly string[], parts: readonly string[], isPrefix = false): boolean {
  // Which lengths of the path the pattern so far may have.
  let lengths = new Set([0]);
  for (const one of pattern) {
    const next = new Set<number>();
    for (const length of lengths)
      if (one === '**') for (let end = length; end <= parts.length; end += 1) next.add(end);
      else if (length < parts.length && matchName(one, parts[length] ?? '')) next.add(length + 1);
    lengths = next;
  }
  return isPrefix ? lengths.size > 0 : lengths.has(parts.length);
}

/** Whether a name has the form of a pattern with `*` and `?`. */
function matchName(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < name.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at;
      mark = from;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[from])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      from = mark;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** The language of a site of Hugo, and the cascade of its settings. */
async function readHugoSettings(
  archive: ZipArchive,
  { root }: FolderLayout,
): Promise<{ defaultLocale: string | null; rules: Rule[] }> {
  const pattern =
    /^(?:hugo|config|config\/(?:_default|production)\/(?:hugo|config|cascade|languages))\.(?:toml|ya?ml|json)$/;
  const rules: Rule[] = [];
  let defaultLocale: string | null = null;
  for (const name of archive.names) {
    const path = name.startsWith(root) ? name.slice(root.length) : '';
    if (!pattern.test(path)) continue;
    const settings = await readSettings(archive, name, /\bcascade\b|\bdisable/i);
    if (settings === null) {
      rules.push({ values: unreadable, covers: () => true });
      continue;
    }
    const given = new Map(Object.entries(settings).map(([key, value]) => [normal(key), value]));
    const language = given.get('defaultcontentlanguage');
    if (typeof language === 'string') defaultLocale = language;
    const disabled = disabledLanguages(/\/languages\./.test(path) ? { languages: settings } : settings);
    rules.push(noPage(({ page }) => disabled.has((page.locale ?? '').toLowerCase())));
    rules.push(...rulesOf(/\/cascade\./.test(path) ? (settings.cascade ?? settings) : given.get('cascade')));
  }
  return { defaultLocale, rules };
}

/** Languages that a site of Hugo has no pages in. */
function disabledLanguages(settings: Front): Set<string> {
  const given = new Map(Object.entries(settings).map(([key, value]) => [normal(key), value]));
  const listed = given.get('disablelanguages');
  const named = Object.entries(isObject(given.get('languages')) ? (given.get('languages') as Front) : {});
  return new Set(
    [
      ...(Array.isArray(listed) ? listed : String(listed ?? '').split(/[\s,]+/)).map(String),
      ...named.flatMap(([language, one]) => (isObject(one) && one.disabled === true ? [language] : [])),
    ].flatMap((language) => (language === '' ? [] : [language.toLowerCase()])),
  );
}

/** The mark of a document in YAML, with comments before it: in front matter it would be the end. */
const documentStart = /^\uFEFF?(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*---[ \t]*(?:#[^\r\n]*)?\r?\n/;

/**
 * A file of settings in YAML, JSON or TOML.
 * @param decisive words of settings that decide about texts
 * @returns null for a file that cannot be read and has such words; empty for another one that cannot be read
 */
async function readSettings(archive: ZipArchive, name: string, decisive: RegExp): Promise<Front | null> {
  let text = '';
  try {
    text = await readText(archive, name, maxSettingsBytes);
    return name.endsWith('.toml')
      ? readTomlSettings(text)
      : readMarkdown(`---\n${text.replace(documentStart, '')}\n---\n`).front;
  } catch {
    return text === '' || decisive.test(text) ? null : {};
  }
}
