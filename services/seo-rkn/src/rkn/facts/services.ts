import { words } from './words.ts';

/** What a service gets to know of visitors. */
export type ProcessedData = 'contacts' | 'messages' | 'calls' | 'visits' | 'purchases' | 'account' | 'technical';

/** A service of another company that a page may load. */
export interface KnownService {
  /** Its name in reports. */
  name: string;
  kind: 'analytics' | 'widget' | 'auth' | 'form' | 'recommender';
  /** Its company and its servers are outside of Russia. */
  is_foreign: boolean;
  /** Hosts, each with its subdomains; an entry may add a path prefix. */
  hosts: readonly string[];
  /** Names of the service in policies, in lower case; `~` stands for any word ending. */
  aliases: readonly string[];
  processes: readonly ProcessedData[];
  /** Path of its loader on a domain of the customer. */
  loader?: RegExp;
}

const processedBy: Record<KnownService['kind'], readonly ProcessedData[]> = {
  analytics: ['visits'],
  widget: ['technical'],
  auth: ['account'],
  form: ['contacts'],
  recommender: ['visits', 'purchases'],
};

const foreign = (
  kind: KnownService['kind'],
  name: string,
  hosts: readonly string[],
  ...aliases: string[]
): KnownService => ({
  name,
  kind,
  is_foreign: true,
  hosts,
  aliases: [name.toLowerCase(), ...aliases],
  processes: processedBy[kind],
});

const domestic = (
  kind: KnownService['kind'],
  name: string,
  hosts: readonly string[],
  aliases: readonly string[],
  processes: readonly ProcessedData[] = processedBy[kind],
): KnownService => ({ name, kind, is_foreign: false, hosts, aliases: [name.toLowerCase(), ...aliases], processes });

