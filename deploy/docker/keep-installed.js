import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs in a build of an image, in the folder in which `npm ci` has installed one workspace.
 *
 * Without arguments it removes the other workspaces and all devDependencies from the manifests, so that `npm sbom`
 * lists the contents of the image. `npm sbom` refuses a tree in which a dependency of a manifest is missing, and
 * `npm sbom --package-lock-only --omit=dev` leaves out each package that any workspace has as a devDependency.
 *
 * With two folders it copies the sources of the installed workspaces from the first to the second.
 */
const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
/** Folders of the installed workspaces: `packages/contracts`, `services/billing`. */
const workspaces = Object.values(packages)
  .filter(({ link }) => link)
  .map(({ resolved }) => resolved);

function removeOthers() {
  for (const group of ['packages', 'services', 'deploy'])
    for (const name of readdirSync(group))
      if (!workspaces.includes(`${group}/${name}`)) rmSync(join(group, name), { recursive: true });
  // A workspace inside of a workspace: the demo application for browsers.
  if (!workspaces.includes('deploy/embedded/demo-app'))
    rmSync('deploy/embedded/demo-app', { recursive: true, force: true });
  for (const folder of ['.', ...workspaces]) {
    const path = join(folder, 'package.json');
    const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
    if (folder === '.') manifest.workspaces = workspaces;
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  // It lists the packages of the whole repository; a scanner would take them for contents of the image.
  rmSync('package-lock.json');
}

function copySources(from, to) {
  for (const workspace of workspaces) {
    const manifest = join(from, workspace, 'package.json');
    cpSync(join(from, workspace), join(to, workspace), { recursive: true, filter: (path) => path !== manifest });
  }
}

const [from, to] = process.argv.slice(2);
if (from && to) copySources(from, to);
else removeOthers();
