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

/** What a release that runs meanwhile would trip over, each with what it is called. */
const contractions: [RegExp, string][] = [
  [/\bDROP (TABLE|COLUMN|SCHEMA|TYPE|VIEW|FUNCTION)\b/i, 'removes what it still uses'],
  [/\bRENAME\b/i, 'renames what it still uses'],
  [/\bALTER COLUMN\b.*\b(TYPE|SET NOT NULL|DROP DEFAULT)\b/i, 'narrows a column that it still writes'],
  [/\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i, 'adds a column that it does not fill'],
];

/**
 * Migrations that are no mere expansion. During a release the previous one goes on working on the schema of the next, so what
 * it needs may go only when nothing that runs needs it any longer. The statement then says so in a comment above it:
 * `-- unused since <release>`. The first migration of a service has no release before it.
 */
export function contractionViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\/migrations\/(?!0000_)\d{4}_\w+\.sql$/.test(path))
    .flatMap(({ path, text }) =>
      statementsOf(text).flatMap((statement) => {
        const found = contractions.find(([pattern]) => pattern.test(statement.code));
        return found && !/-- unused since \S/.test(statement.comments)
          ? [`${path}: the release before it would fail, because it ${found[1]}: ${statement.code.slice(0, 120)}`]
          : [];
      }),
    );
}

const statementsOf = (text: string): { code: string; comments: string }[] =>
  text.split('--> statement-breakpoint').map((part) => {
    const lines = part.split('\n').map((line) => line.trim());
    const isComment = (line: string) => line.startsWith('--');
    return {
      // Bodies of functions are code of their own; what they do to partitions is not a change of the schema.
      code: lines
        .filter((line) => !isComment(line))
        .join(' ')
        .replaceAll(/\$(\w*)\$.*?\$\1\$/g, '')
        .trim(),
      comments: lines.filter(isComment).join('\n'),
    };
  });
