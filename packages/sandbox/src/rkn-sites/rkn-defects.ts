import {
  consentBox,
  emailField,
  form,
  nameField,
  phoneField,
  type RknPageModel,
  type RknSiteModel,
} from './rkn-model.ts';

/** Finding that a scan is to report. */
export interface ExpectedFinding {
  code: string;
  variant: string | null;
  /** Path of the page that shows it. */
  path: string;
  /** CSS selector of the element; null where the finding is about more than one. */
  selector: string | null;
  /** A scan without a browser does not see it, or sees this variant. */
  without_browser?: 'unseen' | { variant: string };
}

export interface RknDefect {
  id: string;
  apply(site: RknSiteModel): ExpectedFinding[];
}

const at = (site: RknSiteModel, path: string): RknPageModel => {
  const page = site.pages.get(path);
  if (!page) throw new Error(`the site has no page ${path}`);
  return page;
};

const finding = (
  code: string,
  path: string,
  selector: string | null = null,
  over: Partial<ExpectedFinding> = {},
): ExpectedFinding => ({ code, variant: null, path, selector, ...over });

/** Replaces the form of a page. */
const withForm = (id: string, path: string, html: string, ...findings: ExpectedFinding[]): RknDefect => ({
  id,
  apply(site) {
    const page = at(site, path);
    page.body = page.body.replace(/<form[\s\S]*<\/form>/, html);
    return findings;
  },
});

const withCode = (
  { id, path, html, service }: { id: string; path: string; html: string; service: string | null },
  ...findings: ExpectedFinding[]
): RknDefect => ({
  id,
  apply(site) {
    at(site, path).body += html;
    if (service !== null) site.services.push(service);
    return findings;
  },
});

const box = 'input[name="pd_consent"]';

