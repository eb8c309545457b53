import { cutText } from '@platform/contracts/cut-text';
import { words } from '../facts/words.ts';
import { judgeRequisites } from './requisite-rules.ts';
import { type RknSite, readable, type SiteForm } from './rkn-site.ts';
import { servicesOf } from './services-of.ts';
import type { RknVerdicts } from './verdicts.ts';

/** Judges what the texts of a site say about its owner, its advertising and its language. */
export function judgeContent(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  if (readable(site).length === 0) return;
  judgeRequisites(site, verdicts);
  judgeOperator(site, forms, verdicts);
  judgeRecommender(site, verdicts);
  judgeAds(site, verdicts);
  judgePromos(site, verdicts);
  judgeLanguage(site, verdicts);
  judgeAgeMark(site, verdicts);
  judgePersons(site, verdicts);
}

function judgeOperator(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  if (forms.length === 0) return;
  const { profile } = site;
  if (profile === null) verdicts.leave('rkn_registry_unconfirmed', 'source_down');
  else if (profile.registry_status === 'filed') verdicts.judge('rkn_registry_unconfirmed');
  else
    verdicts.report(
      'rkn_registry_unconfirmed',
      { subject: 'site:registry', url: site.pages[0]?.url ?? site.origin },
      { certainty: profile.registry_status === 'not_filed' ? 'detected' : 'unverified' },
    );
}

const recommendations = words(
  'рекомендуем вам|вам может понравиться|подобрано (?:специально )?для вас|персональн~ (?:подборк~|рекомендаци~)',
);
const disclosure = words(
  '(?:применяются|используются) рекомендательн~ технологи~|рекомендательн~ технологи~ применяются',
);

function judgeRecommender(site: RknSite, verdicts: RknVerdicts): void {
  const service = [...servicesOf(site).values()].find((one) => one.service.kind === 'recommender');
  const block = readable(site).flatMap(({ page, facts }) => {
    const call = facts.calls.find(({ text }) => recommendations.test(text));
    return call ? [{ page, call }] : [];
  })[0];
  if (!service && !block) return;
  verdicts.judge('recommender_undisclosed');
  if (readable(site).some(({ facts }) => disclosure.test(facts.text))) return;
  verdicts.report(
    'recommender_undisclosed',
    { subject: 'site:recommender', url: block?.page.url ?? service?.urls[0] ?? site.origin },
    {
      selector: block?.call.selector ?? service?.selector ?? null,
      snippet: block?.call.text ?? service?.address ?? null,
    },
  );
}

