import { readdirSync } from 'node:fs';
import { serviceNames } from '@platform/contracts';
import { root } from './source-files.ts';

/** Folders of services/ that the contracts do not name, and the other way round. */
export function serviceListViolations(
  folders: readonly string[] = readdirSync(`${root}services`),
  names: readonly string[] = serviceNames,
): string[] {
  return [
    ...folders
      .filter((folder) => !names.includes(folder))
      .map((folder) => `services/${folder}: packages/contracts/src/platform.ts does not name it`),
    ...names
      .filter((name) => !folders.includes(name))
      .map((name) => `packages/contracts/src/platform.ts: there is no folder services/${name}`),
  ];
}
