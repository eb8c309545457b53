import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { printTypeScript } from './print-typescript.ts';
import { readDocument } from './read-document.ts';

/**
 * `node packages/client/generator/main.ts` writes `src/generated` of the client from the API document; with
 * `--check` it fails when a file is not current.
 */
const read = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
const api = readDocument(await read('../../contracts/openapi.json'));
const { version } = (await read('../package.json')) as { version: string };
const folder = new URL('../src/generated/', import.meta.url);
const isCheck = process.argv.includes('--check');

await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(printTypeScript(api, version))) {
  const file = new URL(name, folder);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`packages/client/src/generated/${name} is not current: run \`make clients\` and commit it.\n`);
    process.exitCode = 1;
  }
}
