import { readdirSync, readFileSync } from 'node:fs';
import { FineRange, IssueSeverity, LawLine, RknCertainty, RknCode, RknGroup, SanctionGroup } from '@platform/contracts';
import { z } from 'zod';
import { lowerOf } from './certainty-order.ts';

const Day = z.iso.date();

const Text = z.strictObject({
  title: z.string().min(5),
  how: z.string().min(20),
  acceptance: z.array(z.string().min(10)).min(1),
});
const VariantText = Text.partial().required({ title: true });

const Variant = z.strictObject({
  severity: IssueSeverity.optional(),
  certainty: RknCertainty.optional(),
  ru: VariantText,
  en: VariantText,
});

const Rule = z.strictObject({
  severity: IssueSeverity,
  group: RknGroup,
  /** The highest certainty of its findings. */
  certainty: RknCertainty,
  verified_at: Day,
  /** The group rests on the first line. */
  law: z.array(LawLine.strict()).min(1),
  variants: z.record(z.string(), Variant).optional(),
  ru: Text,
  en: Text,
});
/** A rule of the law data. */
export type RknRule = z.output<typeof Rule>;

const Sanction = z.strictObject({
  law: LawLine.strict(),
  fines: z.strictObject({
    ooo: FineRange.strict().nullable(),
    ip: FineRange.strict().nullable(),
    self_employed: FineRange.strict().nullable(),
  }),
});

/** Highest certainty that a mark allows. */
const capOfMark = { V: 'confirmed', P: 'detected', U: 'unverified' } as const;

const LawData = z
  .strictObject({
    rule_version: Day,
    verified_at: Day,
    sources: z.record(z.string(), z.array(z.url()).min(1)),
    fines: z.record(SanctionGroup, Sanction),
    rules: z.record(RknCode, Rule),
  })
  .superRefine(({ rules, fines, sources, verified_at }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    for (const [code, rule] of Object.entries(rules)) {
      if (rule.verified_at < verified_at) refuse(`${code} was verified before the file`);
      const cap = capOfMark[rule.law[0]?.mark ?? 'U'];
      for (const certainty of [rule.certainty, ...Object.values(rule.variants ?? {}).map((one) => one.certainty)])
        if (certainty !== undefined && lowerOf(certainty, cap) !== certainty)
          refuse(`${code} is more certain than its mark allows`);
    }
    for (const [group, { law, fines: amounts }] of Object.entries(fines))
      for (const range of Object.values(amounts)) {
        if (range !== null && law.mark !== 'V') refuse(`${group} names a fine that is not verified`);
        if (range !== null && range.min > range.max) refuse(`${group} has a range whose minimum is above its maximum`);
      }
    const lines = [...Object.values(rules).flatMap((rule) => rule.law), ...Object.values(fines).map(({ law }) => law)];
    for (const key of lines.flatMap((line) => line.source?.split(' ') ?? []))
      if (!(key in sources)) refuse(`the source ${key} is not listed`);
  });
/** One dated edition of the law data. */
export type LawData = z.output<typeof LawData>;

/**
 * Reads an edition of the law data.
 * @param name file name, `<rule_version>.json`
 * @throws ZodError, or Error where the name is not that of the version
 */
export function parseLawData(name: string, json: string): LawData {
  const data = LawData.parse(JSON.parse(json));
  if (name !== `${data.rule_version}.json`) throw new Error(`${name} holds the law data of ${data.rule_version}`);
  return data;
}

const folder = new URL('../../rules/rkn/', import.meta.url);

/** Editions by version, read once; an invalid file ends the start. */
const editions = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => parseLawData(name, readFileSync(new URL(name, folder), 'utf8')))
    .map((data) => [data.rule_version, data]),
);

/** The newest edition of the law data. */
export const newestLaw: LawData = [...editions.values()].at(-1) ?? missing('any version');

/** The edition of a version; undefined where there is none. */
export const findLaw = (rule_version: string): LawData | undefined => editions.get(rule_version);

/**
 * The edition that an older scan was judged by.
 * @param rule_version version of the scan, `YYYY-MM-DD`
 * @throws Error for a version that there is no file of
 */
export const lawOf = (rule_version: string): LawData => editions.get(rule_version) ?? missing(rule_version);

function missing(version: string): never {
  throw new Error(`rules/rkn has no law data of ${version}`);
}

/** A rule with the texts of a language; a variant replaces what is its own. */
export interface RknRuleText {
  code: RknCode;
  variant: string | null;
  severity: IssueSeverity;
  group: RknGroup;
  certainty: RknCertainty;
  title: string;
  how: string;
  acceptance: string[];
  law: LawLine[];
}

/**
 * The rule of a finding in a language.
 * @param variant sub-case; null for the main one
 * @throws Error for a variant that the law data lack
 */
export function rknRuleOf(law: LawData, code: RknCode, variant: string | null, locale: 'ru' | 'en'): RknRuleText {
  const rule = law.rules[code];
  const ownTexts = variant === null ? undefined : rule.variants?.[variant];
  if (variant !== null && !ownTexts) throw new Error(`the law data have no variant ${variant} of ${code}`);
  const { severity, certainty } = { ...rule, ...definedOf(ownTexts) };
  return {
    code,
    variant,
    severity,
    group: rule.group,
    certainty,
    ...rule[locale],
    ...ownTexts?.[locale],
    law: rule.law,
  };
}

const definedOf = (ownTexts: z.output<typeof Variant> | undefined) => ({
  ...(ownTexts?.severity && { severity: ownTexts.severity }),
  ...(ownTexts?.certainty && { certainty: ownTexts.certainty }),
});
