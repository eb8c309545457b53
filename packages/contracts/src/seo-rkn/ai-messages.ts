import { z } from 'zod';
import { longText, text, Uuid } from '../fields.ts';
import { command } from '../kit.ts';
import { AiFailure } from './ai.ts';

/** Texts of language models for the other services. */

/**
 * Fixed instructions of a model, by their id. seo-rkn has their words: a caller sends data and a schema, and
 * no instruction.
 */
export const AiSystem = z.enum([
  'seo_fields',
  'seo_report',
  'legal_hint',
  'social_post',
  'social_strategy',
  'social_insight',
]);
export type AiSystem = z.output<typeof AiSystem>;

/** `legal` is for texts of legal documents, which leave the platform only with `legal_texts`. */
export const AiPurpose = z.enum(['seo', 'social', 'legal']);
export type AiPurpose = z.output<typeof AiPurpose>;

const Reason = AiFailure.nullable().describe('Reason for an answer without a text of a model; null if there is one');
const Tokens = z.int().min(0).describe('Tokens that the answer used');

/** The fields of a text that can be generated. */
export const GeneratedField = z.enum(['meta_title', 'meta_description', 'body', 'cover_alt']);
export type GeneratedField = z.output<typeof GeneratedField>;

export const GeneratedFields = z
  .object({
    meta_title: z.string().optional().describe('Title for search engines'),
    meta_description: z.string().optional().describe('Description for search engines'),
    body: z.string().optional().describe('Markdown that starts with a heading of the first level'),
    cover_alt: z.string().optional().describe('Text instead of the cover'),
  })
  .meta({ id: 'GeneratedFields', description: 'Fields that were generated' });
export type GeneratedFields = z.output<typeof GeneratedFields>;

/** A command that came twice under one `request_id` asks the provider once, and has one answer. */
export const aiCommands = {
  completeAi: command(
    'command.seo-rkn.ai.complete',
    'A JSON value from a language model. With null, the caller uses its own text. It is never called inside a transaction.',
    {
      limits: { timeoutMs: 60_000 },
      input: z.object({
        request_id: Uuid,
        purpose: AiPurpose,
        /** Its host is the only one whose addresses stay in the answer. */
        site_id: Uuid.nullable().default(null),
        system_id: AiSystem,
        /** Data, never an instruction. */
        input: z.json(),
        /** JSON Schema of the answer. */
        schema: z.record(z.string(), z.json()),
        max_tokens: z.int().min(1).max(2_000),
      }),
      output: z.object({
        output: z.json(),
        source: z.enum(['ai', 'none']),
        reason: Reason,
        tokens: Tokens,
      }),
    },
  ),
  generateFields: command(
    'command.seo-rkn.fields.generate',
    'Fields of a text for search engines, from a language model or from rules. It is never called inside a transaction.',
    {
      limits: { timeoutMs: 60_000 },
      input: z.object({
        request_id: Uuid,
        kind: z.enum(['post', 'article']),
        locale: z.string().max(35),
        /** Name of the site. */
        brand: longText(200),
        website_url: z.string().max(2_048).nullable(),
        title: text(300),
        excerpt: longText(2_000).nullable(),
        meta_description: longText(1_000).nullable(),
        /** Markdown; the beginning of a long text will do. */
        body: longText(20_000),
        has_cover: z.boolean(),
        fields: z.array(GeneratedField).min(1).max(4),
      }),
      output: z.object({
        fields: GeneratedFields,
        /** Fields without anything to make them from. */
        skipped: z.array(z.object({ field: GeneratedField, reason: z.enum(['no_source', 'no_cover']) })),
        source: z.enum(['ai', 'rules']),
        reason: Reason,
        tokens: Tokens,
      }),
    },
  ),
} as const;
