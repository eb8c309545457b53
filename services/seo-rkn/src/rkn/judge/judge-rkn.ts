import type { RknCode } from '@platform/contracts';
import { judgeConsents } from './consent-rules.ts';
import { judgeContent } from './content-rules.ts';
import { type DocumentReader, judgeDocuments } from './document-rules.ts';
import { judgeForms, limitByUnseenForms } from './form-rules.ts';
import { judgeHosting } from './hosting-rules.ts';
import { judgeOwnData } from './own-data-rules.ts';
import { factsOf, formsOf, isUnknown, type RknSite } from './rkn-site.ts';
import { judgeServices } from './service-rules.ts';
import { collectRknVerdicts, type RknVerdicts } from './verdicts.ts';

/** Judges a site by every rule about personal data. */
export function judgeRkn(site: RknSite, readDocument: DocumentReader): RknVerdicts {
  const verdicts = collectRknVerdicts();
  const forms = formsOf(site);
  judgeForms(site, forms, verdicts);
  judgeConsents(site, forms, verdicts);
  judgeDocuments(site, forms, readDocument, verdicts);
  judgeServices(site, forms, verdicts);
  judgeContent(site, forms, verdicts);
  judgeHosting(site, forms, verdicts);
  judgeOwnData(site, verdicts);
  limitByUnseenForms(site, verdicts);
  leaveUnread(site, verdicts);
  return verdicts;
}

/** Rules that no page decides. */
const pageless: ReadonlySet<RknCode> = new Set([
  'consent_version_stale',
  'reconsent_backlog',
  'unsubscribe_missing',
  'mail_foreign_mx',
  'https_missing',
  'tls_legacy',
  'hsts_missing',
  'cookie_flags',
]);

/** A site whose home page could not be read is no clean site: its pages are unknown. */
function leaveUnread({ pages }: RknSite, { outcomes, sightings, leave }: RknVerdicts): void {
  const home = pages[0];
  if (home && factsOf(home) !== null && !isUnknown(home)) return;
  const sightedCodes = new Set(sightings.map(({ code }) => code));
  for (const code of outcomes.keys())
    if (!pageless.has(code) && !sightedCodes.has(code)) leave(code, home?.facts ? 'not_rendered' : 'not_fetched');
}
