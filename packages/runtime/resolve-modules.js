/**
 * Preload of every process (`node --import`): a resolution cache. For each import statement, Node reads the
 * package.json of the package again, and that of drizzle-orm has 178 kB: half of the start of a service.
 * - A relative import of a `.ts` file, or inside of drizzle-orm, names an ES module and needs no package.json.
 * - A package name means the same file for all modules of one workspace package.
 */
import { registerHooks } from 'node:module';
import './lower-threads.js';

const workspacePackage = /^.*\/(?:services|packages|deploy)\/[^/]+\//;
/** Resolved package names, by the folder of the workspace package and the name. */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions } = context;
    if (parentURL === undefined || !conditions.includes('import')) return nextResolve(specifier, context);
    const isOwn = !parentURL.includes('/node_modules/');

    if (specifier.startsWith('.')) {
      const format =
        isOwn && specifier.endsWith('.ts')
          ? 'module-typescript'
          : parentURL.includes('/node_modules/drizzle-orm/') && specifier.endsWith('.js')
            ? 'module'
            : undefined;
      if (format === undefined) return nextResolve(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    }

    const folder = isOwn ? workspacePackage.exec(parentURL)?.[0] : undefined;
    if (folder === undefined || specifier.startsWith('node:')) return nextResolve(specifier, context);
    const key = `${folder} ${specifier}`;
    const known = resolved.get(key) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    resolved.set(key, known);
    return known;
  },
});
