import type { Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { SiteRow } from '../sites/site.ts';
import type { LeadRow } from './lead.ts';
import type { LeadSettingsRow } from './lead-settings.ts';

const texts = {
  ru: { subject: 'Новая заявка', form: 'Форма', page: 'Страница', id: 'Заявка' },
  en: { subject: 'New lead', form: 'Form', page: 'Page', id: 'Lead' },
};

/** Queues a notice about a lead for each address of the site. Nothing of the person is in it. */
export async function notify(
  app: Pick<App, 'sealer' | 'clock' | 'mailer'>,
  tx: Tx,
  { site, lead, settings }: { site: SiteRow; lead: LeadRow; settings: LeadSettingsRow },
): Promise<void> {
  // Without a mail server leads arrive all the same.
  if (app.mailer === null) return;
  const t = site.default_locale.startsWith('ru') ? texts.ru : texts.en;
  const lines = [
    `${t.form}: ${lead.form_code ?? lead.form}`,
    ...(lead.page_path === null ? [] : [`${t.page}: ${lead.page_path}`]),
    `${t.id}: ${lead.id}`,
  ];
  for (const to of settings.notify_emails)
    await queueMail(app, tx, {
      kind: 'lead_notice',
      site_id: site.id,
      subject_id: null,
      to,
      subject: `${t.subject}: ${site.name}`,
      text: `${lines.join('\n')}\n`,
    });
}
