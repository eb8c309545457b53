import { agreement, marketing, offerName, personalData, policyName, thirdParty, words } from './words.ts';

/** What a person agrees to, or takes note of, with a checkbox. */
export type ConsentKind = 'pd_consent' | 'policy' | 'marketing' | 'offer' | 'third_party';

/** A clause ends at a mark, or where a person does a next thing: «… и принимаю», «… и согласен». */
const clauseEnd =
  /[,.;:!?()]|\s(?:и|или|а|но)\s+(?=(?:я\s+)?(?:даю|принима|подтвержда|соглаша|соглас(?:ен|на)|хочу))/iu;
/** «Не возражаю», «не против» and «не только» deny nothing. */
const denial = words('без|исключая|(?:за )?исключением|не(?! (?:возража~|против|только))');
const denialBehind = words('не (?:требу~|нужн~|предполага~|обязательн~)');

/** Whether a clause of a text says it, and does not deny it. */
const says = (text: string, pattern: RegExp): boolean =>
  text.split(clauseEnd).some((clause) => {
    const match = pattern.exec(clause);
    if (!match) return false;
    return !denial.test(clause.slice(0, match.index)) && !denialBehind.test(clause.slice(match.index));
  });

/**
 * What a label of a checkbox, or a text beside a form, is about. The name of the policy is removed first,
 * because it contains words of a consent. A topic that a label denies («без передачи третьим лицам») does not
 * count.
 */
export function kindsOfLabel(label: string): ConsentKind[] {
  const kinds: ConsentKind[] = [];
  const rest = label.replace(new RegExp(policyName, 'giu'), ' ');
  // A consent to advertising is about data too, and is no consent to process the data of a form.
  if (personalData.test(rest)) kinds.push('pd_consent');
  if (policyName.test(label)) kinds.push('policy');
  if (says(rest, marketing)) kinds.push('marketing');
  if (says(rest, offerName)) kinds.push('offer');
  if (says(rest, thirdParty)) kinds.push('third_party');
  if (kinds.length === 0 && agreement.test(label)) kinds.push('pd_consent');
  return kinds;
}

const purposeOfData = words('для|в целях|с целью|чтобы');
const objectEnd = /[,;]|\s(?:и|а также|или)\s/iu;

/**
 * Whether a label asks to agree to two things: its parts, joined by a comma or «и», have different topics.
 * Words after «для» or «в целях» name a purpose, not an object of the agreement.
 */
export function agreesToMore(label: string): boolean {
  const objects = label
    .split(clauseEnd)
    .map((clause) => clause.split(purposeOfData)[0] ?? '')
    .flatMap((clause) => clause.split(objectEnd))
    .map((object) => kindsOfLabel(object).find((kind) => kind !== 'policy'));
  return new Set(objects.filter((kind) => kind !== undefined)).size > 1;
}

/** A person agrees, or the text names the consent to the processing itself. */
const personAgrees = words(
  'соглаша~|соглас(?:ен|на|ны)|(?:да[юеём]~|выража~|предоставля~|означает|подтвержда~) (?:\\p{L}+ )?согласи[ея]|' +
    'соглас(?:ие|ия|ии|ием) (?:\\p{L}+ )?на (?:\\p{L}+,? ){0,3}?обработк~|i agree|i consent',
);

/** Whether a text says that a person agrees to the processing of data, and not to advertising alone. */
export const isConsentText = (text: string): boolean =>
  text
    .split(/[.!?;\n]\s*(?=\p{Lu}|$)/u)
    .some((sentence) => says(sentence, personAgrees) && kindsOfLabel(sentence).some((kind) => kind !== 'marketing'));
