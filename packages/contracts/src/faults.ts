import type { z } from 'zod';
import { cutText } from './cut-text.ts';
import { quote } from './faults/expectation.ts';
import { findLongLists } from './faults/long-lists.ts';
import './faults/words.ts';

/** A fault of a field. */
export interface Fault {
  /** With dots; `query.…`, `params.…` and `headers.…` outside of the body. Empty for the body as a whole. */
  path: string;
  /** A sentence for a person. */
  message: string;
}

/** The part of a request that was parsed; empty for the body. */
export type RequestPart = '' | 'query' | 'params' | 'headers';

/** Faults that a refusal lists. */
const maxFaults = 50;
/** Faults whose sentences are the message of a refusal. */
const maxTold = 3;

const isIndex = (name: string): boolean => /^\d{1,6}$/.test(name);
const partsOf = (path: string): string[] => path.split('.').filter((name) => name !== '');
/** Characters of a name in a sentence: the caller chooses the names of unknown fields. */
const maxName = 100;
const printed = (name: string): string =>
  quote(cutText(name.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}`]+/gu, ' '), maxName));

/** `a.b.2.c` as a person reads it: `c` in entry 3 of `a.b`. */
function nameField(path: string, whole: string): string {
  const [part = '', ...inPart] = partsOf(path);
  const isPart = ['query', 'params', 'headers'].includes(part) && inPart.length > 0;
  if (isPart && part === 'headers') return `The header ${printed(inPart.join('.'))}`;
  // An upload may be the body itself, and not a field of a form.
  if (path === 'file') return 'The file';
  const names = isPart ? inPart : partsOf(path);
  return nameSteps(
    names.map((name, at) => (at > 0 && isIndex(name) ? Number(name) : name)),
    whole,
  );
}

/** The same of the steps of a path: a number is an index of a list, and a text is a name, digits included. */
function nameSteps(names: readonly PropertyKey[], whole: string): string {
  if (names.length === 0) return whole;
  const groups: (string[] | number)[] = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (typeof name === 'number' && groups.length > 0) groups.push(name);
    else if (Array.isArray(last)) last.push(String(name));
    else groups.push([String(name)]);
  }
  const told = groups
    .toReversed()
    .map((group) => (Array.isArray(group) ? printed(group.join('.')) : `entry ${group + 1} of`))
    .reduce((text, next) => (text === '' || text.endsWith(' of') ? `${text} ${next}` : `${text} in ${next}`), '')
    .trim();
  return told.startsWith('entry') ? `E${told.slice(1)}` : told;
}

/**
 * A sentence about a field.
 * @param path as {@link Fault} has it
 * @param predicate the sentence without its subject and its full stop: `is in the past`
 * @param whole the subject for an empty path
 */
export const describeFault = (path: string, predicate: string, whole = 'The body'): string =>
  sentence(nameField(path, whole), predicate);

const sentence = (subject: string, predicate: string): string =>
  `${subject} ${predicate}${/[.!?…]$/.test(predicate) ? '' : '.'}`;

interface Issue {
  path: readonly PropertyKey[];
  predicate: string;
}

/** The issues that matter: of a union those of the branch that is nearest to the value. */
function flatten(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxFaults).map((key) => ({ path: [...path, key], predicate: issue.message }));
  if (issue.code === 'invalid_union') {
    const fitting = issue.errors.filter((errors) => errors.every((inner) => !isOfWhole(inner)));
    const [branch] = fitting.toSorted((a, b) => a.length - b.length);
    if (branch) return branch.flatMap((inner) => flatten(inner, path));
  }
  return [{ path, predicate: issue.message }];
}

/** Whether an issue says that the whole value is of another kind. */
const isOfWhole = ({ code, path }: z.core.$ZodIssue): boolean =>
  path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);

const issuesOf = (error: z.core.$ZodError): Issue[] =>
  error.issues
    .slice(0, maxFaults)
    .flatMap((issue) => flatten(issue))
    .slice(0, maxFaults);

const toPath = (names: readonly PropertyKey[]): string =>
  names
    .map((name) => cutText(String(name), maxName))
    .filter((name) => name !== '')
    .join('.');

/** The faults that a schema found, each as a sentence: at most 50. */
export const faultsOf = (error: z.core.$ZodError, part: RequestPart = ''): Fault[] =>
  issuesOf(error).map(({ path, predicate }) => {
    const dotted = toPath([part, ...path]);
    // The names of a header and of a body that is a list have words of their own.
    const isPlain = part !== 'headers' && typeof path[0] === 'string';
    return {
      path: dotted,
      message: isPlain ? sentence(nameSteps(path, ''), predicate) : describeFault(dotted, predicate),
    };
  });

/** The lists of a value that are longer than the schema takes, each as a fault: to refuse them before their entries are read. */
export const longListsOf = (schema: z.ZodType, value: unknown): Fault[] =>
  findLongLists(schema, value)
    .slice(0, maxFaults)
    .map(({ path, predicate }) => ({ path: toPath(path), message: describeFault(toPath(path), predicate) }));

/** The first fault that a schema found, as the predicate of a sentence: a row of a file and an event have one. */
export function firstIssue(error: z.core.$ZodError): { path: string; predicate: string } {
  const [issue = { path: [], predicate: 'is not valid' }] = issuesOf(error);
  return { path: toPath(issue.path), predicate: issue.predicate };
}

/** The message of a refusal: the sentences of its first faults, and how many more there are. */
export function summarizeFaults(faults: readonly Fault[]): string {
  // A field may break several rules: the first one is enough to mend it.
  const sentences = faults
    .filter(({ path }, at) => faults.findIndex((fault) => fault.path === path) === at)
    .map(({ message }) => message);
  const told = sentences.slice(0, maxTold).join(' ');
  const more = sentences.length - maxTold;
  if (more <= 0) return told;
  return `${told} ${more === 1 ? '1 more field is' : `${more} more fields are`} wrong; \`details\` lists them.`;
}
