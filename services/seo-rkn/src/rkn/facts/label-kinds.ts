import { cutText } from '@platform/contracts/cut-text';
import {
  agreement,
  impliedConsent,
  marketing,
  offerName,
  personalData,
  policyName,
  thirdParty,
  words,
} from './words.ts';

/** What a person agrees to, or takes note of, with a checkbox. */
export type ConsentKind = 'pd_consent' | 'policy' | 'marketing' | 'offer' | 'third_party';

/** A clause ends at a mark, or where a person does a next thing: «… и принимаю», «… и согласен». */
const clauseEnd =
  /[,.;:!?()]|\s(?:и|или|а|но|and|or|but)\s+(?=(?:(?:я|так\s?же|i)\s+){0,2}(?:даю|дать|даёте|принима|подтвержда|соглаша|соглас(?:ен|на)|хочу|agree|accept|consent|want))/iu;
const clauseSplit = new RegExp(`(${clauseEnd.source})`, 'iu');
/** «Не возражаю», «не против» and «не только» deny nothing. */
const denial = words(
  'без|кроме|исключая|не включая|(?:за )?исключением|не(?! (?:возража~|против|только))|except(?: for)?|excluding|without|other than|not(?! only)',
);
const denialBehind = words(
  'не (?:требу~|нужн~|предполага~|обязательн~|буд~|включ~|входит|отправля~|присыла~|означа~|да[юеё]~)',
);
/** A verb of a person: what stands behind it is not denied any more. */
const personActs = words(
  '(?:да[юеё]~|дать|принима~|подтвержда~|соглаша~|соглас(?:ен|на|ны)|хочу|хотите|разреша~|agree|accept|consent|want|confirm)',
);

/** Clauses of a text, each with whether a denial before it holds for it too: «кроме рассылки, рекламы и звонков». */
function clausesOf(text: string): { clause: string; isDenied: boolean }[] {
  const clauses: { clause: string; isDenied: boolean }[] = [];
  let isDenied = false;
  const parts = text.split(clauseSplit);
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) {
      if (part.trim() !== ',') isDenied = false;
      continue;
    }
    if (personActs.test(part)) isDenied = false;
    clauses.push({ clause: part, isDenied });
    isDenied ||= denial.test(part) && !personActs.test(part);
  }
  return clauses;
}

/** Whether a clause of a text says it, and does not deny it. */
const says = (text: string, pattern: RegExp): boolean =>
  clausesOf(text).some(({ clause, isDenied }) => {
    const match = isDenied ? null : pattern.exec(clause);
    if (!match) return false;
    return !denial.test(clause.slice(0, match.index)) && !denialBehind.test(clause.slice(match.index));
  });

/** Words that name no object of an agreement: «Согласен», «Я согласен(на) на», «Даю своё согласие». */
const filler = words(
  'я|мы|вы|да|на|с|со|и|по|все|всё|всем|всеми|сво[её]|мо[её]|ваше|данн(?:ой|ый|ую)|форм~|нажим~|отправ~|кнопк~|этим|тем|самым|полностью|свободно|доброволь~|прочитал~?|прочёл|а|i|we|you|to|the|with|and|my|all|yes|hereby|обязательно|required',
  'giu',
);
const agreementWords = words(
  'соглас(?:ен|на|ны|ие|ия|ии|ию|ием|иям|иями|иях|ившись)|соглаша~|да[юеё]~|дать|подтвержда~|принима~|выража~|consent|agree|accept|give|confirm',
  'giu',
);

/** Whether a label names what a person agrees to. */
export const hasObject = (label: string): boolean =>
  /\p{L}/u.test(
    label
      .replace(/\([^)\s]{1,4}\)/gu, ' ')
      .replace(agreementWords, ' ')
      .replace(filler, ' '),
  );

/** «Обработку данных», «обработку сведений обо мне»: data without the word «personal». */
const plainData = words(
  'обработк~ (?:(?:сво~|мо~|указанн~|введ[её]нн~|предоставл~|оставленн~|ваш~|этих|так~|таких|контактн~) ){0,3}(?:данн~|сведени~|информаци~)|' +
    '(?:хранени~|использовани~|сбор~|передач~) (?:(?:сво~|мо~|указанн~|введ[её]нн~|ваш~) ){0,2}(?:данн~|сведени~)|' +
    'данн~ (?:\\p{L}+ ){0,2}(?:обработа~|обрабатыва~)|(?:process~|us~|collect~|stor~)(?: \\p{L}+){0,3} (?:data|information)|data processing',
);
const aboutCookies = words('cookies?|куки|файл~');
const processingAlone = /обработк(?:у|а|и|ой|е)\P{L}*$/iu;

/** Where a person does a next thing: the name of a policy ends there. */
const nextAct =
  /(?:[,.;]\s*|\s(?:и|а|но|and)\s+)(?=(?:(?:я|также|с|i)\s+){0,2}(?:даю|да[её]те|дать|принима|подтвержда|соглаша|соглас(?:ен|на|ие)|выража|хочу|обработкой|agree|consent|accept))/iu;
