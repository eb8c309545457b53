/** Services that show forms by a loader or in a frame, with parts of their addresses. */
const formServices: readonly [name: string, ...parts: string[]][] = [
  ['Marquiz', 'marquiz.ru', 'marquiz.io'],
  ['amoCRM', 'forms.amocrm.', 'gso.amocrm.', 'amoforms'],
  ['Envybox', 'envybox.io', 'callbackkiller.com'],
  ['CallbackHunter', 'callbackhunter.com'],
  ['GetCourse', '/pl/lite/widget', 'getcourse.ru', 'getcourse.io', 'gcfiles.net'],
  ['Bitrix24', '.bitrix24.', 'crm/form/loader', 'crm/site_button/loader', 'b24form'],
  ['Tilda', 'forms.tildacdn.', 'forms.tildaapi.'],
  ['Typeform', 'typeform.com'],
  ['Google Forms', 'docs.google.com/forms', 'forms.gle'],
  ['Yandex Forms', 'forms.yandex.', 'forms.yastatic.net'],
  ['Flexbe', 'flexbe.ru', 'flexbe.com', 'flexbe.net'],
  ['JotForm', 'jotform.com', 'jotform.us'],
  ['Tally', '/tally.so', '.tally.so'],
  ['HubSpot Forms', 'hsforms.net', 'hsforms.com'],
  ['Mailchimp', 'list-manage.com', 'chimpstatic.com'],
  ['SendPulse', 'webformscr.com', '.sendpulse.com'],
  ['UniSender', 'unisender.com'],
  ['Callibri', 'callibri.ru'],
  ['YClients', 'yclients.com'],
  ['EnKod', 'enkod.ru', 'enkod.io'],
];

/**
 * The service for forms that an address, or the code of a loader, names.
 * @returns its name; null for none
 */
export function formServiceIn(text: string): string | null {
  const lower = text.toLowerCase();
  return formServices.find(([, ...parts]) => parts.some((part) => lower.includes(part)))?.[0] ?? null;
}
