import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './html.ts';
import { legalNameOf } from './words.ts';

/** A published legal text of the site, as `/legal` answers it. */
export interface LegalText {
  id: string;
  version: string;
  doc_kind: string;
  title: string;
  public_url: string;
}

/** Where a browser sends the forms. */
export interface FormTarget {
  action: string;
  siteKey: string;
}

interface FormFrame extends FormTarget {
  locale: string;
  legal: LegalText[];
}

const words = {
  ru: {
    contact: 'Написать нам',
    newsletter: 'Новости на почту',
    name: 'Имя',
    email: 'Почта',
    message: 'Сообщение',
    send: 'Отправить',
    subscribe: 'Подписаться',
    accept: 'Я принимаю:',
    missing: 'Форма появится, когда будет опубликовано согласие на обработку персональных данных.',
    accepted: 'Спасибо! Сообщение получено.',
    pending_confirmation: 'Мы отправили письмо со ссылкой: подтвердите подписку в нём.',
    refused: 'Не получилось:',
    unreachable: 'Нет связи. Нажмите ещё раз: сообщение не придёт дважды.',
  },
  en: {
    contact: 'Write to us',
    newsletter: 'News by mail',
    name: 'Name',
    email: 'E-mail',
    message: 'Message',
    send: 'Send',
    subscribe: 'Subscribe',
    accept: 'I accept:',
    missing: 'The form appears when the consent to the processing of personal data is published.',
    accepted: 'Thank you! The message has arrived.',
    pending_confirmation: 'A mail with a link is on its way: confirm the subscription there.',
    refused: 'That did not work:',
    unreachable: 'No connection. Press again: the message does not arrive twice.',
  },
};
export const formWordsOf = (locale: string) => (locale.startsWith('en') ? words.en : words.ru);

/** Boxes that each form needs, by the slot of the text. */
const boxes = {
  contact: ['personal_data_consent'],
  newsletter: ['personal_data_consent', 'marketing_consent'],
};

/**
 * Sends a form as JSON. One submission keeps its `submission_id` until it is answered, so that pressing the
 * button again after a lost answer makes no second lead. The label of a box goes into the ledger as it is
 * shown.
 */
const script = `
for (const form of document.querySelectorAll('form[data-form]')) {
  const shown = performance.now();
  const status = form.querySelector('output');
  const boxes = [...form.querySelectorAll('input[data-document]')];
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  let submission = newId();
  // Another content is another submission.
  form.addEventListener('input', () => { submission = newId(); });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    const campaign = [...new URLSearchParams(location.search)].filter(([name]) => /^utm_(source|medium|campaign|term|content)$/.test(name));
    const body = {
      ...Object.fromEntries(campaign),
      ...Object.fromEntries(new FormData(form)),
      form: form.dataset.form,
      form_code: form.dataset.form,
      page_url: location.origin + location.pathname,
      referrer: document.referrer,
      locale: document.documentElement.lang,
      filled_ms: Math.round(performance.now() - shown),
      submission_id: submission,
      consents: boxes.map((box) => ({
        document_id: box.dataset.document,
        version: box.dataset.version,
        checkbox_text: box.closest('label').textContent.trim(),
        accepted: box.checked,
      })),
    };
    try {
      const reply = await fetch(form.dataset.action, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-public-key': form.dataset.key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const { data, message } = await reply.json();
      status.textContent = reply.ok ? form.dataset[data.status] : form.dataset.refused + ' ' + message;
      status.dataset.state = reply.ok ? data.status : 'refused';
      if (reply.ok) {
        form.reset();
        submission = newId();
      }
    } catch {
      status.textContent = form.dataset.unreachable;
      status.dataset.state = 'unreachable';
    }
    button.disabled = false;
  });
}
`;

/** The one script that pages of the landing may run, as a source of `script-src`. */
export const formScriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const formScript = (): Html => html`<script>${trusted(script)}</script>`;

/** A form with a box for each legal text that it needs; a sentence instead while one of them is missing. */
function formOf(kind: keyof typeof boxes, frame: FormFrame, inputs: Html, button: string): Html {
  const text = formWordsOf(frame.locale);
  const needed = boxes[kind].map((doc_kind) => frame.legal.find((document) => document.doc_kind === doc_kind));
  const documents = needed.filter((document) => document !== undefined);
  if (documents.length < needed.length) return html`<p class="form-missing">${text.missing}</p>`;
  return html`<form data-form="${kind}" data-action="${frame.action}" data-key="${frame.siteKey}" data-accepted="${text.accepted}" data-pending_confirmation="${text.pending_confirmation}" data-refused="${text.refused}" data-unreachable="${text.unreachable}">
<p><label>${text.email}<input name="email" type="email" autocomplete="email" required maxlength="254"></label></p>
${inputs}
<p class="honeypot" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></p>
${documents.map(({ id, version, doc_kind, title, public_url }) => html`<p><label><input type="checkbox" data-document="${id}" data-version="${version}" required> ${text.accept} <a href="${public_url}">${frame.locale.startsWith('ru') ? title : legalNameOf(doc_kind, frame.locale)}</a></label></p>\n`)}<p><button>${button}</button> <output></output></p>
</form>
${formScript()}`;
}

/** A message to the team of the site. */
export function contactForm(frame: FormFrame): Html {
  const text = formWordsOf(frame.locale);
  return formOf(
    'contact',
    frame,
    html`<p><label>${text.name}<input name="name" autocomplete="name" maxlength="120"></label></p>
<p><label>${text.message}<textarea name="message" rows="5" maxlength="5000" required></textarea></label></p>`,
    text.send,
  );
}

/** A subscription, which a mail asks to confirm. */
export const newsletterForm = (frame: FormFrame): Html =>
  formOf('newsletter', frame, html``, formWordsOf(frame.locale).subscribe);