/** Services by their hosts. The first match of an address counts; entries with a path are tried first. */
export const knownServices: readonly KnownService[] = [
  foreign('auth', 'Google Sign-In', ['accounts.google.com/gsi', 'apis.google.com/js/platform'], 'google'),
  foreign('auth', 'Sign in with Apple', ['appleid.cdn-apple.com'], 'apple'),
  foreign('auth', 'GitHub OAuth', ['github.com/login/oauth'], 'github'),
  foreign('auth', 'Telegram Login', ['telegram.org/js/telegram-widget', 'oauth.telegram.org'], 'telegram'),
  foreign(
    'widget',
    'Google reCAPTCHA',
    ['google.com/recaptcha', 'gstatic.com/recaptcha', 'recaptcha.net'],
    'recaptcha',
  ),
  foreign(
    'widget',
    'Google Maps',
    ['maps.googleapis.com', 'google.com/maps', 'maps.google.com'],
    'google maps',
    'карт~ google',
  ),
  foreign('widget', 'Google Fonts', ['fonts.googleapis.com', 'fonts.gstatic.com'], 'google fonts'),
  foreign('widget', 'YouTube', ['youtube.com', 'youtube-nocookie.com'], 'youtube'),
  foreign('widget', 'Vimeo', ['player.vimeo.com', 'vimeo.com'], 'vimeo'),
  foreign('widget', 'Gravatar', ['gravatar.com'], 'gravatar'),
  foreign('widget', 'Cloudflare Turnstile', ['challenges.cloudflare.com'], 'turnstile', 'cloudflare'),
  foreign('widget', 'Intercom', ['intercom.io', 'intercomcdn.com'], 'intercom'),
  foreign('widget', 'Crisp', ['crisp.chat'], 'crisp'),
  foreign('widget', 'tawk.to', ['tawk.to'], 'tawk'),
  foreign('widget', 'Stripe', ['js.stripe.com', 'stripe.com'], 'stripe'),
  foreign('form', 'Google Forms', ['docs.google.com/forms', 'forms.gle'], 'google forms', 'google форм~'),
  foreign('form', 'Typeform', ['typeform.com'], 'typeform'),
  foreign('form', 'Tally', ['tally.so'], 'tally'),
  foreign('form', 'JotForm', ['jotform.com', 'jotform.us'], 'jotform'),
  foreign('form', 'Formspree', ['formspree.io'], 'formspree'),
  foreign('form', 'Mailchimp', ['list-manage.com', 'mailchimp.com'], 'mailchimp'),
  foreign('form', 'HubSpot Forms', ['forms.hubspot.com', 'hsforms.com', 'hsforms.net'], 'hubspot'),
  foreign('form', 'Airtable', ['airtable.com'], 'airtable'),
  foreign('form', 'Notion', ['notion.so', 'notion.site'], 'notion'),
  foreign('analytics', 'Google Analytics', ['google-analytics.com', 'analytics.google.com'], 'google аналитик~'),
  foreign('analytics', 'Google Tag Manager', ['googletagmanager.com'], 'google tag manager', 'gtm'),
  foreign(
    'analytics',
    'Google Ads',
    ['doubleclick.net', 'googleadservices.com', 'googlesyndication.com'],
    'doubleclick',
    'google',
  ),
  foreign('analytics', 'Meta Pixel', ['connect.facebook.net', 'facebook.com/tr'], 'meta', 'facebook'),
  foreign('analytics', 'Microsoft Advertising', ['bat.bing.com'], 'bing', 'microsoft'),
  foreign('analytics', 'Microsoft Clarity', ['clarity.ms'], 'clarity'),
  foreign('analytics', 'TikTok Pixel', ['analytics.tiktok.com', 'tiktok.com/i18n/pixel'], 'tiktok'),
  foreign('analytics', 'LinkedIn Insight', ['licdn.com', 'px.ads.linkedin.com'], 'linkedin'),
  foreign('analytics', 'X Ads', ['ads-twitter.com', 'analytics.twitter.com'], 'twitter'),
  foreign('analytics', 'Snap Pixel', ['sc-static.net', 'tr.snapchat.com'], 'snapchat'),
  foreign('analytics', 'Pinterest Tag', ['pinimg.com', 'ct.pinterest.com'], 'pinterest'),
  foreign('analytics', 'Reddit Pixel', ['redditstatic.com'], 'reddit'),
  foreign('analytics', 'Quora Pixel', ['a.quora.com', 'q.quora.com'], 'quora'),
  foreign('analytics', 'Hotjar', ['hotjar.com', 'hotjar.io'], 'hotjar'),
  foreign('analytics', 'FullStory', ['fullstory.com'], 'fullstory'),
  foreign('analytics', 'Heap', ['heapanalytics.com'], 'heap'),
  foreign('analytics', 'Segment', ['segment.com', 'segment.io'], 'segment'),
  foreign('analytics', 'Mixpanel', ['mixpanel.com', 'mxpnl.com'], 'mixpanel'),
  foreign('analytics', 'Amplitude', ['amplitude.com'], 'amplitude'),
  foreign('analytics', 'RudderStack', ['rudderlabs.com', 'rudderstack.com'], 'rudderstack'),
  foreign('analytics', 'PostHog', ['posthog.com'], 'posthog'),
  foreign('analytics', 'Sentry', ['sentry.io', 'sentry-cdn.com'], 'sentry'),
  foreign('analytics', 'HubSpot', ['hs-scripts.com', 'hs-analytics.net', 'hubspot.com'], 'hubspot'),
  foreign('analytics', 'Cloudflare Insights', ['cloudflareinsights.com'], 'cloudflare'),
  domestic(
    'analytics',
    'Яндекс Метрика',
    ['mc.yandex.ru', 'mc.yandex.com'],
    ['метрик~', 'yandex.metri~', 'yandex metri~'],
  ),
  domestic(
    'analytics',
    'Top.Mail.Ru',
    ['top.mail.ru', 'top-fwz1.mail.ru', 'ad.mail.ru'],
    ['top.mail', 'mail.ru', 'vk реклам~', 'mytarget', 'майтаргет~'],
  ),
  domestic(
    'analytics',
    'VK Pixel',
    ['vk.com/rtrg', 'vk.com/js/api/openapi.js', 'vk.com/js/pixel.js'],
    ['вконтакте', 'vk', 'вк'],
  ),
  domestic('analytics', 'Mediascope', ['tns-counter.ru'], ['mediascope', 'tns']),
  domestic('analytics', 'LiveInternet', ['counter.yadro.ru'], ['liveinternet']),
  domestic('analytics', 'Roistat', ['roistat.com'], ['ройстат~', 'роистат~'], ['visits', 'calls', 'contacts']),
  domestic('analytics', 'Calltouch', ['calltouch.ru'], ['коллтач~', 'колтач~'], ['visits', 'calls']),
  domestic('analytics', 'Callibri', ['callibri.ru'], ['каллибри', 'калибри'], ['visits', 'calls', 'messages']),
  domestic(
    'analytics',
    'UIS (CoMagic)',
    ['comagic.ru', 'uiscom.ru'],
    ['comagic', 'комагик', 'комэджик', 'uis', 'uiscom'],
    ['visits', 'calls', 'messages'],
  ),
  domestic('analytics', 'Mango Office', ['mango-office.ru'], ['манго~', 'mango~'], ['visits', 'calls', 'contacts']),
  domestic('analytics', 'Carrot quest', ['carrotquest.io', 'carrotquest.app'], ['carrot~'], ['visits', 'messages']),
  domestic(
    'widget',
    'JivoSite',
    ['jivosite.com', 'jivo.ru', 'jivosite.ru'],
    ['jivo~', 'дживо~', 'живой сайт'],
    ['messages', 'contacts'],
  ),
  domestic('widget', 'Usedesk', ['usedesk.ru'], ['юздеск~', 'use desk'], ['messages', 'contacts']),
  domestic('widget', 'Talk-Me', ['talk-me.ru'], ['talk me', 'talkme', 'толк-ми'], ['messages', 'contacts']),
  domestic('widget', 'LiveTex', ['livetex.ru'], ['лайвтекс~', 'ливтекс~'], ['messages', 'contacts']),
  domestic(
    'widget',
    'Envybox',
    ['envybox.io', 'callbackkiller.com'],
    ['энвибокс~', 'callbackkiller', 'callback killer'],
    ['calls', 'contacts', 'messages'],
  ),
  domestic(
    'widget',
    'CallbackHunter',
    ['callbackhunter.com'],
    ['callback hunter', 'коллбэкхантер~'],
    ['calls', 'contacts'],
  ),
  domestic('widget', 'Venyoo', ['venyoo.ru'], [], ['messages', 'contacts']),
  domestic('form', 'Marquiz', ['marquiz.ru'], ['марквиз~']),
  domestic(
    'form',
    'amoCRM',
    ['amocrm.ru', 'amoforms.ru'],
    ['amo crm', 'амо crm', 'амоцрм', 'амосрм', 'amo'],
    ['contacts', 'messages'],
  ),
  {
    ...domestic('form', 'GetCourse', ['getcourse.ru'], ['геткурс~', 'гет курс'], ['contacts', 'account', 'purchases']),
    // Schools show it on their own domains.
    loader: /^\/pl\/lite\/widget\//,
  },
  domestic(
    'form',
    'Битрикс24',
    ['bitrix24.ru', 'bitrix24.site'],
    ['bitrix~', 'битрикс~', '1с-битрикс~'],
    ['contacts', 'messages', 'visits'],
  ),
  domestic(
    'form',
    'Tilda',
    ['forms.tildacdn.com', 'forms.tildaapi.com', 'static.tildacdn.com/js/tilda-forms'],
    ['тильд~', 'tilda~'],
  ),
  domestic('form', 'LPmotor', ['api.lpmotor.ru'], ['lp motor', 'лп мотор']),
  domestic('form', 'Flexbe', ['flexbe.com'], ['флексби']),
  domestic('form', 'YCLIENTS', ['yclients.com'], ['юклиентс', 'yclients'], ['contacts', 'account']),
  domestic(
    'form',
    'Яндекс Формы',
    ['forms.yandex.ru'],
    ['яндекс.форм~', 'yandex forms', 'yandex.forms', 'ооо «яндекс»', 'ооо "яндекс"'],
  ),
  domestic('form', 'UniSender', ['unisender.com'], ['юнисендер~']),
  foreign('form', 'SendPulse', ['sendpulse.com', 'webformscr.com'], 'сендпульс~', 'sendpulse'),
  foreign('form', 'GetResponse', ['getresponse.com'], 'гетреспонс~'),
  domestic('recommender', 'Retail Rocket', ['retailrocket.net', 'retailrocket.ru'], ['retailrocket', 'ритейл рокет~']),
  domestic('recommender', 'Mindbox', ['mindbox.ru'], ['майндбокс~'], ['visits', 'purchases', 'contacts']),
];

