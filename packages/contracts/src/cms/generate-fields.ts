import { z } from 'zod';
import { idOf } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { GeneratedField, GeneratedFields } from '../seo-rkn/ai-messages.ts';
import { ContentAudit } from './content.ts';
import { SiteIdParams } from './fields.ts';

/** Fields of texts that a language model or rules generate. The cms owns the text and stores the fields. */

const Skipped = z
  .object({
    field: GeneratedField.describe('The field'),
    reason: z
      .enum(['not_empty', 'filled_meanwhile', 'no_source', 'no_cover'])
      .describe(
        '`filled_meanwhile`: an editor filled the field during the generation; `no_source`: there is no text to generate it from',
      ),
  })
  .meta({ id: 'SkippedField' });

export const generateFieldsEndpoints = feature(
  'Content',
  'The life cycle of items of every kind: publish, schedule, restore.',
  {
    generateContentFields: endpoint({
      auth: 'admin',
      rate: 'admin',
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/seo/generate-fields',
      idempotent: true,
      timeoutSeconds: 75,
      summary: 'Fill empty fields of a post or an article for search engines',
      description:
        'A language model generates the texts if `/v1/settings/ai` has one. Otherwise rules generate them from the title, the brand and the first sentences. Only empty fields are filled; a text that an editor writes meanwhile is kept. The texts become a new revision of the draft; nothing is published. The text for an empty `body` starts with one heading of the first level. While the audit service is down, nothing is generated: `service_unavailable`.',
      params: SiteIdParams,
      body: z
        .strictObject({
          kind: z.enum(['post', 'article']).describe('Kind of the item'),
          item_id: idOf('content_item_id', 'The item'),
          fields: z
            .array(GeneratedField)
            .min(1)
            .max(4)
            .refine((fields) => new Set(fields).size === fields.length, 'has a field twice: name each field once')
            .default([...GeneratedField.options])
            .describe('Fields to fill, if they are empty'),
          apply: z
            .boolean()
            .default(true)
            .describe('`true` writes the texts into the draft; `false` only returns them'),
        })
        .meta({ id: 'GenerateFields' }),
      response: z
        .object({
          fields: GeneratedFields.describe('Generated texts, by field'),
          skipped: z.array(Skipped).describe('Unchanged fields'),
          source: z.enum(['ai', 'rules']).describe('Source of the text: a language model, or rules'),
        })
        .meta({ id: 'GeneratedContentFields' }),
      audit: ContentAudit,
      errors: ['site_not_found', 'content_not_found'],
    }),
  },
);
