import { Email } from '@platform/contracts/fields';
import type { App } from '../app.ts';

/** The pseudonym of the person with this e-mail on a site; null where the site never took a form. */
export async function findSubject(
  { pseudonyms }: Pick<App, 'pseudonyms'>,
  { site_id, email }: { site_id: string; email: string },
): Promise<string | null> {
  const names = await pseudonyms.find(site_id);
  return names?.subjectOf({ email: Email.parse(email) }) ?? null;
}
