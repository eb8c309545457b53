import { readdirSync, readFileSync } from 'node:fs';
import { LawLine } from '@platform/contracts';
import { z } from 'zod';

const Text = z.strictObject({ title: z.string().min(3), how_to_fix: z.string().min(10) });
const Clause = z.strictObject({
  code: z.string(),
  weight: z.number().positive(),
  /** A document that lacks it is no good. */
  blocker: z.boolean(),
  /** Name of the method that finds it, which the thread of checks knows. */
  method: z.string(),
  /** What the method does, for readers of the data. */
  rule: z.string(),
  law: z.array(LawLine.strict()),
  /** Words for it in Russian; null for what a document has to leave out. */
  suggested_clause: z.string().nullable(),
  ru: Text,
  en: Text,
});
/** A statement that a document of a kind needs. */
export type Clause = z.output<typeof Clause>;

const Clauses = z.strictObject({
  rule_version: z.iso.date(),
  verified_at: z.iso.date(),
  kinds: z.record(
    z.string(),
    z
      .array(Clause)
      .min(1)
      .refine(
        (clauses) => Math.abs(clauses.reduce((sum, { weight }) => sum + weight, 0) - 100) < 0.005,
        'the weights of a kind must add up to 100',
      ),
  ),
});
/** One dated edition of the clauses. */
export type ClauseData = z.output<typeof Clauses>;

const folder = new URL('../../rules/rkn-documents/', import.meta.url);

/** Editions by version, read once; an invalid file ends the start. */
const editions = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const data = Clauses.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
      if (name !== `${data.rule_version}.json`) throw new Error(`${name} holds the clauses of ${data.rule_version}`);
      return [data.rule_version, data] as const;
    }),
);

/** The newest edition of the clauses. */
export const newestClauses: ClauseData = [...editions.values()].at(-1) ?? missing('any version');

/**
 * The edition that an older check was made by.
 * @throws Error for a version that there is no file of
 */
export const clausesOf = (rule_version: string): ClauseData => editions.get(rule_version) ?? missing(rule_version);

/**
 * Clauses of a kind of document.
 * @throws Error for a kind that the data lack
 */
export const clausesFor = (data: ClauseData, kind: string): Clause[] =>
  data.kinds[kind.startsWith('terms_') ? 'terms_*' : kind] ?? missing(kind);

function missing(what: string): never {
  throw new Error(`rules/rkn-documents has no clauses of ${what}`);
}
