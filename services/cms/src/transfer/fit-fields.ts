import { cutText } from '@platform/contracts/cut-text';
import { firstIssue } from '@platform/contracts/faults';
import { invalidField } from '@platform/runtime';
import type { z } from 'zod';
import type { Note } from './entry.ts';

/** Rounds of corrections: each makes one field shorter or empty. */
const rounds = 20;

/** Optional addresses that may be left out. */
const addresses = new Set(['cover_url', 'canonical_url', 'url', 'link_url']);
/** Texts that are worth nothing in part. */
const neverCut = new Set(['body', 'html', 'source', 'access_token']);

/**
 * The fields of an object as its contract has them. Titles and the like that are too long are cut, lists too,
 * and addresses that are none are left out: each is a warning. Pure except for `warnings`.
 * @throws AppError `validation_failed` for anything else
 */
export function fitFields<S extends z.ZodType>(
  schema: S,
  sourceFields: Record<string, unknown>,
  warnings: Note[],
): z.output<S> {
  let fields = sourceFields;
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(fields);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const [name] = issue?.path ?? [];
    const { path, predicate } = firstIssue(parsed.error);
    if (!issue || typeof name !== 'string' || round === rounds) return invalidField(path, predicate);
    const corrected = correct(fields[name], issue, name);
    if (corrected === undefined) return invalidField(path, predicate);
    warnings.push(corrected.note);
    fields = { ...fields, [name]: corrected.value };
  }
}

function correct(value: unknown, issue: z.core.$ZodIssue, name: string): { value: unknown; note: Note } | undefined {
  const [, at] = issue.path;
  if (issue.code === 'too_big' && !neverCut.has(name)) {
    const maximum = Number(issue.maximum);
    const cut = (text: string) => cutText(text.trim().toWellFormed(), maximum).trim();
    const note = { code: 'cut', message: `\`${name}\` is longer than ${maximum} and was cut.` };
    if (typeof value === 'string') return { value: cut(value), note };
    if (Array.isArray(value) && at === undefined) {
      const lost = value.slice(maximum).filter((one) => typeof one === 'string');
      return {
        value: value.slice(0, maximum),
        note: { code: 'cut', message: `${note.message} Left out: ${lost.join(', ')}.` },
      };
    }
    if (Array.isArray(value) && typeof at === 'number' && typeof value[at] === 'string')
      return { value: value.with(at, cut(value[at])), note };
  }
  const isEmptyMember =
    issue.code === 'too_small' && Array.isArray(value) && typeof at === 'number' && value[at] === '';
  if (isEmptyMember)
    return { value: value.toSpliced(at, 1), note: { code: 'cut', message: `\`${name}\` has an empty value.` } };
  if (addresses.has(name) && typeof value === 'string')
    return {
      value: null,
      note: { code: 'address_lost', message: `\`${name}\` is not an address: ${cutText(value, 200)}` },
    };
  return undefined;
}
