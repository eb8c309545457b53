import { agreement, marketing, offerName, personalData, policyName, thirdParty } from './words.ts';

/** What a person agrees to, or takes note of, with a checkbox. */
export type ConsentKind = 'pd_consent' | 'policy' | 'marketing' | 'offer' | 'third_party';

/**
 * What a label of a checkbox, or a text beside a form, is about. The policy is taken out first: its name has the words
 * of a consent in it. Pure.
 */
export function kindsOfLabel(label: string): ConsentKind[] {
  const kinds: ConsentKind[] = [];
  const rest = label.replace(new RegExp(policyName, 'giu'), ' ');
  // A consent to advertising is about data too, and is no consent to process the data of a form.
  if (personalData.test(rest)) kinds.push('pd_consent');
  if (policyName.test(label)) kinds.push('policy');
  if (marketing.test(rest)) kinds.push('marketing');
  if (offerName.test(rest)) kinds.push('offer');
  if (thirdParty.test(rest)) kinds.push('third_party');
  if (kinds.length === 0 && agreement.test(label)) kinds.push('pd_consent');
  return kinds;
}

/** Whether a text says that a person agrees to something about data. Pure. */
export const isConsentText = (text: string): boolean =>
  agreement.test(text) || /обработк\p{L}*\s+(?:моих |своих |ваших )?персональн/iu.test(text);
