import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  path: string;
  text: string;
}

/** Every file of the repository that git knows or would add, with one of these endings. */
export function repositoryFiles(...endings: string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(root + path, 'utf8') }];
      } catch {
        // Deleted, and not yet committed.
        return [];
      }
    });
}

/** Whether a file belongs to what runs in production: services, and the packages that they load. */
export const isProductionFile = (path: string): boolean =>
  /^(?:services\/[\w-]+|packages\/(?:runtime|contracts|markdown|threads)|deploy\/embedded)\/src\/.*\.ts$/.test(path) &&
  !/\.test\.ts$|\.d\.ts$|\/write-openapi|generator\//.test(path);
