import type { RknCertainty, RknCode } from '@platform/contracts';
import { collectsData } from '../facts/form-grounds.ts';
import { agreesToMore, joinsPolicyWithMarketing } from '../facts/label-kinds.ts';
import type { RknCheckbox } from '../facts/rkn-facts.ts';
import { words } from '../facts/words.ts';
import { asksForAgreement, documentText, isFile, isShown, kindOfLink, kindOfPage, pageFinder } from './documents.ts';
import { formTarget, isRendered, showOf } from './form-rules.ts';
import type { RknSite, SiteForm } from './rkn-site.ts';
import type { RknVerdicts } from './verdicts.ts';

/** Purposes that need a consent of their own each. */
const purposes = new Set(['pd_consent', 'offer', 'marketing', 'third_party']);
const codes: RknCode[] = [
  'consent_prechecked',
  'consent_no_link',
  'consent_not_separate',
  'consent_bundled',
  'marketing_merged',
];

/** Judges the checkboxes of forms: free, informed, separate, one for each purpose. */
export function judgeConsents(site: RknSite, forms: readonly SiteForm[], verdicts: RknVerdicts): void {
  const findPage = pageFinder(site);
  for (const siteForm of forms) {
    const { form } = siteForm;
    if (!collectsData(form.purpose)) continue;
    const boxes = form.checkboxes.filter(({ kinds }) => kinds.length > 0);
    if (boxes.length > 0) verdicts.judge(...codes);
    const consents = boxes.filter(({ kinds }) => kinds.includes('pd_consent'));
    for (const box of boxes) judgeBox(siteForm, box, verdicts);
    for (const box of consents) judgeLinks(siteForm, box, findPage, verdicts);
    // «Соглашаюсь с политикой» stands for a consent that is not there.
    const policy = boxes.find(({ kinds, label }) => kinds.includes('policy') && asksForAgreement(label));
    if (consents.length === 0 && policy) report('consent_not_separate', { siteForm, box: policy }, verdicts);
  }
  judgeConsentDocument(site, verdicts);
}

interface CheckboxFinding {
  siteForm: SiteForm;
  box: RknCheckbox;
  /** What was measured; null when absent. */
  measured?: string | null;
  /** `confirmed` when absent. */
  certainty?: RknCertainty;
}

function report(
  code: RknCode,
  { siteForm, box, measured = null, certainty = 'confirmed' }: CheckboxFinding,
  verdicts: RknVerdicts,
): void {
  const { url, subject } = formTarget(siteForm);
  const target = { url, subject: `${subject} ${box.selector}` };
  verdicts.report(code, target, {
    ...showOf(siteForm),
    certainty,
    selector: box.selector,
    snippet: box.label,
    measured,
  });
}

function judgeBox(siteForm: SiteForm, box: RknCheckbox, verdicts: RknVerdicts): void {
  if (box.is_checked)
    report(
      'consent_prechecked',
      { siteForm, box, measured: isRendered(siteForm) ? 'after load' : 'in HTML' },
      verdicts,
    );
  const covered = box.kinds.filter((kind) => purposes.has(kind));
  const linked = new Set(box.links.map(kindOfLink).filter((kind) => kind !== null && kind !== 'policy'));
  if (covered.length > 1 || linked.size > 1) {
    // A word of another purpose alone may say what the data is for.
    const isSure = linked.size > 1 || agreesToMore(box.label);
    report(
      'consent_bundled',
      { siteForm, box, measured: covered.join(', '), certainty: isSure ? 'confirmed' : 'detected' },
      verdicts,
    );
  }
  const isMarketing = box.kinds.includes('marketing');
  const isMerged =
    box.kinds.some((kind) => kind !== 'marketing' && purposes.has(kind)) || joinsPolicyWithMarketing(box.label);
  if (isMarketing && (isMerged || (box.is_required && siteForm.form.purpose !== 'newsletter')))
    // A word alone may say what the data are for.
    report(
      'marketing_merged',
      {
        siteForm,
        box,
        measured: box.is_required ? 'required' : 'with personal data',
        certainty: agreesToMore(box.label) ? 'confirmed' : 'detected',
      },
      verdicts,
    );
}

function judgeLinks(
  siteForm: SiteForm,
  box: RknCheckbox,
  findPage: ReturnType<typeof pageFinder>,
  verdicts: RknVerdicts,
): void {
  const subject = `${formTarget(siteForm).subject} ${box.selector}`;
  // A link below the box, or in the text beside the form, shows the consent as well.
  const links = box.links.length > 0 ? box.links : siteForm.form.links.filter((link) => kindOfLink(link) === 'consent');
  const targets = links.map((link) => ({ link, page: findPage(link.url) }));
  const shown = targets.filter(({ page }) => page !== null && (isShown(page) || isFile(page)));
  if (shown.length === 0) {
    if (box.opens_text === true && targets.every(({ page }) => page !== null && page.fetched.failure === null)) {
      // A script opens the text, and nothing is clicked.
      verdicts.leave('consent_no_link', 'needs_click', subject);
      verdicts.leave('consent_not_separate', 'needs_click', subject);
    } else if (targets.some(({ page }) => page === null || page.fetched.failure !== null)) {
      verdicts.leave('consent_no_link', 'not_fetched', subject);
      verdicts.leave('consent_not_separate', 'not_fetched', subject);
    } else
      report(
        'consent_no_link',
        { siteForm, box, measured: targets.map(({ page }) => page?.fetched.status ?? 0).join(', ') },
        verdicts,
      );
    return;
  }
  const kinds = shown.map(({ link, page }) => (page && !isFile(page) && kindOfPage(page)) || kindOfLink(link));
  // The consent itself may be what a script opens, beside a link to the policy.
  if (box.opens_text && kinds.every((kind) => kind === 'policy' || kind === 'offer'))
    verdicts.leave('consent_not_separate', 'needs_click', subject);
  else if (kinds.every((kind) => kind === 'policy' || kind === 'offer'))
    report(
      'consent_not_separate',
      { siteForm, box, measured: shown.map(({ page }) => page?.url).join(', ') },
      verdicts,
    );
}

const advertising = words('рассылк~|реклам~|маркетинг~');
const negation = words('не|без|исключа~|отдельн~');

/** A consent to process data that also speaks of advertising is two consents in one. */
function judgeConsentDocument(site: RknSite, verdicts: RknVerdicts): void {
  const consent = documentText(site, 'consent');
  if (!consent) return;
  verdicts.judge('marketing_merged');
  const sentence = consent.text.split(/[.;!?]\s/).find((one) => advertising.test(one) && !negation.test(one));
  if (sentence)
    verdicts.report(
      'marketing_merged',
      { subject: 'document:consent', url: consent.page.url },
      { certainty: 'detected', snippet: sentence },
    );
}