const acts = (label: string): string[] => label.split(nextAct);
const withoutPolicies = (label: string): string =>
  acts(label)
    .map((part) => part.replace(new RegExp(policyName, 'giu'), ' '))
    .join(', ');
/** The terms of a sale or of a lottery are no advertising. */
const termsOfOffer = words('(?:услови~|правил~) (?:проведения )?(?:акци~|розыгрыш~|скид~)', 'giu');

/**
 * What a label of a checkbox, or a text beside a form, is about. The name of the policy is removed first,
 * because it contains words of a consent. A topic that a label denies («без передачи третьим лицам») does not
 * count. An agreement to another thing (returns, calls, cookies, age) is about none of them.
 */
export function kindsOfLabel(label: string): ConsentKind[] {
  const kinds: ConsentKind[] = [];
  const rest = withoutPolicies(label).replace(termsOfOffer, ' ');
  // A consent to advertising is about data too, and is no consent to process the data of a form.
  const isOfData =
    personalData.test(rest) || (agreement.test(rest) && plainData.test(rest) && !aboutCookies.test(rest));
  // Who takes note of the rules of processing agrees to nothing.
  const isNoted = isOfData && takesNote.test(rest) && !agreement.test(rest) && !personActs.test(rest);
  if (isOfData && !isNoted) kinds.push('pd_consent');
  if (isNoted || acts(label).some((part) => policyName.test(part))) kinds.push('policy');
  if (says(rest, marketing)) kinds.push('marketing');
  if (says(rest, offerName)) kinds.push('offer');
  if (says(rest, thirdParty)) kinds.push('third_party');
  // A transfer to others is no consent to process the data of a form.
  if (
    kinds.includes('third_party') &&
    kinds.includes('pd_consent') &&
    !personalData.test(rest) &&
    !processing.test(rest)
  )
    kinds.splice(kinds.indexOf('pd_consent'), 1);
  if (kinds.length === 0 && agreement.test(label) && (!hasObject(label) || processingAlone.test(label)))
    kinds.push('pd_consent');
  return kinds;
}

const takesNote = words('ознакомл~|ознакомил~|прочит~|прочёл|read|familiar~|acknowledge~');
const processing = words('обработк~|process~');

/**
 * Whether a label asks to agree to advertising and, in a clause of its own, to the terms of a policy. The policy by
 * which a mailing is sent is no second thing.
 */
export const joinsPolicyWithMarketing = (label: string): boolean => {
  const clauses = clausesOf(label).map(({ clause }) => clause);
  const about = clauses.findIndex((clause) => policyName.test(clause) && personActs.test(clause));
  const advertising = clauses.findIndex((clause) => says(withoutPolicies(clause), marketing));
  return about >= 0 && advertising >= 0 && about !== advertising && personActs.test(clauses[advertising] ?? '');
};

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

/** A person agrees: the name of a consent alone, as in a link to it, says nothing. */
const personAgrees = words(
  'соглаша~|соглас(?:ен|на|ны)|(?:да[юеём]~|выража~|предоставля~|означает|подтвержда~) (?:\\p{L}+ ){0,2}согласи[ея]|' +
    '(?:i|you|we|user)(?: \\p{L}+)? (?:agree|consent)|giv(?:e|ing) (?:\\p{L}+ )?consent',
);

/** Sentences of a text: a short one, or an abbreviation, ends at a capital letter only. */
const sentencesOf = (text: string): string[] => text.split(/[.!?;](?=\s|$)\s*(?=\p{Lu}|$)|\n+/u);

/** An agreement of these kinds says something about the data of a form. */
const isAboutData = (sentence: string): boolean =>
  kindsOfLabel(sentence).some((kind) => kind === 'pd_consent' || kind === 'policy');

/** Whether a text says that a person agrees to the processing of data, and not to other things alone. */
export const isConsentText = (text: string): boolean =>
  sentencesOf(text).some((sentence) => says(sentence, personAgrees) && isAboutData(sentence));

/** The phrase by which a text takes an action for a consent to the processing of data; null without one. */
export function impliedConsentIn(text: string): string | null {
  for (const sentence of sentencesOf(text)) {
    const match = impliedConsent.exec(sentence);
    if (match && (isAboutData(sentence) || !hasObject(sentence.slice(match.index + match[0].length)))) return match[0];
  }
  return null;
}

const maxAgreements = 6;

/** Sentences of a text about an agreement: what a form says of consent, wherever it says so. */
export const agreementsIn = (text: string): string[] =>
  sentencesOf(text)
    .map((sentence) => sentence.trim())
    .filter((sentence) => agreement.test(sentence) || impliedConsent.test(sentence))
    .slice(0, maxAgreements)
    .map((sentence) => cutText(sentence, 400));
