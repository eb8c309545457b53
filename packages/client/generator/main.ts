import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { printDart } from './print-dart.ts';
import { printTypeScript } from './print-typescript.ts';
import { readDocument } from './read-document.ts';

/**
 * `node packages/client/generator/main.ts` writes the generated sources of both clients from the API
 * document, and the vectors of the Flutter client; with `--check` it fails when a file is not current.
 */
const packages = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, packages), 'utf8');
const api = readDocument(JSON.parse(await read('contracts/openapi.json')));
const { version } = JSON.parse(await read('client/package.json')) as { version: string };
const flutterVersion = /^version: (\S+)$/m.exec(await read('client_flutter/pubspec.yaml'))?.[1] ?? '';
const vectors = (await readdir(new URL('client/vectors/', packages))).map(async (name) => [
  name,
  await read(`client/vectors/${name}`),
]);

const folders: Record<string, Record<string, string>> = {
  'client/src/generated/': printTypeScript(api, version),
  'client_flutter/lib/src/generated/': printDart(api, flutterVersion),
  'client_flutter/test/vectors/': Object.fromEntries(await Promise.all(vectors)),
};

const fail = (path: string): void => {
  process.stderr.write(`packages/${path} is not current: run \`make clients\` and commit it.\n`);
  process.exitCode = 1;
};
const isCheck = process.argv.includes('--check');
for (const [path, files] of Object.entries(folders)) {
  const folder = new URL(path, packages);
  if (!isCheck) await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name in files) continue;
    if (isCheck) fail(path + name);
    else await rm(new URL(name, folder));
  }
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(name, folder);
    if (!isCheck) await writeFile(file, text);
    else if ((await readFile(file, 'utf8').catch(() => '')) !== text) fail(path + name);
  }
}
