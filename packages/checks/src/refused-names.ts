import { parse } from '@babel/parser';
import type { SourceFile } from './source-files.ts';

/** A word with several meanings, of which the field has a name each. `.github/GLOSSARY.md` lists them. */
interface RefusedName {
  /** Matches one identifier or the name of a file, in camelCase, snake_case or kebab-case. */
  pattern: RegExp;
  instead: string;
}

const refusedNames: readonly RefusedName[] = [
  {
    pattern: /(?:^|[a-z\d_-])(?:Place|(?<![a-z])place)[_-]?[oO]f(?=$|[A-Z\d_-])/,
    instead: 'position, path, location, channel: what it is',
  },
  {
    // `lookup` and `outlook` are words of their own.
    pattern: /(?:^|[a-z\d_-])(?:Look|(?<![a-z])look)(?:s|ed|ing|er)?(?=$|[A-Z\d_-])/,
    instead: 'poll, check, search, inspect: what it does',
  },
];

/** Identifiers and file names that use a refused word. Generated sources have the names of the API document. */
export function refusedNameViolations(files: readonly SourceFile[]): string[] {
  const written = files.filter(({ path }) => !path.includes('/generated/'));
  return written.flatMap((file) => [...nameViolations(file), ...identifierViolations(file)]);
}

const adviceOn = (name: string): string | undefined => refusedNames.find(({ pattern }) => pattern.test(name))?.instead;

function nameViolations({ path }: SourceFile): string[] {
  const name = path.replace(/.*\//, '').replace(/\..*/, '');
  const advice = adviceOn(name);
  return advice === undefined ? [] : [`${path}: the name of the file has several meanings; write ${advice}`];
}

function identifierViolations({ path, text }: SourceFile): string[] {
  if (!/look|place.?of/i.test(text)) return [];
  const { tokens = [] } = parse(text, { sourceType: 'module', plugins: ['typescript', 'jsx'], tokens: true });
  const lines = new Map<string, number>();
  for (const { type, value, loc } of tokens as {
    type: { label?: string };
    value?: unknown;
    loc: { start: { line: number } };
  }[])
    if (type.label === 'name' && typeof value === 'string' && !lines.has(value)) lines.set(value, loc.start.line);
  return [...lines].flatMap(([name, line]) => {
    const advice = adviceOn(name);
    return advice === undefined ? [] : [`${path}:${line}: ${name} has several meanings; write ${advice}`];
  });
}
