import type { RknCode } from '@platform/contracts';
import { collectsData } from '../facts/form-grounds.ts';
import { impliedConsentIn, isConsentText } from '../facts/label-kinds.ts';
import type { UnseenForm } from '../facts/rkn-facts.ts';
import { serviceAt } from '../facts/services.ts';
import { offerName } from '../facts/words.ts';
import { asksForAgreement } from './documents.ts';
import { factsOf, isUnknown, type RknPage, type RknSite, readable, type SiteForm } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

export const formTarget = ({ subject, pages }: SiteForm) => ({ subject, url: pages[0]?.url ?? '' });
export const showOf = ({ form, pages }: SiteForm) => ({
  selector: form.selector,
  related: pages.slice(1).map(({ url }) => url),
});
export const isRendered = ({ pages }: SiteForm): boolean => pages[0]?.rendered != null;

/** Rules that depend only on the forms of a site. */
const formCodes: RknCode[] = [
  'form_no_consent',
  'consent_implied',
  'excess_fields',
  'special_category',
  'children_data',
  'form_insecure',
  'form_foreign_endpoint',
  'newsletter_no_consent',
];

/** Judges what forms ask for, where they send it, and whether they ask for consent at all. */
export function judgeForms(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  const unknown = site.pages.filter(isUnknown);
  for (const code of formCodes) for (const page of unknown) verdicts.leave(code, 'not_rendered', page.url);
  judgeForeignFrames(site, verdicts);
  for (const siteForm of forms) {
    const { form } = siteForm;
    verdicts.judge('form_foreign_endpoint');
    judgeTransport(site, siteForm, verdicts);
    // A person that signs in, asks for an order or leaves a mailing gave the data earlier.
    if (!collectsData(form.purpose)) continue;
    verdicts.judge('form_no_consent', 'consent_implied', 'excess_fields', 'special_category', 'children_data');
    judgeConsentOf(siteForm, verdicts);
    judgeFields(siteForm, verdicts);
  }
}

function judgeConsentOf(siteForm: SiteForm, verdicts: RknVerdicts): void {
  const { form } = siteForm;
  const texts = form.agreements ?? [form.text];
  const dependencies = form.checkboxes.some(
    ({ kinds, label }) =>
      kinds.includes('pd_consent') ||
      // Who takes note of a policy agrees to nothing.
      (kinds.includes('policy') && asksForAgreement(label)) ||
      (form.purpose === 'newsletter' && kinds.includes('marketing')),
  );
  if (form.purpose === 'newsletter') {
    verdicts.judge('newsletter_no_consent');
    if (!form.checkboxes.some(({ kinds }) => kinds.includes('marketing')))
      verdicts.report('newsletter_no_consent', formTarget(siteForm), { ...showOf(siteForm), snippet: form.text });
  }
  if (dependencies) return;
  const implied = texts.map(impliedConsentIn).find((one) => one !== null);
  if (implied) verdicts.report('consent_implied', formTarget(siteForm), { ...showOf(siteForm), snippet: implied });
  else if (!texts.some(isConsentText))
    verdicts.report('form_no_consent', formTarget(siteForm), {
      ...showOf(siteForm),
      variant: contractOf(siteForm),
      // Scripts may add a checkbox that HTML does not have.
      certainty: isRendered(siteForm) ? 'confirmed' : 'detected',
      snippet: form.text,
      measured: form.kinds.join(', '),
    });
}

/** The contract that is another ground: an order, or an account whose terms a person accepts; null without one. */
function contractOf({ form }: SiteForm): 'checkout' | 'account' | null {
  if (form.purpose === 'checkout') return 'checkout';
  if (form.purpose !== 'registration') return null;
  const acceptsTerms =
    form.checkboxes.some(({ kinds }) => kinds.includes('offer')) ||
    (form.agreements ?? []).some((one) => offerName.test(one));
  return acceptsTerms ? 'account' : null;
}

const excess = new Set(['passport', 'snils', 'inn', 'birth_date', 'gender', 'address']);
const special = new Set(['health', 'biometrics', 'religion', 'criminal_record']);

