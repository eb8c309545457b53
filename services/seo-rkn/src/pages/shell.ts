/** What tells the shell of an application from a page with little text. */
export interface ShellSigns {
  /** Words of the body, without those of `noscript`. */
  words: number;
  headings: number;
  links: number;
  /** Fields of forms, and images. */
  fields: number;
  images: number;
  /** An element that frameworks fill: by its id, or a custom element of Angular. */
  hasAppRoot: boolean;
  /** Addresses of scripts; null for an inline one. */
  scripts: readonly { src: string | null; isModule: boolean }[];
  /** The text of `noscript` elements. */
  noscript: string;
}

const maxWords = 50;
const maxLinks = 5;
/** A logo or a picture of loading. */
const maxImages = 1;
const emptyWords = 10;
/** Root elements of the starter pages of React, Vue, Next, Nuxt, Gatsby, Quasar, Svelte, Swagger UI and others. */
const appRoots = new Set(
  'root app __next __nuxt ___gatsby q-app svelte app-root application main-app react-root ember-app swagger-ui redoc'.split(
    ' ',
  ),
);
/** Names of bundles: of webpack, Vite, Rollup, Parcel, Angular, Ember, Create React App and Vue CLI. */
const bundleName =
  /(?:^|\/)(?:main|app|bundle|build|index|runtime|vendors?|polyfills|chunk|umi|swagger-ui-bundle)(?:[-.~_][\w.~-]{0,80})?\.m?js(?:\?|$)/i;
const needsScript =
  /enable javascript|javascript (?:is )?(?:required|disabled)|(?:включите|включить|нужен|требуется) javascript/i;

/** Whether an element is one that a framework fills. */
export const isAppRoot = (tag: string, id: string | null): boolean =>
  tag === 'app-root' || (id !== null && appRoots.has(id));

/**
 * Whether a page is the shell of an application: scripts make its content, and its HTML says nothing. A page with
 * headings, links, fields or images of its own is none, however short it is. Without a root element that is known, the
 * body has to be almost empty.
 */
export function isShell({
  words,
  headings,
  links,
  fields,
  images,
  hasAppRoot,
  scripts,
  noscript,
}: ShellSigns): boolean {
  if (words >= maxWords || headings > 0 || links >= maxLinks || scripts.length === 0) return false;
  if (fields > 0 || images > maxImages) return false;
  const hasFile = scripts.some(({ src }) => src !== null);
  if (hasAppRoot && (hasFile || scripts.some(({ isModule }) => isModule))) return true;
  if (hasFile && needsScript.test(noscript)) return true;
  const isEmpty = words < emptyWords && links === 0 && images === 0;
  return isEmpty && scripts.some(({ src, isModule }) => src !== null && (isModule || bundleName.test(src)));
}
