import { z } from 'zod';
import { count, describeExpected, listed, oneOf, quote } from './expectation.ts';

/** Fields of an object that a sentence about an unknown one names. */
const maxNamedFields = 30;

/** A value as a person calls it, without the value: it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === null) return '`null`';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return quote(value);
  return { string: 'a text', number: 'a number', object: 'an object' }[typeof value as string] ?? 'another value';
}

/** What the schema that owns the issue takes; of a check it is the schema with the check. */
const expectedBy = ({ schema }: z.core.$ZodRawIssue): string =>
  schema === undefined ? 'another value' : describeExpected(schema as z.core.$ZodType);

function wordType(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  const expected = expectedBy(issue);
  if (input === undefined) return `is missing: it has to be ${expected}`;
  // A number of a query or of a variable of the environment was a text.
  const isUnread = typeof input === 'number' && !Number.isFinite(input);
  const kind = kindOf(input);
  const isOfKind = expected.startsWith(kind) || (kind === 'a number' && expected.startsWith('a whole number'));
  return isUnread || isOfKind ? `has to be ${expected}` : `has to be ${expected}, not ${kind}`;
}

function wordSize(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  const expected = expectedBy(issue);
  const isSized = typeof input === 'string' || Array.isArray(input);
  if (!isSized) return `has to be ${expected}`;
  const { maximum, minimum } = issue as { maximum?: number; minimum?: number };
  const noun = Array.isArray(input) ? ['entry', 'entries'] : ['character', 'characters'];
  if (input.length === 0) return `is empty: it has to be ${expected}`;
  // An expectation with a form of its own, such as an e-mail address, names no length.
  const isNamed = / of (\d|at|exactly)/.test(expected);
  const bound = maximum ?? minimum ?? 0;
  const own = `${count(bound)} ${noun[bound === 1 ? 0 : 1]}`;
  return isNamed
    ? `has to be ${expected}; it has ${count(input.length)}`
    : `may have ${maximum === undefined ? 'at least' : 'at most'} ${own}; it has ${count(input.length)}`;
}

function wordUnknown({ schema, inst }: z.core.$ZodRawIssue): string {
  const object = (schema ?? inst) as unknown;
  const names = object instanceof z.ZodObject ? Object.keys(object.shape) : [];
  if (names.length === 0) return 'is not a field that is taken here; leave it out';
  if (names.length > maxNamedFields) return 'is not a field that is taken here; the reference lists the fields';
  return `is not a field that is taken here; the fields are ${listed(names.map(quote), 'and')}`;
}

function wordFormat(issue: z.core.$ZodRawIssue): string {
  const { format, prefix, suffix, includes } = issue as { [key: string]: unknown };
  if (format === 'starts_with') return `has to begin with ${quote(prefix)}`;
  if (format === 'ends_with') return `has to end with ${quote(suffix)}`;
  if (format === 'includes') return `has to contain ${quote(includes)}`;
  return issue.input === '' ? `is empty: it has to be ${expectedBy(issue)}` : `has to be ${expectedBy(issue)}`;
}

/**
 * The words of an issue of the validation library, as the predicate of a sentence whose subject is the field. A contract
 * that has words of its own for a rule writes them in the same form.
 */
export function wordIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wordType(issue);
    case 'too_big':
    case 'too_small':
      return wordSize(issue);
    case 'invalid_format':
      return wordFormat(issue);
    case 'not_multiple_of':
      return `has to be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return wordUnknown(issue);
    case 'invalid_value':
      return issue.input === undefined
        ? `is missing: it has to be ${oneOf(issue.values)}`
        : `has to be ${oneOf(issue.values)}`;
    case 'invalid_union': {
      const { options } = issue as { options?: readonly unknown[] };
      return options ? `has to be ${oneOf(options)}` : wordType(issue);
    }
    case 'invalid_key':
      return `is a name that is not taken here: a name ${issue.issues[0]?.message ?? 'has another form'}`;
    default:
      return 'is not valid: the reference describes it';
  }
}

z.config({ customError: wordIssue });
