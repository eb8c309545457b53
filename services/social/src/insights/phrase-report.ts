import { seoRkn } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { unsupportedAssertions } from '../facts/unsupported-assertions.ts';
import { readPost } from '../posts/readable-post.ts';

const longestText = 3_000;
const Answer = z.object({ text: z.string().trim().min(1).max(longestText) });

export interface PhrasedReport {
  text: string;
  text_source: 'rules' | 'ai';
  ai_reason: string | null;
}

/**
 * Lets a language model phrase a report. A text that states what the report does not say is dropped; without
 * a model the report stays as it is. Not to be called in a transaction.
 * @param request_id the same id has the same answer
 */
export async function phraseReport(
  app: Pick<App, 'call' | 'log'>,
  { id, site_id, languages }: Pick<BrandRow, 'id' | 'site_id' | 'languages'>,
  report: string,
  request_id: string,
): Promise<PhrasedReport> {
  const unphrased = (ai_reason: string): PhrasedReport => ({ text: report, text_source: 'rules', ai_reason });
  try {
    const { output, reason } = await app.call(seoRkn.commands.completeAi, {
      request_id,
      purpose: 'social',
      site_id,
      system_id: 'social_insight',
      max_tokens: 1_200,
      input: { report, locale: languages[0] ?? 'ru', max_length: longestText },
      schema: {
        type: 'object',
        properties: { text: { type: 'string', minLength: 1, maxLength: longestText } },
        required: ['text'],
        additionalProperties: false,
      },
    });
    if (output === null) return unphrased(reason ?? 'not_usable');
    const text = Answer.safeParse(output).data?.text.toWellFormed();
    if (text === undefined) return unphrased('not_usable');
    const unsupported = unsupportedAssertions(readPost({ body: text, buttons: [] }), { texts: [report], urls: [] });
    return unsupported.length > 0 ? unphrased('unsupported_claims') : { text, text_source: 'ai', ai_reason: null };
  } catch (error) {
    app.log.warn({ brand_id: id, reason: errorText(error) }, 'no language model phrased a weekly report');
    return unphrased('unreachable');
  }
}
