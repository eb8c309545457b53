import { siteSubject } from './crawl-rules.ts';
import type { PageState } from './page-state.ts';
import type { SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

/** Rules about the site as a whole beside its index: readers of answer engines, and headers of protection. */

/** Crawlers that are refused, and a guide for them that is none. */
export function judgeAiReaders({ robots, ai_readers, ...site }: SiteInput, verdicts: Verdicts): void {
  if (!ai_readers) return;
  const whole = { robots, ai_readers, ...site };
  const { refused, llms_txt } = ai_readers;
  // A site that refuses all crawlers has one issue for it.
  if (refused.length > 0 && robots.home_refused.length === 0)
    verdicts.report('ai_readers_refused', siteSubject(whole, '/robots.txt'), {
      evidence: { measured: refused.join(', ') },
    });
  if (llms_txt === 'invalid')
    verdicts.report('llms_txt_invalid', siteSubject(whole, '/llms.txt'), { evidence: { measured: 'no # heading' } });
}

/** Headers that browsers need to protect the visitors of a site: https://owasp.org/www-project-secure-headers/. */
export function judgeSecurityHeaders({ input, is_ok }: PageState, site: SiteInput, verdicts: Verdicts): void {
  const headers = input.fetched?.headers;
  // Absent in answers that an earlier release stored.
  if (!is_ok || !headers?.security) return;
  const { security, content_security_policy, strict_transport_security } = headers;
  const isSecure = input.url.startsWith('https:');
  const isFramed = security.includes('x-frame-options') || /frame-ancestors/i.test(content_security_policy ?? '');
  const missing = [
    ...(isSecure && strict_transport_security === null ? ['Strict-Transport-Security'] : []),
    ...(security.includes('x-content-type-options') ? [] : ['X-Content-Type-Options: nosniff']),
    ...(isFramed ? [] : ['Content-Security-Policy: frame-ancestors']),
  ];
  if (missing.length > 0)
    verdicts.report('security_headers', siteSubject(site), { evidence: { measured: missing.join(', ') } });
}
