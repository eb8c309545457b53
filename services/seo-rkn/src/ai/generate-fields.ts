import type { aiCommands, GeneratedField, GeneratedFields } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { z } from 'zod';
import { type Completer, commandWaitsMs, completeWithAi } from './complete-with-ai.ts';
import type { JsonSchema } from './dialects.ts';
import {
  type FieldSource,
  longestAlt,
  longestDescription,
  longestTitle,
  type MadeFields,
  makeFields,
  plainText,
  shortenLine,
  shortestDescription,
  withOneH1,
} from './field-rules.ts';
import { hostsOf } from './own-hosts.ts';

type Command = typeof aiCommands.generateFields;

/** The body in the question: its beginning says what the text is about. */
const maxBody = 6_000;

const shapes: Record<GeneratedField, JsonSchema> = {
  meta_title: { type: 'string', minLength: 10, maxLength: longestTitle },
  meta_description: { type: 'string', minLength: shortestDescription, maxLength: longestDescription },
  body: { type: 'string', minLength: 100, maxLength: 20_000 },
  cover_alt: { type: 'string', minLength: 5, maxLength: longestAlt },
};

/**
 * Makes fields of a text: of the language model where it answers, else by rules. The same `request_id` asks
 * the model once.
 * @throws AppError `idempotency_conflict` for an id that asked another question
 */
export async function generateFields(
  app: Completer,
  { request_id, kind, locale, website_url, fields, ...source }: z.output<Command['input']>,
): Promise<z.input<Command['output']>> {
  const byRules = makeFields(source, fields);
  // A model has no eyes for a cover that is not there, and no facts for a text without any.
  const wantedFields = fields.filter((field) => field !== 'cover_alt' || source.has_cover);
  if (wantedFields.length === 0) return { ...byRules, source: 'rules', reason: null, tokens: 0 };
  const { output, reason, tokens } = await completeWithAi(app, {
    request_id,
    purpose: 'seo',
    system: 'seo_fields',
    hosts: hostsOf(website_url),
    input: { kind, locale, wanted: wantedFields, text: { ...source, body: cutText(source.body, maxBody) } },
    schema: schemaOf(wantedFields),
    max_tokens: wantedFields.includes('body') ? 2_000 : 600,
    waitsMs: commandWaitsMs,
  });
  if (output === null) return { ...byRules, source: 'rules', reason, tokens };
  return { ...toFields(output as GeneratedFields, source, byRules), source: 'ai', reason: null, tokens };
}

const schemaOf = (wantedFields: readonly GeneratedField[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(wantedFields.map((field) => [field, shapes[field]])),
  required: wantedFields,
  additionalProperties: false,
});

/**
 * The fields of a model in the form of the cms: one line each, and a text with one first heading. A line that
 * was nothing but markup is made by the rules.
 */
function toFields(writtenFields: GeneratedFields, { title }: FieldSource, byRules: MadeFields): MadeFields {
  const fields: GeneratedFields = {};
  for (const [name, text] of Object.entries(writtenFields) as [GeneratedField, string][]) {
    const line = shortenLine(plainText(text), shapes[name].maxLength as number);
    const value = name === 'body' ? withOneH1(text, title) : line || byRules.fields[name];
    if (value !== undefined) fields[name] = value;
  }
  return { fields, skipped: byRules.skipped.filter(({ field }) => !(field in fields)) };
}
