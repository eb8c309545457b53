import { createRequire } from 'node:module';

interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
  registerLanguage(name: string, language: unknown): void;
  registerAliases(names: string[], options: { languageName: string }): void;
}

const require = createRequire(import.meta.url);
// The types of the package bring those of the DOM into every file of the repository.
const highlighter: Highlighter = require('highlight.js/lib/common');

/** Languages of our users that the common ones lack. */
for (const name of ['1c', 'dart', 'dockerfile', 'nginx', 'powershell'])
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
// Their files are HTML with scripts and styles; the package has no grammar of their own.
highlighter.registerAliases(['svelte', 'vue', 'astro'], { languageName: 'xml' });

/** Longer code stays plain: its colours would cost more than they help. */
const maxCode = 50_000;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A block of code with the classes of highlight.js. The language is the one that the author names; a block
 * without a language, or with an unknown one, stays plain.
 */
export function codeBlock(code: string, language: string): string {
  const colored =
    code.length <= maxCode && highlighter.getLanguage(language)
      ? highlighter.highlight(code, { language, ignoreIllegals: true }).value
      : code.replaceAll(/[&<>"]/g, (char) => escapes[char] ?? char);
  const classes = language === '' ? 'hljs' : `hljs language-${language.toLowerCase()}`;
  return `<pre><code class="${classes.replaceAll(/[&<>"]/g, '')}">${colored}</code></pre>`;
}