/** Defects that one site can have at once; each is on a page of its own. */
export const rknDefects: readonly RknDefect[] = [
  withForm(
    'form_no_consent',
    '/zayavka/callback',
    form({ id: 'callback', boxes: [] }),
    finding('form_no_consent', '/zayavka/callback', 'form#callback'),
  ),
  withForm(
    'consent_prechecked',
    '/zayavka/consultation',
    form({ id: 'consultation', boxes: [consentBox(undefined, 'required checked')] }),
    finding('consent_prechecked', '/zayavka/consultation', box),
  ),
  withForm(
    'consent_implied',
    '/zayavka/estimate',
    form({
      id: 'estimate',
      boxes: [],
      text: 'Нажимая на кнопку, вы соглашаетесь с <a href="/consent">обработкой персональных данных</a>.',
    }),
    finding('consent_implied', '/zayavka/estimate', 'form#estimate'),
  ),
  withForm(
    'consent_no_link',
    '/zayavka/measure',
    form({ id: 'measure', boxes: [consentBox('Даю согласие на обработку персональных данных')] }),
    finding('consent_no_link', '/zayavka/measure', box),
  ),
  withForm(
    'consent_not_separate',
    '/zayavka/survey-house',
    form({
      id: 'survey-house',
      boxes: [consentBox('Даю <a href="/privacy">согласие на обработку персональных данных</a>')],
    }),
    finding('consent_not_separate', '/zayavka/survey-house', box),
  ),
  withForm(
    'consent_bundled',
    '/zayavka/design',
    form({
      id: 'design',
      boxes: [
        consentBox(
          'Даю <a href="/consent">согласие на обработку персональных данных</a> и принимаю условия публичной оферты',
        ),
      ],
    }),
    finding('consent_bundled', '/zayavka/design', box),
  ),
  withForm(
    'marketing_merged',
    '/zayavka/season',
    form({
      id: 'season',
      boxes: [
        consentBox(),
        '<label><input type="checkbox" name="marketing" required> Хочу получать <a href="/marketing-consent">рекламную рассылку</a></label>',
      ],
    }),
    finding('marketing_merged', '/zayavka/season', 'input[name="marketing"]'),
  ),
  withForm(
    'newsletter_no_consent',
    '/news',
    form({ id: 'news', fields: [emailField], boxes: [consentBox()], button: 'Подписаться' }),
    finding('newsletter_no_consent', '/news', 'form#news'),
  ),
  withForm(
    'excess_fields',
    '/zayavka/project',
    form({
      id: 'project',
      fields: [nameField, phoneField, '<label>Серия и номер паспорта <input name="document"></label>'],
    }),
    finding('excess_fields', '/zayavka/project', 'form#project'),
  ),
  withForm(
    'special_category',
    '/zayavka/accessible',
    form({
      id: 'accessible',
      fields: [nameField, phoneField, '<label>Диагноз <textarea name="comment"></textarea></label>'],
    }),
    finding('special_category', '/zayavka/accessible', 'form#accessible'),
  ),
  withForm(
    'children_data',
    '/zayavka/nursery',
    form({ id: 'nursery', fields: [nameField, phoneField, '<label>Возраст ребёнка <input name="age"></label>'] }),
    finding('children_data', '/zayavka/nursery', 'form#nursery'),
  ),
  withForm(
    'form_insecure',
    '/zayavka/fast',
    form({ id: 'fast', method: 'get' }),
    finding('form_insecure', '/zayavka/fast', 'form#fast'),
  ),
  withCode(
    {
      id: 'form_foreign_endpoint',
      path: '/zayavka/opinion',
      html: '<iframe class="survey" src="https://docs.google.com/forms/d/e/1FAIpQ/viewform" title="Опрос"></iframe>',
      service: 'Google Forms',
    },
    finding('form_foreign_endpoint', '/zayavka/opinion', 'iframe.survey'),
  ),
  {
    id: 'policy_not_on_collecting_page',
    apply(site) {
      at(site, '/zayavka/landing').is_bare = true;
      return [finding('policy_not_on_collecting_page', '/zayavka/landing', 'form#landing')];
    },
  },
  {
    id: 'policy_incomplete',
    apply(site) {
      site.policy.delete('localization');
      return [finding('policy_incomplete', '/privacy')];
    },
  },
  {
    id: 'policy_placeholders',
    apply(site) {
      site.policy.set('edition', 'Редакция от 01.09.2026, версия 2. Утверждена: [должность руководителя].');
      return [finding('policy_placeholders', '/privacy')];
    },
  },
  {
    id: 'consent_doc_incomplete',
    apply(site) {
      site.consent.delete('purpose');
      return [finding('consent_doc_incomplete', '/consent', null, { variant: 'blocker' })];
    },
  },
  withCode(
    {
      id: 'policy_services_undisclosed',
      path: '/services/roof',
      html: '<script class="calls" src="https://mod.calltouch.ru/init.js"></script>',
      service: null,
    },
    finding('policy_services_undisclosed', '/privacy'),
  ),
  withCode(
    {
      id: 'foreign_analytics',
      path: '/services/windows',
      html: '<!-- <script src="https://static.hotjar.com/c/hotjar-1.js"></script> --><script class="counter" src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
      service: 'Google Tag Manager',
    },
    finding('foreign_analytics', '/services/windows', 'script.counter', { without_browser: { variant: 'code' } }),
  ),
  withCode(
    {
      id: 'foreign_widget',
      path: '/services/kitchen',
      html: '<script class="captcha" src="https://www.google.com/recaptcha/api.js"></script>',
      service: 'Google reCAPTCHA',
    },
    finding('foreign_widget', '/services/kitchen', 'script.captcha'),
  ),
  {
    id: 'tracker_before_consent',
    apply(site) {
      site.banner = '<div id="cookie-bar">Мы используем файлы cookie. <button type="button">Принять</button></div>';
      // The first page with a tracker is where the finding is reported: other defects have trackers, too.
      at(site, '/services/roof').body += '<script class="top" src="https://top-fwz1.mail.ru/js/code.js"></script>';
      site.services.push('Top.Mail.Ru');
      return [
        finding('tracker_before_consent', '/services/roof', null, { without_browser: 'unseen' }),
        finding('cookie_no_reject', '/', 'div#cookie-bar'),
      ];
    },
  },
  withCode(
    {
      id: 'webvisor_forms',
      path: '/zayavka/warranty',
      html: '<script>window.settings = { id: 1, webvisor: true };</script>',
      service: null,
    },
    finding('webvisor_forms', '/zayavka/warranty', 'form#warranty'),
  ),
  {
    id: 'requisites_invalid',
    apply(site) {
      at(site, '/contacts').body += '<p>Реквизиты для счёта: ИНН 7707083894</p>';
      return [finding('requisites_invalid', '/contacts')];
    },
  },
  {
    id: 'owner_contact_missing',
    apply(site) {
      site.email = null;
      return [finding('owner_contact_missing', '/')];
    },
  },
  withCode(
    {
      id: 'foreign_auth',
      path: '/login',
      html: '<button type="button" class="google">Войти через Google</button>',
      service: null,
    },
    finding('foreign_auth', '/login', 'button.google'),
  ),
  withCode(
    {
      id: 'recommender_undisclosed',
      path: '/services/walls',
      html: '<h2 class="picks">Рекомендуем вам</h2><ul><li>Покраска потолка</li></ul>',
      service: null,
    },
    finding('recommender_undisclosed', '/services/walls', 'h2.picks'),
  ),
  withCode(
    {
      id: 'ad_unmarked',
      path: '/services/floor',
      html: '<div class="partner-banner">Реклама. Паркет со скидкой <a href="https://parket.example/sale">в магазине «Паркет»</a></div>',
      service: null,
    },
    finding('ad_unmarked', '/services/floor', 'div.partner-banner'),
  ),
  withCode(
    {
      id: 'own_banner',
      path: '/services/tiles',
      html: '<div class="ad">Плитка месяца <a href="/services/tiles">в нашем салоне</a></div>',
      service: null,
    },
    finding('ad_unmarked', '/services/tiles', 'div.ad', { variant: 'own' }),
  ),
  withCode(
    {
      id: 'restricted_platform_promo',
      path: '/team',
      html: '<p>Подпишитесь на наш <a class="insta" href="https://www.instagram.com/vektor">Instagram</a> и получите скидку</p>',
      service: null,
    },
    finding('restricted_platform_promo', '/team', 'a.insta'),
  ),
  withCode(
    {
      id: 'foreign_language_text',
      path: '/services/roof',
      html: '<h2 class="offer-head">Best price</h2>',
      service: null,
    },
    finding('foreign_language_text', '/services/roof', 'h2.offer-head'),
  ),
  withCode(
    { id: 'age_mark', path: '/services/windows', html: '<p>Информация для взрослых, 18+</p>', service: null },
    finding('age_mark', '/services/windows'),
  ),
  {
    id: 'offer_missing',
    apply(site) {
      site.has_offer = false;
      site.pages.delete('/offer');
      return [finding('offer_missing', '/checkout')];
    },
  },
  withCode(
    {
      id: 'public_persons_data',
      path: '/services/garden',
      html: '<div class="review"><img src="/face.png" alt=""> Анна Соколова: всё сделали в срок</div>',
      service: null,
    },
    finding('public_persons_data', '/services/garden', 'div.review'),
  ),
  {
    id: 'csp_missing',
    apply(site) {
      for (const page of site.pages.values()) page.headers['content-security-policy'] = '';
      return [finding('csp_missing', '/')];
    },
  },
  {
    id: 'cookie_flags',
    apply(site) {
      at(site, '/').headers['set-cookie'] = 'session=1; Path=/';
      return [finding('cookie_flags', '/')];
    },
  },
  {
    id: 'cors_wildcard',
    apply(site) {
      at(site, '/forms').headers['access-control-allow-origin'] = '*';
      return [finding('cors_wildcard', '/forms')];
    },
  },
  {
    id: 'pd_page_cacheable',
    apply(site) {
      at(site, '/login').headers['cache-control'] = 'public, max-age=600';
      return [finding('pd_page_cacheable', '/login')];
    },
  },
];

