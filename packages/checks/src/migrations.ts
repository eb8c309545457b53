import type { SourceFile } from './source-files.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/**
 * Journals that `migrate` would misread: it applies what is newer than the newest applied migration and skips
 * the rest, so times must rise with the index, and every entry needs its file.
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

/** Statements that break the release that still runs, each with a description. */
const contractions: [RegExp, string][] = [
  [/\bDROP (TABLE|COLUMN|SCHEMA|TYPE|VIEW|FUNCTION)\b/i, 'removes what it still uses'],
  [/\bRENAME\b/i, 'renames what it still uses'],
  [/\bALTER COLUMN\b.*\b(TYPE|SET NOT NULL|DROP DEFAULT)\b/i, 'narrows a column that it still writes'],
  [/\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i, 'adds a column that it does not fill'],
];

/** Statements that break it in an existing table, but not in a new one; `table` is its name. */
const restrictions: [RegExp, string][] = [
  [
    /\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?(?<table>\S+) .*\bADD (?:CONSTRAINT|PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY|EXCLUDE)\b(?!.*\bNOT VALID\b)/i,
    'checks all rows of a table that it still writes, and what it writes',
  ],
  [/\bCREATE UNIQUE INDEX\b.*? ON (?:ONLY )?(?<table>[^\s(]+)/i, 'refuses rows that it still writes'],
  [
    /\bCREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER\b.*? ON (?<table>\S+)/i,
    'does something at writes that it does not know of',
  ],
];

const notes = /-- (unused since|safe for the release before:) \S/;

/**
 * Migrations that do more than expand. During a rollout the previous release works on the schema of the
 * next, so a column or table is removed only when no running release needs it. A comment above the statement
 * says so: `-- unused since <release>`. A statement that only looks harmful says why: `-- safe for the
 * release before: <why>`. The first migration of a service has no release before it.
 */
export function contractionViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\/migrations\/(?!0000_)\d{4}_\w+\.sql$/.test(path))
    .flatMap(({ path, text }) => {
      const statements = statementsOf(text);
      const created = new Set(
        statements.flatMap(({ code }) => {
          const name = /\bCREATE TABLE (?:IF NOT EXISTS )?([^\s(]+)/i.exec(code)?.[1];
          return name === undefined ? [] : [plain(name)];
        }),
      );
      return statements.flatMap(({ code, comments }) => {
        const found =
          contractions.find(([pattern]) => pattern.test(code)) ??
          restrictions.find(([pattern]) => {
            const table = pattern.exec(code)?.groups?.table;
            return table !== undefined && !created.has(plain(table));
          });
        return found && !notes.test(comments)
          ? [`${path}: the release before it would fail, because it ${found[1]}: ${code.slice(0, 120)}`]
          : [];
      });
    });
}

/** A name of a table as it is meant, quoted or not. */
const plain = (name: string): string => name.replaceAll('"', '');

const statementsOf = (text: string): { code: string; comments: string }[] =>
  text.split('--> statement-breakpoint').map((part) => {
    const lines = part.split('\n').map((line) => line.trim());
    const isComment = (line: string) => line.startsWith('--');
    return {
      // Function bodies are separate code; their changes of partitions are no schema changes.
      code: lines
        .filter((line) => !isComment(line))
        .join(' ')
        .replaceAll(/\$(\w*)\$.*?\$\1\$/g, '')
        .trim(),
      comments: lines.filter(isComment).join('\n'),
    };
  });