const loaders = knownServices.flatMap((service) => (service.loader ? [{ service, path: service.loader }] : []));

const hostPatterns = knownServices
  .flatMap((service) =>
    service.hosts.map((address) => ({
      service,
      host: address.split('/')[0] ?? '',
      path: address.slice(address.indexOf('/')),
      hasPath: address.includes('/'),
    })),
  )
  .sort((left, right) => Number(right.hasPath) - Number(left.hasPath));

/**
 * The service behind an address; null for one that is not known.
 * @param address host and path, without scheme: `mc.yandex.ru/metrika/tag.js`
 */
export function serviceAt(address: string): KnownService | null {
  const slash = address.indexOf('/');
  const host = (slash < 0 ? address : address.slice(0, slash)).toLowerCase();
  const path = slash < 0 ? '/' : address.slice(slash);
  for (const pattern of hostPatterns)
    if (
      (host === pattern.host || host.endsWith(`.${pattern.host}`)) &&
      (!pattern.hasPath || path.startsWith(pattern.path))
    )
      return pattern.service;
  return loaders.find((one) => one.path.test(path))?.service ?? null;
}

const patterns = new Map<string, RegExp>();
/** An alias as whole words. */
function patternOf(alias: string): RegExp {
  const known = patterns.get(alias);
  if (known) return known;
  const pattern = words(alias.replaceAll('.', String.raw`\.`), 'giu');
  patterns.set(alias, pattern);
  return pattern;
}

/** The end of an e-mail address up to a name of its host. */
const mailHost = /@[\p{L}\d.-]{0,100}$/u;

/**
 * Whether a text contains a name of a service as whole words. The host of an e-mail address does not count.
 */
export const namesService = (text: string, { aliases }: Pick<KnownService, 'aliases'>): boolean =>
  aliases.some((alias) =>
    [...text.matchAll(patternOf(alias))].some(
      ({ index }) => !mailHost.test(text.slice(Math.max(0, index - 101), index)),
    ),
  );
