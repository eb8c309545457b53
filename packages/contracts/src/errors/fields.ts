import { z } from 'zod';

/** Fields of `consents_required` and `license_offer_required`. */
export const MissingConsents = z
  .object({
    missing: z
      .array(
        z
          .object({
            doc_kind: z.string().describe('Kind of the document'),
            document_id: z.string().describe('The document to accept'),
            version: z.string().describe('Its published version'),
          })
          .meta({ id: 'MissingConsent', description: 'A document that must be accepted' }),
      )
      .describe('The documents without an accepted entry'),
  })
  .meta({ id: 'MissingConsents', description: 'The documents that a user must accept first' });
