import type { RknSite } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

/** Share of users behind the newest version from which a backlog is a finding. */
const maxBehind = 0.2;

/** Judges the data of the platform about the site: leads, consents, mailings. */
export function judgeOwnData(site: RknSite, verdicts: RknVerdicts): void {
  judgeVersions(site, verdicts);
  const home = site.pages[0]?.url ?? site.origin;
  if (site.newsletter === null) verdicts.leave('unsubscribe_missing', 'source_down');
  else if (site.newsletter.is_used) {
    verdicts.judge('unsubscribe_missing');
    if (!site.newsletter.has_unsubscribe)
      verdicts.report('unsubscribe_missing', { subject: 'site:newsletter', url: home });
  }
  if (site.reconsent === null) verdicts.leave('reconsent_backlog', 'source_down');
  else if (site.reconsent !== 'none') {
    verdicts.judge('reconsent_backlog');
    const { share, doc_kind } = site.reconsent;
    if (share > maxBehind)
      verdicts.report(
        'reconsent_backlog',
        { subject: `document:${doc_kind}`, url: home },
        { measured: Math.round(share * 100), snippet: doc_kind },
      );
  }
}

/**
 * Submissions that were refused because their page showed an old version of a document, by form and page.
 * Leads that were accepted under a version valid at that time are no finding.
 */
function judgeVersions(site: RknSite, verdicts: RknVerdicts): void {
  if (site.consents === null) {
    verdicts.leave('consent_version_stale', 'source_down');
    return;
  }
  if (site.consents.length > 0) verdicts.judge('consent_version_stale');
  for (const { form_code, page_path, refused_stale, unproven } of site.consents) {
    if (refused_stale === 0 && unproven === 0) continue;
    const url = URL.parse(page_path ?? '/', site.origin)?.href ?? site.origin;
    const form = form_code ?? '-';
    verdicts.report(
      'consent_version_stale',
      { subject: `lead_form:${form} ${page_path ?? ''}`, url },
      {
        certainty: 'confirmed',
        selector: form_code,
        measured: refused_stale + unproven,
        snippet: [
          ...(refused_stale > 0 ? [`refused with an old version: ${refused_stale}`] : []),
          ...(unproven > 0 ? [`leads without a record: ${unproven}`] : []),
          `form: ${form}`,
        ].join('; '),
      },
    );
  }
}
