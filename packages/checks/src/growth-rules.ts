import { readFileSync } from 'node:fs';
import { root, type SourceFile } from './source-files.ts';

/** The part of the document that names each table with the rule of its growth. */
const heading = '## The rule of each table';
const document = 'deploy/scaling.md';

/**
 * Tables of a schema without a rule of their growth, rules of tables that are gone, and tables with two
 * rules.
 * @param snapshots the snapshots of the migrations of all services
 * @param text the document with the rules; that of the repository when absent
 */
export function growthRuleViolations(
  snapshots: readonly SourceFile[],
  text: string = readFileSync(`${root}${document}`, 'utf8'),
): string[] {
  const tables = tablesOf(snapshots);
  const [, section = ''] = text.split(`${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => namesOf(row.split('|')[1] ?? ''));
  const ruled = new Set(named);
  return [
    ...[...tables]
      .filter((table) => !ruled.has(table))
      .map((table) => `${document}: no rule for the growth of ${table}`),
    ...[...ruled].filter((table) => !tables.has(table)).map((table) => `${document}: there is no table ${table}`),
    ...[...ruled]
      .filter((table) => named.indexOf(table) !== named.lastIndexOf(table))
      .map((table) => `${document}: ${table} has two rules`),
    ...rows
      .filter((row) =>
        row
          .split('|')
          .slice(2, 4)
          .some((cell) => cell.trim() === ''),
      )
      .map((row) => `${document}: a rule without words: ${row}`),
  ];
}

/** A table of the runtime in every schema with events has one rule, under this name. */
const shared = new Set(['outbox', 'inbox', 'dead_letters', 'idempotency_keys', 'jobs']);

function tablesOf(snapshots: readonly SourceFile[]): Set<string> {
  const latest = new Map<string, SourceFile>();
  for (const file of snapshots) {
    const service = /^services\/([^/]+)\/migrations\/meta\/\d+_snapshot\.json$/.exec(file.path)?.[1];
    if (service === undefined) continue;
    const known = latest.get(service);
    if (!known || known.path < file.path) latest.set(service, file);
  }
  return new Set(
    [...latest.values()].flatMap(({ text }) =>
      Object.values((JSON.parse(text) as { tables: Record<string, { schema: string; name: string }> }).tables).map(
        ({ schema, name }) => (shared.has(name) ? name : `${schema}.${name}`),
      ),
    ),
  );
}

/** Names in a cell: `schema.table`, and further tables of the same schema without it. */
function namesOf(cell: string): string[] {
  let schema = '';
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
    const [first = '', second] = name.split('.');
    if (shared.has(name)) return name;
    if (second === undefined) return `${schema}.${first}`;
    schema = first;
    return name;
  });
}
