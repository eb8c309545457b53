import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const app = join(root, 'deploy/embedded/demo-app');
/** Cache of builds, beside the caches of other tools: git ignores it, and `npm ci` removes it. */
const cache = join(root, 'node_modules/.cache/demo-app');
const execute = promisify(execFile);
const timeoutMs = 120_000;

/** Files by their path in the address, for example `/assets/index-x.js`. */
export type AppFiles = ReadonlyMap<string, Buffer>;

/**
 * The built demo application. Vite builds it once for each state of its sources, in a separate process, which
 * takes about two seconds. Later calls read the cache in `node_modules/.cache`.
 * @throws Error with the output of Vite when the build fails
 */
export async function buildApp(): Promise<AppFiles> {
  const cachedBuild = join(cache, await fingerprint());
  const present = await readFiles(cachedBuild).catch(() => null);
  if (present) return present;
  await mkdir(cache, { recursive: true });
  // The build is renamed into the cache as a whole, because another process may build at the same time.
  const folder = await mkdtemp(join(cache, 'building-'));
  try {
    const require = createRequire(join(app, 'package.json'));
    const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
    const options = { cwd: app, timeout: timeoutMs, env: { ...process.env, NODE_ENV: 'production' } };
    await execute(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], options);
    const built = await readFiles(folder);
    await rename(folder, cachedBuild).catch(() => {});
    return built;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hash of all inputs of the build. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const folders = [app, join(root, 'packages/client/src')];
  for (const folder of folders)
    for (const [path, content] of await readFiles(folder)) hash.update(`${path}\n${content.length}\n`).update(content);
  hash.update(await readFile(join(root, 'package-lock.json')));
  return hash.digest('hex').slice(0, 32);
}

async function readFiles(folder: string): Promise<AppFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const read = async (path: string): Promise<[string, Buffer]> => [
    `/${relative(folder, path).replaceAll('\\', '/')}`,
    await readFile(path),
  ];
  return new Map(await Promise.all(paths.map(read)));
}
