import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../client_flutter/', import.meta.url);

/** Every Dart file of the Flutter client, by its path in that package. */
export async function readDartFiles(): Promise<{ path: string; text: string }[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.dart')).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(new URL(path, folder), 'utf8') })));
}
