import { textOfField, unnamedFieldsOf } from '@platform/contracts';
import { requirePhone } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import type { FormBody, Submission } from './lead-content.ts';

/**
 * Reads a form of a site: its phone number in E.164, by the country of the site, and every field that the contract does
 * not name among `fields`.
 * @throws AppError `validation_failed` for a text that is no phone number
 */
export async function readForm({ db }: Pick<App, 'db'>, site_id: string, body: FormBody): Promise<Submission> {
  const unnamed = unnamedFieldsOf(body);
  const fields = Object.fromEntries(
    [...Object.entries(body.fields ?? {}), ...unnamed]
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, textOfField(value)]),
  );
  const { form, form_code, email, phone, name, message, page_url, referrer, locale, consents } = body;
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = body;
  const { submission_id, website, filled_ms, captcha_token } = body;
  const number =
    phone === undefined ? undefined : await requirePhone('phone', phone, (await requireSite(db, site_id)).country);
  return {
    form,
    form_code,
    email,
    phone: number,
    name,
    message,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    page_url,
    referrer,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_term,
    utm_content,
    locale,
    consents,
    submission_id,
    website,
    filled_ms,
    captcha_token,
  };
}
