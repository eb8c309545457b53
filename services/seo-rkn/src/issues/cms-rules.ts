import { isWall, siteSubject } from './crawl-rules.ts';
import { fold, withoutBrand } from './fold-title.ts';
import type { PageState } from './page-state.ts';
import type { SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

const readyScore = 70;
const poorScore = 50;

export function judgeReadiness(site: SiteInput, verdicts: Verdicts): void {
  for (const { item_id, url, url_key, score, failed } of site.readiness ?? []) {
    if (score >= readyScore) continue;
    verdicts.report(
      'cms_seo_readiness',
      { key: url_key, url, item_id },
      {
        circumstance: score < poorScore ? 'poor' : null,
        evidence: { measured: score, threshold: readyScore, snippet: failed.join(', ') },
      },
    );
  }
}

/** The address of the site in the cms is to be an https origin that answers under its own name. */
export function judgeWebsiteUrl(site: SiteInput, verdicts: Verdicts): void {
  const subject = siteSubject(site);
  const report = (measured: string) => verdicts.report('cms_no_website_url', subject, { evidence: { measured } });
  const url = site.website_url === null ? null : URL.parse(site.website_url);
  if (!url) {
    report(site.website_url ? 'not_absolute' : 'empty');
    return;
  }
  // Loopback sites of tests have no certificate.
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) {
    report('not_https');
    return;
  }
  if (!site.website) return;
  const { failure, final_url, status } = site.website;
  if (failure) {
    report(failure.code);
    return;
  }
  if (new URL(final_url).host !== url.host) {
    report(`final host ${new URL(final_url).host}`);
    return;
  }
  if (isWall(status)) verdicts.leave('cms_no_website_url', subject.key);
}

/**
 * A published item whose URL is dead. It takes the place of `http_4xx` on that URL, unless the site turned
 * it off.
 * @returns the item is dead, or may still become live
 */
export function judgeItemLive(page: PageState, verdicts: Verdicts): boolean {
  const { input, subject } = page;
  const { item, fetched, retried } = input;
  if (item === null || fetched === null || verdicts.isOff('cms_item_not_live')) return false;
  const { status } = fetched;
  if (fetched.failure !== null || (status !== null && status >= 500)) return false;
  if (isWall(status)) {
    verdicts.leave('cms_item_not_live', subject.key);
    return false;
  }
  const isDead =
    (status !== null && status >= 400) ||
    (fetched.hops.length === 0 && !page.is_ok && !page.is_refresh && !input.is_too_complex);
  if (!isDead) return false;
  if (!page.item_is_settled || retried === null) {
    verdicts.leave('cms_item_not_live', subject.key);
    return true;
  }
  // The second answer was fine: the first one was chance.
  if (status !== null && status >= 400 && retried.status === 200) return true;
  verdicts.report('cms_item_not_live', subject, { evidence: { measured: status ?? 'none', threshold: 200 } });
  return true;
}

/** Title and description of the page are those that the editor published. */
export function judgeFields(page: PageState, site: SiteInput, verdicts: Verdicts): void {
  const { facts, subject, input } = page;
  const { item } = input;
  if (item === null || !facts || !page.item_is_settled || !page.is_ok) return;
  if (page.is_unrendered || (item.revision !== null && facts.revision !== null && facts.revision !== item.revision)) {
    verdicts.leave('cms_field_ignored', subject.key);
    return;
  }
  const brands = [...site.brand_words, site.host];
  const title = facts.titles[0] ?? '';
  if (item.meta_title && withoutBrand(item.meta_title, brands) !== withoutBrand(title, brands))
    verdicts.report('cms_field_ignored', subject, {
      variant: 'title',
      evidence: { selector: 'head > title', measured: title, threshold: item.meta_title },
    });
  const description = facts.descriptions[0] ?? '';
  if (item.meta_description && fold(item.meta_description) !== fold(description))
    verdicts.report('cms_field_ignored', subject, {
      variant: 'description',
      evidence: { selector: 'meta[name=description]', measured: description, threshold: item.meta_description },
    });
}
