import { readFileSync } from 'node:fs';
import { IssueType } from '@platform/contracts';
import { z } from 'zod';

const Weight = z.union([z.literal(2), z.literal(8), z.literal(20), z.literal(40)]);
export type Weight = z.output<typeof Weight>;

const sentences = z.array(z.string().min(10)).min(1);
const RuleText = z.strictObject({
  title: z.string().min(5),
  why: z.string().min(20),
  where: z.string().min(5),
  steps: sentences,
  acceptance: sentences,
});
/** A variant says what is its own; the rest is that of its type. */
const VariantText = RuleText.partial().required({ title: true });

const StaticText = RuleText.pick({ where: true, steps: true });

const Rule = z.strictObject({
  origin: z.enum(['spec', 'extended']),
  owner: z.enum(['landing_dev', 'cms_editor', 'operations', 'content']),
  weight: Weight,
  /** Weights of circumstances, for example on the home page. They change no fingerprint. */
  weights: z.record(z.string(), Weight).optional(),
  variants: z
    .record(z.string(), z.strictObject({ weight: Weight.optional(), ru: VariantText, en: VariantText }))
    .optional(),
  /** What differs at a page that is no item of the CMS: a developer changes it. */
  static_page: z.strictObject({ ru: StaticText, en: StaticText }).optional(),
  ru: RuleText,
  en: RuleText,
});

const Catalogue = z.strictObject({
  rule_version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  verified_at: z.iso.date(),
  rules: z.record(IssueType, Rule),
});

export type RuleLocale = 'ru' | 'en';
export type Owner = z.output<typeof Rule>['owner'];

/** Texts for the reader of an issue: the role that fixes it, the location, the fix, and how to check the fix. */
export interface IssueRule {
  issue_type: IssueType;
  variant: string | null;
  origin: 'spec' | 'extended';
  owner: Owner;
  weight: Weight;
  title: string;
  why: string;
  where: string;
  steps: string[];
  acceptance: string[];
}

/** Rules of the audit with their date; read once, an invalid file ends the start. */
export const ruleCatalogue = Catalogue.parse(
  JSON.parse(readFileSync(new URL('../../rules/seo.json', import.meta.url), 'utf8')),
);

/**
 * The role that fixes an issue: editors change items of the CMS, developers all other pages.
 * @param item_id item behind the page of the issue; null without one
 */
export function ownerOf(issueType: IssueType, item_id: string | null): Owner {
  const { owner, static_page } = ruleCatalogue.rules[issueType];
  return item_id === null && static_page ? 'landing_dev' : owner;
}

/**
 * Rule of an issue in a language.
 * @param variant sub-case of the type; an unknown one gives the texts of the type
 * @param owner role that fixes the issue; the role of the rule when absent
 */
export function ruleOf(issueType: IssueType, variant: string | null, locale: RuleLocale, owner?: Owner): IssueRule {
  const rule = ruleCatalogue.rules[issueType];
  const ownTexts = variant === null ? undefined : rule.variants?.[variant];
  const isStatic = owner !== undefined && owner !== rule.owner;
  return {
    issue_type: issueType,
    variant,
    origin: rule.origin,
    owner: owner ?? rule.owner,
    weight: ownTexts?.weight ?? rule.weight,
    ...rule[locale],
    ...ownTexts?.[locale],
    ...(isStatic ? rule.static_page?.[locale] : undefined),
  };
}

/**
 * Weight of a finding.
 * @param circumstance name in `weights` of the rule, which wins over type and variant
 * @throws Error for a variant or a circumstance that the catalogue lacks
 */
export function weightOf(issueType: IssueType, variant: string | null, circumstance: string | null): Weight {
  const rule = ruleCatalogue.rules[issueType];
  const ownTexts = variant === null ? undefined : rule.variants?.[variant];
  if (variant !== null && !ownTexts) throw new Error(`rules/seo.json has no variant ${variant} of ${issueType}`);
  if (circumstance === null) return ownTexts?.weight ?? rule.weight;
  const weight = rule.weights?.[circumstance];
  if (weight === undefined) throw new Error(`rules/seo.json has no weight ${circumstance} of ${issueType}`);
  return weight;
}
