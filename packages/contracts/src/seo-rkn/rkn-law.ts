import { z } from 'zod';
import { CalendarDay } from '../fields.ts';
import { IssueSeverity } from './issues.ts';
import { rknCodes } from './rkn-codes.ts';

/** Law of personal data as scans use it: codes, certainty, fines. */

export const RknCode = z.enum(rknCodes).meta({ id: 'RknCode' });
export type RknCode = z.output<typeof RknCode>;

/** How sure a finding is: `confirmed` counts whole, `detected` 65 %, `unverified` nothing. */
export const RknCertainty = z.enum(['confirmed', 'detected', 'unverified']).meta({ id: 'RknCertainty' });
export type RknCertainty = z.output<typeof RknCertainty>;

/** Groups of findings that one fine is for. */
export const sanctionGroups = [
  'G_PROC',
  'G_WRITTEN',
  'G_POLICY',
  'G_INFORM',
  'G_LOCAL',
  'G_NOTICE',
  'G_LEAK',
  'G_SPAM',
  'G_ERID',
  'G_BANAD',
  'G_AUTH',
  'G_LANG',
] as const;
export const SanctionGroup = z.enum(sanctionGroups).meta({ id: 'RknSanctionGroup' });
export type SanctionGroup = z.output<typeof SanctionGroup>;

/** `none`: each code counts on its own and has no fine. `technical`: the same, 15 points at most together. */
export const RknGroup = z.enum([...sanctionGroups, 'none', 'technical']).meta({ id: 'RknGroup' });
export type RknGroup = z.output<typeof RknGroup>;

export const RknRisk = z.enum(['low', 'medium', 'high', 'critical', 'unknown']).meta({ id: 'RknRisk' });
export type RknRisk = z.output<typeof RknRisk>;

/** Kind of the operator of personal data: a company, a sole proprietor, a self-employed person. */
export const SubjectType = z.enum(['ooo', 'ip', 'self_employed']).meta({ id: 'RknSubjectType' });
export type SubjectType = z.output<typeof SubjectType>;

export const LawLine = z
  .object({
    act: z.string().describe('Act, by its usual Russian name').meta({ example: '152-ФЗ' }),
    article: z.string().nullable().describe('Article and part; null if the whole act is cited'),
    since: CalendarDay.nullable().describe('Start of the validity of this wording; null if it is not known'),
    mark: z
      .enum(['V', 'P', 'U'])
      .describe(
        '`V`: stated by a source. `P`: a source agrees in substance. `U`: not verified, without effect on the score',
      ),
    source: z.string().nullable().describe('Keys of the sources, separated by spaces; null if the data have none'),
  })
  .describe('A provision of the law, as the law data have it');
export type LawLine = z.output<typeof LawLine>;

/** A provision as readers see it: the mark in words, and the addresses of its sources. */
export const ShownLawLine = LawLine.extend({
  mark_text: z.string().describe('Meaning of the mark, in the language of the request'),
  source_urls: z.array(z.string()).describe('Addresses of the sources; empty if the data have none'),
}).meta({ id: 'RknLawLine', description: 'A provision of the law that a finding is based on' });

export const FineRange = z
  .object({ min: z.int().describe('Minimum in roubles'), max: z.int().describe('Maximum in roubles') })
  .meta({ id: 'RknFineRange' });
export type FineRange = z.output<typeof FineRange>;

export const RknExposure = z
  .object({
    confirmed: FineRange.nullable().describe('Fines of groups with a confirmed finding; null if no amount is known'),
    detected: FineRange.nullable().describe('Fines of groups with only detected findings; null if no amount is known'),
    unknown_groups: z
      .array(SanctionGroup)
      .describe('Groups without a verified amount; if there are any, the sums are lower bounds'),
    disclaimer: z.string().describe('Disclaimer of the amounts'),
    law_verified_at: CalendarDay.describe('Day on which the law data were last verified'),
  })
  .meta({ id: 'RknExposure', description: 'Fines for a first offence, each group once' });
export type RknExposure = z.output<typeof RknExposure>;

const RuleTexts = {
  title: z.string().describe('Title of the finding, one sentence'),
  how: z.string().describe('How to fix it'),
  acceptance: z.array(z.string()).describe('Acceptance criteria: when it counts as fixed'),
};

export const RknRules = z
  .object({
    rule_version: CalendarDay.describe('Version of the law data'),
    verified_at: CalendarDay.describe('Day on which they were last verified'),
    rules_outdated: z
      .boolean()
      .describe(
        'Whether the last verification was more than 180 days ago: then no finding is `confirmed` until the next verification',
      ),
    disclaimer: z.string().describe('Disclaimer of the rules'),
    rules: z
      .array(
        z.object({
          code: RknCode.describe('Code'),
          severity: IssueSeverity.describe('Severity of the main case'),
          group: RknGroup.describe('Group of findings with one common fine'),
          certainty: RknCertainty.describe('The highest certainty that a finding may have'),
          verified_at: CalendarDay.describe('Day on which its law was last verified'),
          law: z.array(ShownLawLine).describe('Provisions of the law; the group is based on the first one'),
          ...RuleTexts,
          variants: z
            .record(
              z.string(),
              z.object({
                severity: IssueSeverity.describe('Severity'),
                certainty: RknCertainty.describe('The highest certainty'),
                title: RuleTexts.title,
              }),
            )
            .describe('Sub-cases'),
        }),
      )
      .describe('One for each code'),
    fines: z
      .array(
        z.object({
          group: SanctionGroup.describe('Group'),
          law: ShownLawLine.describe('Provision that sets the fine'),
          fines: z
            .object({
              ooo: FineRange.nullable().describe('Fine of a company; null if no amount is verified'),
              ip: FineRange.nullable().describe('Fine of a sole proprietor'),
              self_employed: FineRange.nullable().describe('Fine of a self-employed person'),
            })
            .describe('Fines of a first offence'),
        }),
      )
      .describe('One for each group'),
    sources: z.record(z.string(), z.array(z.string())).describe('Addresses of the sources, by key'),
  })
  .meta({ id: 'RknRules', description: 'Law data of personal-data scans' });