function judgeFields(siteForm: SiteForm, verdicts: RknVerdicts): void {
  const { form } = siteForm;
  const labelsOf = (wantedKinds: ReadonlySet<string>) =>
    form.fields
      .filter(({ kinds }) => kinds.some((kind) => wantedKinds.has(kind)))
      .map(({ label, name }) => label || name);
  const report = (code: RknCode, labels: readonly string[]) => {
    if (labels.length > 0)
      verdicts.report(code, formTarget(siteForm), {
        ...showOf(siteForm),
        snippet: labels.join(', '),
        measured: labels.length,
      });
  };
  // A delivery, or a visit, needs an address.
  const needless = form.needs_address ? new Set([...excess].filter((kind) => kind !== 'address')) : excess;
  if (form.purpose === 'contact' || form.purpose === 'newsletter') report('excess_fields', labelsOf(needless));
  report('special_category', labelsOf(special));
  report('children_data', labelsOf(new Set(['child'])));
}

/** Purposes whose forms name no person: an address of a delivery alone may be in an address of a page. */
const impersonal = new Set(['delivery_check', 'calculator', 'search']);

/** Whether a browser puts the data into the address of a page. Where it ran, it found no script that does otherwise. */
const isSentInAddress = (siteForm: SiteForm): boolean =>
  !impersonal.has(siteForm.form.purpose) &&
  (siteForm.form.method === 'get' || (siteForm.form.method === 'default' && isRendered(siteForm)));

function judgeTransport(site: RknSite, siteForm: SiteForm, verdicts: RknVerdicts): void {
  const { form, pages } = siteForm;
  const isPlain = (url: string) =>
    url.startsWith('http:') && !(site.is_trusted_host && url.startsWith(`${site.origin}/`));
  const reasons = [
    ...(isPlain(pages[0]?.url ?? '') ? ['page: http'] : []),
    ...(form.action !== null && isPlain(form.action) ? [`action: ${form.action}`] : []),
    ...(isSentInAddress(siteForm) ? ['method: get'] : []),
  ];
  // A script sends it: how, is in the script.
  const isUnset = form.method === 'unset' || (form.method === 'default' && !isRendered(siteForm));
  if (reasons.length === 0 && isUnset) verdicts.leave('form_insecure', 'unreadable', siteForm.subject);
  else verdicts.judge('form_insecure');
  if (reasons.length > 0)
    verdicts.report('form_insecure', formTarget(siteForm), {
      ...showOf(siteForm),
      certainty: 'confirmed',
      measured: reasons.join('; '),
    });
  const url = form.action === null ? null : URL.parse(form.action);
  const service = url && serviceAt(url.host + url.pathname);
  if (service?.is_foreign && service.kind === 'form')
    verdicts.report('form_foreign_endpoint', formTarget(siteForm), {
      ...showOf(siteForm),
      certainty: 'confirmed',
      measured: service.name,
      snippet: url?.host ?? null,
    });
}

/** Signs of forms that a page did not show, neither to the crawler nor to the browser. */
function unseenFormsOf(page: RknPage): UnseenForm[] {
  const unseen = factsOf(page)?.unseen_forms ?? [];
  if (page.rendered === null) return unseen;
  const known = new Set(page.facts?.forms.map(({ key }) => key));
  const hasLateForm = page.rendered.forms.some(({ key }) => !known.has(key));
  return unseen.filter(({ kind, name }) => {
    if (kind === 'script') return false;
    if (kind === 'service') return !hasLateForm;
    return name !== 'timer' || !page.has_waited;
  });
}

/**
 * Says of the rules about forms that forms may be there which nobody saw: made later by a script, behind a button, in
 * frames and by loaders of services. Comes behind all rules.
 */
export function limitByUnseenForms(site: RknSite, verdicts: RknVerdicts): void {
  const unseen = readable(site).flatMap(({ page }) => unseenFormsOf(page));
  if (unseen.length === 0) return;
  const isLikely = unseen.some(({ kind }) => kind !== 'script');
  for (const code of isLikely ? formCodes : (['form_no_consent'] as const)) verdicts.limit(code, 'late_forms');
}

/** Forms of foreign services in frames: their fields cannot be read. */
function judgeForeignFrames(site: RknSite, verdicts: RknVerdicts): void {
  const frames = new Map<string, { urls: string[]; selector: string; address: string }>();
  for (const { page, facts } of readable(site))
    for (const { kind, address, selector } of facts.resources) {
      const service = kind === 'iframe' ? serviceAt(address) : null;
      if (!service?.is_foreign || service.kind !== 'form') continue;
      const known = frames.get(service.name);
      if (known) known.urls.push(page.url);
      else frames.set(service.name, { urls: [page.url], selector, address });
    }
  for (const [name, { urls, selector, address }] of frames)
    verdicts.report(
      'form_foreign_endpoint',
      { subject: `service:${name}`, url: urls[0] ?? '' },
      { certainty: 'confirmed', selector, snippet: address, measured: name, related: urls },
    );
}