/** Defects that hide others; each makes a site of its own. */
export const exclusiveRknDefects: readonly RknDefect[] = [
  {
    id: 'policy_missing',
    apply(site) {
      site.has_policy = false;
      return [finding('policy_missing', '/')];
    },
  },
  {
    id: 'policy_unreachable',
    apply(site) {
      at(site, '/privacy').status = 404;
      return [finding('policy_unreachable', '/')];
    },
  },
  {
    id: 'consent_doc_missing',
    apply(site) {
      // Checkboxes lead to a page that is no consent.
      at(site, '/consent').title = 'Порядок работы с заявками';
      at(site, '/consent').body = '<p>Мы отвечаем на заявки в рабочее время.</p>';
      site.pages.set('/poryadok', at(site, '/consent'));
      site.pages.delete('/consent');
      for (const page of site.pages.values()) page.body = page.body.replaceAll('href="/consent"', 'href="/poryadok"');
      site.has_consent = false;
      return [finding('consent_doc_missing', '/')];
    },
  },
  {
    id: 'cookie_notice_absent',
    apply(site) {
      site.policy.delete('cookies');
      at(site, '/services/garden').body += '<script src="https://mc.yandex.ru/metrika/tag.js"></script>';
      return [finding('cookie_notice_absent', '/services/garden'), finding('policy_services_undisclosed', '/privacy')];
    },
  },
  {
    id: 'operator_requisites_missing',
    apply(site) {
      const bare = (text: string) => text.replaceAll(/, ИНН \d+, ОГРН \d+/g, '');
      site.requisites = bare(site.requisites);
      for (const [name, text] of site.policy) site.policy.set(name, bare(text));
      for (const [name, text] of site.consent) site.consent.set(name, bare(text));
      for (const page of site.pages.values()) page.body = bare(page.body);
      return [finding('operator_requisites_missing', '/'), finding('policy_incomplete', '/privacy')];
    },
  },
];