/** A token of an advertisement in an address (also inside of a forwarded one), or in the text beside the label. */
const eridOfLink = /(?:^|[?&/#;]|%3F|%26)erid(?:=|%3D|:)[\w-]{5,}/i;
const eridOfText = /(?<![\p{L}\d])erid[\s:№=—–-]{0,5}[\w-]{5,}/iu;
/** Hosts with pages and chats of the site itself: such an address alone does not prove another advertiser. */
const messengers = new Set(['vk.com', 'm.vk.com', 'vk.ru', 't.me', 'telegram.me', 'wa.me', 'api.whatsapp.com']);
const isMessenger = (link: string): boolean => messengers.has(URL.parse(link)?.hostname.replace(/^www\./, '') ?? '');

/**
 * Third-party advertising needs a token and the name of the advertiser. Banners for own goods may need none.
 */
function judgeAds(site: RknSite, verdicts: RknVerdicts): void {
  const ads = new Map<string, { url: string; selector: string; text: string; isOwn: boolean; others: string[] }>();
  for (const { page, facts } of readable(site))
    for (const { selector, text, links } of facts.ads) {
      if (links.some((link) => eridOfLink.test(link)) || eridOfText.test(text)) {
        verdicts.judge('ad_unmarked');
        continue;
      }
      const isOwn = links.every(
        (link) => link.startsWith(`${site.origin}/`) || link === site.origin || isMessenger(link),
      );
      const key = `${isOwn ? 'own' : 'other'} ${links[0]} ${cutText(text, 80)}`;
      const known = ads.get(key);
      if (known) known.others.push(page.url);
      else ads.set(key, { url: page.url, selector, text, isOwn, others: [] });
    }
  for (const [key, { url, selector, text, isOwn, others }] of ads)
    verdicts.report(
      'ad_unmarked',
      { subject: `ad:${key}`, url },
      {
        selector,
        snippet: text,
        related: others,
        ...(isOwn ? { variant: 'own', certainty: 'unverified' as const } : {}),
      },
    );
}

function judgePromos(site: RknSite, verdicts: RknVerdicts): void {
  verdicts.judge('restricted_platform_promo');
  const promos = readable(site).flatMap(({ page, facts }) => facts.promos.map((promo) => ({ page, ...promo })));
  for (const [text, [first, ...others]] of Map.groupBy(promos, (promo) => promo.text)) {
    if (first)
      verdicts.report(
        'restricted_platform_promo',
        { subject: `promo:${cutText(text, 100)}`, url: first.page.url },
        { selector: first.selector, snippet: text, related: others.map(({ page }) => page.url) },
      );
  }
}

const latinCall =
  /(?<![\p{L}])(?:sale|new|buy|buy now|order|order now|cart|add to cart|checkout|sign in|sign up|log in|open|menu|shop|shop now|learn more|read more|subscribe|download|free|best price|discount|delivery|contact us)(?![\p{L}])/iu;
const cyrillic = /\p{Script=Cyrillic}/u;

/** Calls and headings in English words on a Russian page, without Russian words in them. */
function judgeLanguage(site: RknSite, verdicts: RknVerdicts): void {
  const fragments = new Map<string, { url: string; selector: string; text: string; others: string[] }>();
  for (const { page, facts } of readable(site)) {
    const isRussian = facts.lang === null ? cyrillic.test(facts.title) : /^ru/i.test(facts.lang);
    if (!isRussian) continue;
    verdicts.judge('foreign_language_text');
    for (const { selector, text } of facts.calls) {
      if (cyrillic.test(text) || !latinCall.test(text) || /[./@\d]/.test(text)) continue;
      const known = fragments.get(text.toLowerCase());
      if (known) known.others.push(page.url);
      else fragments.set(text.toLowerCase(), { url: page.url, selector, text, others: [] });
    }
  }
  for (const [key, { url, selector, text, others }] of fragments)
    verdicts.report(
      'foreign_language_text',
      { subject: `text:${key}`, url },
      { selector, snippet: text, related: others },
    );
}

const ageMark = /(?<![\d+])(?:0|6|12|16|18)\+(?![\d+])/;

/** An age mark on a site that is not registered media is reported as information, never as a fault. */
function judgeAgeMark(site: RknSite, verdicts: RknVerdicts): void {
  const marked = readable(site).filter(({ facts }) => ageMark.test(facts.text));
  const [first, ...others] = marked;
  if (first)
    verdicts.report(
      'age_mark',
      { subject: 'site:age_mark', url: first.page.url },
      {
        certainty: 'unverified',
        snippet: ageMark.exec(first.facts.text)?.[0] ?? null,
        related: others.map(({ page }) => page.url),
      },
    );
}

function judgePersons(site: RknSite, verdicts: RknVerdicts): void {
  const shown = readable(site).filter(({ facts }) => facts.persons.length > 0);
  const [first, ...others] = shown;
  if (!first) return;
  if (site.profile === null) verdicts.leave('public_persons_data', 'source_down');
  else if (site.profile.distribution_consents) verdicts.judge('public_persons_data');
  else
    verdicts.report(
      'public_persons_data',
      { subject: 'site:persons', url: first.page.url },
      {
        certainty: 'unverified',
        selector: first.facts.persons[0]?.selector ?? null,
        // Names of people are not copied into the report.
        measured: first.facts.persons.length,
        related: others.map(({ page }) => page.url),
      },
    );
}
