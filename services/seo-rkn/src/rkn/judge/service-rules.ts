import { words } from '../facts/words.ts';
import { policyNamesCookies } from './document-rules.ts';
import { factsOf, isUnknown, type RknSite, readable, type SiteForm } from './rkn-site.ts';
import { isTrackingCookie, type SeenService, servicesOf } from './services-of.ts';
import type { RknVerdicts } from './verdicts.ts';

/** Judges what a site loads from other companies, and whether visitors may choose. */
export function judgeServices(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  const services = [...servicesOf(site).values()];
  judgeForeign(site, services, verdicts);
  judgeCookies(site, services, verdicts);
  judgeWebvisor(forms, verdicts);
  judgeAuth(site, verdicts);
  judgeCrossBorder(site, services, verdicts);
}

const serviceTarget = ({ service, urls }: SeenService) => ({ subject: `service:${service.name}`, url: urls[0] ?? '' });
const showOf = ({ service, urls, address, selector }: SeenService) => ({
  selector,
  snippet: address,
  measured: service.name,
  related: urls.slice(1),
});

function judgeForeign(site: RknSite, services: readonly SeenService[], verdicts: RknVerdicts): void {
  if (readable(site).length > 0) verdicts.judge('foreign_analytics', 'foreign_widget');
  for (const page of site.pages.filter(isUnknown)) {
    verdicts.leave('foreign_analytics', 'not_rendered', page.url);
    verdicts.leave('foreign_widget', 'not_rendered', page.url);
  }
  for (const seen of services) {
    if (!seen.service.is_foreign) continue;
    if (seen.service.kind === 'analytics')
      verdicts.report('foreign_analytics', serviceTarget(seen), {
        ...showOf(seen),
        variant: seen.is_requested ? null : 'code',
      });
    if (seen.service.kind === 'widget') verdicts.report('foreign_widget', serviceTarget(seen), showOf(seen));
  }
}

function judgeCookies(site: RknSite, services: readonly SeenService[], verdicts: RknVerdicts): void {
  const trackers = services.filter(({ service }) => service.kind === 'analytics' || service.kind === 'recommender');
  const banners = readable(site).flatMap(({ page, facts }) => (facts.banner ? [{ page, banner: facts.banner }] : []));
  const [first] = banners;
  if (first) {
    verdicts.judge('cookie_no_reject');
    if (!banners.some(({ banner }) => banner.has_reject))
      verdicts.report(
        'cookie_no_reject',
        { subject: 'site:banner', url: first.page.url },
        {
          selector: first.banner.selector,
          snippet: first.banner.text,
          related: banners.slice(1).map(({ page }) => page.url),
        },
      );
  }
  if (trackers.length === 0) return;
  if (!first && !policyNamesCookies(site)) {
    const [tracker] = trackers;
    if (tracker)
      verdicts.report(
        'cookie_notice_absent',
        { subject: 'site:cookies', url: tracker.urls[0] ?? site.origin },
        { certainty: 'unverified', snippet: trackers.map(({ service }) => service.name).join(', ') },
      );
  } else verdicts.judge('cookie_notice_absent');
  // Nothing is clicked, so nothing is known of the time behind a choice.
  if (first?.banner.has_reject) verdicts.leave('choice_ineffective', 'needs_click');
  if (first) judgeBeforeChoice(site, verdicts);
}

function judgeBeforeChoice(site: RknSite, verdicts: RknVerdicts): void {
  const watched = site.pages.filter(({ seen }) => seen !== null);
  if (watched.length === 0) {
    verdicts.leave('tracker_before_consent', 'not_rendered');
    return;
  }
  verdicts.judge('tracker_before_consent');
  const early = [...servicesOf({ ...site, pages: watched }).values()].filter(
    ({ service, is_requested }) => is_requested && (service.kind === 'analytics' || service.kind === 'recommender'),
  );
  const cookies = watched.flatMap(({ url, seen }) =>
    (seen?.cookies ?? []).filter(({ name }) => isTrackingCookie(name)).map(({ name }) => ({ name, url })),
  );
  const url = early[0]?.urls[0] ?? cookies[0]?.url;
  if (url === undefined) return;
  const names = [...early.map(({ service }) => service.name), ...new Set(cookies.map(({ name }) => `cookie ${name}`))];
  verdicts.report(
    'tracker_before_consent',
    { subject: 'site:trackers', url },
    {
      certainty: 'confirmed',
      snippet: names.join(', '),
      measured: names.length,
      related: early.flatMap(({ urls }) => urls),
    },
  );
}

function judgeWebvisor(forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  for (const siteForm of forms) {
    const page = siteForm.pages.find((each) => factsOf(each)?.has_webvisor || each.facts?.has_webvisor);
    const bare = siteForm.form.fields.filter(({ kinds, is_masked }) => kinds.length > 0 && !is_masked);
    if (!page) continue;
    if (bare.length === 0) verdicts.judge('webvisor_forms');
    else
      verdicts.report(
        'webvisor_forms',
        { subject: `form:${siteForm.form.key}`, url: page.url },
        { certainty: 'unverified', selector: siteForm.form.selector, snippet: bare.map(({ name }) => name).join(', ') },
      );
  }
}

const foreignAccount = words(
  '(?:войти|вход|продолжить|зарегистрироваться|sign in|log in|continue) (?:через|с помощью|с|with) (?:google|apple|facebook|github|telegram|twitter|x)',
);

/** Logins with accounts of foreign companies, on pages that have a login. */
function judgeAuth(site: RknSite, verdicts: RknVerdicts): void {
  for (const { page, facts } of readable(site)) {
    const isLogin = facts.has_login || words('вход|войти|авторизация|регистрация|sign in|log in').test(facts.h1);
    if (!isLogin) continue;
    verdicts.judge('foreign_auth');
    const services = [...servicesOf({ ...site, pages: [page] }).values()].filter(
      ({ service }) => service.kind === 'auth',
    );
    const button = facts.calls.find(({ text }) => foreignAccount.test(text)) ?? null;
    const link = facts.links.find(({ text }) => foreignAccount.test(text));
    if (services.length === 0 && !button && !link) continue;
    verdicts.report(
      'foreign_auth',
      { subject: `page:${page.url}`, url: page.url },
      {
        selector: button?.selector ?? services[0]?.selector ?? null,
        snippet: button?.text ?? link?.text ?? services[0]?.address ?? null,
        measured: services.map(({ service }) => service.name).join(', ') || null,
      },
    );
  }
}

/** Companies abroad that get data of visitors, and the notice about them. */
function judgeCrossBorder(site: RknSite, services: readonly SeenService[], verdicts: RknVerdicts): void {
  const abroad = services.filter(({ service }) => service.is_foreign);
  const [first] = abroad;
  if (!first) return;
  if (site.profile === null) verdicts.leave('crossborder_notice_missing', 'source_down');
  else if (site.profile.crossborder_status === 'filed') verdicts.judge('crossborder_notice_missing');
  else
    verdicts.report(
      'crossborder_notice_missing',
      { subject: 'site:crossborder', url: first.urls[0] ?? site.origin },
      {
        certainty: site.profile.crossborder_status === 'not_filed' ? 'detected' : 'unverified',
        snippet: abroad.map(({ service }) => service.name).join(', '),
        measured: abroad.length,
      },
    );
}
