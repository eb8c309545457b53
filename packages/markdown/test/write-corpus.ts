import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { compare, digestOf, listFile, readCorpus, tableFile, tableOf } from './corpus.ts';

/** Files of the corpus. */
const size = 220;
const root = new URL('../../../', import.meta.url).pathname;
// Packages of one platform are on no other.
const ofPlatform = /linux|darwin|win32|freebsd|android|wasm/;
const paths = globSync(['node_modules/*/README.md', 'node_modules/@*/*/README.md'], { cwd: root })
  .filter((path) => !path.includes('@platform/') && !ofPlatform.test(path) && existsSync(root + path))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))
  .filter(({ text }) => text.length > 1_500 && text.length < 200_000)
  // By digest: neither the alphabet nor one author decides.
  .sort((one, other) => (digestOf(one.text) < digestOf(other.text) ? -1 : 1));
const differing = paths.filter(({ text }, at) => paths.findIndex((other) => other.text === text) === at).slice(0, size);
const lines = differing
  .map(({ path, text }) => `${digestOf(text)}  ${path}`)
  .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
writeFileSync(listFile, `${lines.join('\n')}\n`);
writeFileSync(tableFile, tableOf(readCorpus().map(compare)));
process.stdout.write(`${lines.length} files\n`);
