import type { SourceFile } from './source-files.ts';

type Versions = Record<string, string>;

/**
 * Dependencies that are not pinned to one exact version, and packages that two workspaces want in two
 * versions.
 */
export function versionViolations(manifests: readonly SourceFile[]): string[] {
  const wanted = new Map<string, { version: string; path: string }>();
  return manifests.flatMap(({ path, text }) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as {
      dependencies?: Versions;
      devDependencies?: Versions;
    };
    return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) => {
      if (!/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        return [`${path}: ${name} ${version} is not an exact version`];
      const other = wanted.get(name);
      wanted.set(name, { version, path });
      return other && other.version !== version
        ? [`${path}: ${name} ${version}, but ${other.path} has ${other.version}`]
        : [];
    });
  });
}

/** Dockerfiles whose Node is another one than that of the root manifest, which the tests run with. */
export function nodeImageViolations(manifests: readonly SourceFile[], dockerfiles: readonly SourceFile[]): string[] {
  const root = manifests.find(({ path }) => path === 'package.json');
  const { devDependencies = {} } = JSON.parse(root?.text ?? '{}') as { devDependencies?: Versions };
  return dockerfiles.flatMap(({ path, text }) => {
    const versions = [...text.matchAll(/\bnode:([^\s-]+)/g)].map(([, version]) => version);
    return versions
      .filter((version) => version !== devDependencies.node)
      .map((version) => `${path}: node ${version}, but the tests run with ${devDependencies.node}`);
  });
}
