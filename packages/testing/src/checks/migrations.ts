import type { SourceFile } from './source-files.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/**
 * Journals that drizzle would misread: it applies what is newer than the newest applied migration and silently skips the
 * rest, so times must rise with the index, and every entry needs its file.
 */
export function migrationViolations(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => path.endsWith('migrations/meta/_journal.json'))
    .flatMap(({ path, text }) => {
      const { entries } = JSON.parse(text) as Journal;
      const folder = path.replace('meta/_journal.json', '');
      return entries.flatMap((entry, at) => {
        const before = entries[at - 1];
        const problems: string[] = [];
        if (entry.idx !== at) problems.push(`${path}: entry ${entry.tag} has index ${entry.idx}, not ${at}`);
        if (before && before.when >= entry.when)
          problems.push(`${path}: ${entry.tag} is older than the migration before it and would be skipped`);
        if (!paths.has(`${folder}${entry.tag}.sql`)) problems.push(`${path}: ${entry.tag}.sql is missing`);
        return problems;
      });
    });
}
