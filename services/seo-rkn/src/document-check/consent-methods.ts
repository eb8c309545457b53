import { dataEnumerations } from './enumeration.ts';
import {
  actionsOf,
  address,
  contact,
  dataNamed,
  link,
  openEnded,
  operatorOf,
  partiesOf,
  partyNear,
  perpetual,
  processingMethod,
  term,
} from './lexicon.ts';
import {
  absentAt,
  type DocumentText,
  type Method,
  missing,
  notApplicable,
  present,
  presentAt,
  weak,
} from './method.ts';
import { purposeGroups, purposesIn } from './purposes.ts';
import { fieldsOf } from './site-observations.ts';
import { matchesOf, offsetNear, offsetOf } from './text-search.ts';

const identityDocument = /паспорт(?!\p{L}{0,3} (?:безопасности|объекта))|документ\p{L}{0,3}, удостоверяющ/iu;
const signature = /(?<!\p{L})подпис(?!\p{L}{0,4}[^.\n]{0,20}(?:рассылк|на нов))/iu;

/** A consent in writing has the identity of its subject, or a place for the signature. */
const isWritten = ({ text }: DocumentText): boolean => identityDocument.test(text) || signature.test(text);

const subjectIdentity: Method = (document) => {
  if (!isWritten(document)) return notApplicable;
  const at = offsetOf(document.text, identityDocument);
  return at === null ? missing() : present(at);
};

const representative: Method = ({ text }) => {
  const at = offsetOf(text, /(?<!\p{L})представител/iu);
  if (at === null) return notApplicable;
  const namedAt = offsetNear(text, /(?<!\p{L})представител/giu, /доверенност|свидетельств|на основании|полномочи/iu, {
    before: 50,
    behind: 200,
  });
  return namedAt === null ? missing(at) : present(namedAt);
};

/** Characters around the name of an operator in which its address stands. */
const addressReach = { before: 150, behind: 500 };

/** Name and address are one element of the law (152-ФЗ, 9 ч.4 п.3): without either the consent is void. */
const operatorNameAddress: Method = ({ text }) => {
  const operator = operatorOf(text);
  if (operator === null) return missing();
  if (operator.status !== 'named') return missing(operator.index);
  // The address of the next party is not that of the operator.
  const next = partiesOf(text).find(({ index, name }) => index > operator.index && name !== operator.name)?.index;
  const end = Math.min(next ?? text.length, operator.index + addressReach.behind);
  if (address.test(text.slice(Math.max(0, operator.index - addressReach.before), end))) return present(operator.index);
  const ownAddress = /адрес\p{L}{0,3} (?:\p{L}{1,20} )?(?:оператора|регистрации|местонахождения)[^\n]{0,150}/giu;
  const isElsewhere = [...matchesOf(text, ownAddress)].some((one) => address.test(one.text));
  return isElsewhere ? present(operator.index) : missing(operator.index);
};

const purpose: Method = ({ text }) => {
  const purposes = purposesIn(text);
  if (purposes === null) return missing();
  return purposes.groups.length <= 1 ? present(purposes.index) : missing(purposes.index);
};

const dataList: Method = ({ text }) => {
  for (const { index, list } of dataEnumerations(text)) {
    if (dataNamed(list).length === 0) continue;
    return openEnded.test(list) ? missing(index) : present(index);
  }
  return missing();
};

/** Where a text begins to name data; null where it does not. */
const dataListAt = (text: string): number | null => dataEnumerations(text).next().value?.index ?? null;

const processors: Method = ({ text }) => {
  const word = /(?<!\p{L})(?:поруч(?:а|е)|обработчик)/giu;
  const at = offsetOf(text, word);
  if (at === null) return notApplicable;
  const namedAt = partyNear(text, /(?<!\p{L})(?:поруч(?:а|е)|обработчик)/iu, 150);
  if (namedAt === null) return missing(at);
  return address.test(text.slice(namedAt, namedAt + 250)) ? present(namedAt) : weak(namedAt);
};

const actionsMethods: Method = ({ text }) => {
  const { count, index } = actionsOf(text);
  const isDescribed = processingMethod.test(text);
  if (count >= 6 && isDescribed) return present(index);
  return count >= 3 ? weak(index) : missing();
};

const termWithdrawal: Method = ({ text }) => {
  const at = offsetNear(text, /(?<!\p{L})(?:срок|действ|хран)/giu, term, { before: 60, behind: 200 });
  const withdrawal = offsetOf(text, /отозв|отзыв/iu);
  if (at === null || withdrawal === null) return missing(at ?? withdrawal);
  const channel = offsetNear(text, /отозв|отзыв/giu, new RegExp(`${contact.source}|${address.source}`, 'iu'), {
    before: 100,
    behind: 300,
  });
  return channel === null ? weak(at) : present(at);
};

const signatureRecord: Method = (document) => {
  if (!isWritten(document)) return document.is_recorded === true ? present(null) : notApplicable;
  return presentAt(offsetOf(document.text, signature));
};

const thirdPartiesNamed: Method = ({ text }) => {
  const transfer = /переда(?:ва|ч|[её]т|ют)\p{L}{0,5}[^.\n]{0,80}(?:треть\p{L}{1,3} лиц|партн[её]р)/giu;
  for (const { index, text: words } of matchesOf(text, transfer)) {
    const before = text.slice(Math.max(0, index - 12), index);
    if (
      /(?<!\p{L})не (?:\p{L}{1,12} )?$/iu.test(before) ||
      /(?<!\p{L})не (?:осуществля|производ|допуска)/iu.test(words)
    )
      continue;
    const passage = text.slice(index, index + 250).split('\n')[0] ?? '';
    const isNamed = partiesOf(passage).length > 0;
    return isNamed ? present(index) : missing(index);
  }
  return notApplicable;
};

const country =
  /(?<!\p{L})(?:стран\p{L}{1,3}:? [^\n]{0,20}\p{Lu}|США|Германи|Нидерланд|Ирланди|Финлянди|Казахстан|Беларус|Кита)/u;

const crossborderNamed: Method = ({ text, site }) => {
  if (!site?.services?.some(({ is_foreign }) => is_foreign)) return notApplicable;
  const word = /трансграничн/giu;
  for (const { index } of matchesOf(text, word)) {
    const passage = text.slice(index, index + 250).split('\n')[0] ?? '';
    if (country.test(passage) || partiesOf(passage).length > 0) return present(index);
  }
  return missing(offsetOf(text, word));
};

const matchesSite: Method = ({ text, site, policy }) => {
  const askedFields = site?.forms ? fieldsOf(site.forms, 'personal_data_consent') : null;
  if (askedFields === null && policy === null) return notApplicable;
  const namedData = dataNamed(text);
  if (askedFields?.some((kind) => !namedData.includes(kind))) return missing(dataListAt(text));
  const ownPurposes = purposesIn(text);
  if (policy === null || ownPurposes === null) return askedFields === null ? notApplicable : present(null);
  const isInPolicy = ownPurposes.groups.every((group) => purposeGroups[group]?.test(policy));
  return isInPolicy ? present(ownPurposes.index) : missing(ownPurposes.index);
};

const channels = /e-?mail|электронн\p{L}{1,3} почт|SMS|СМС|push|мессенджер|звон/iu;
const withdrawalParts = [/отозв|отзыв|отказ|отписа/iu, /в любой момент|любое время/iu] as const;

const withdrawalUnsubscribe: Method = ({ text }) => {
  const at = offsetOf(text, withdrawalParts[0]);
  const channel = offsetNear(
    text,
    new RegExp(withdrawalParts[0].source, 'giu'),
    new RegExp(`${contact.source}|${link.source}`, 'iu'),
    {
      before: 150,
      behind: 200,
    },
  );
  const offsets = [at, offsetOf(text, withdrawalParts[1]), channel].filter((offset) => offset !== null);
  if (offsets.length === 3) return present(at);
  return offsets.length === 2 ? weak(at ?? offsets[0] ?? null) : missing(at);
};

/** A consent to processing in a sentence that is about no mailing. */
function otherProcessing(text: string): number | null {
  for (const { index, text: words } of matchesOf(
    text,
    /соглас\p{L}{0,6}[^.]{0,100}обработк\p{L}{1,3} [^.]{0,60}персональн[^.]{0,200}/giu,
  ))
    if (!/рассылк|реклам|сообщени/iu.test(words)) return index;
  return null;
}

const marketingTerm: Method = ({ text }) => {
  const endless = offsetOf(text, perpetual);
  if (endless !== null) return missing(endless);
  return presentAt(
    offsetNear(text, /(?<!\p{L})(?:действ|срок)/giu, new RegExp(`${term.source}|до (?:его |моего )?отзыва`, 'iu'), {
      before: 20,
      behind: 120,
    }),
  );
};

/** A topic of another document, where its sentence does not say that the consent leaves it out. */
function foreignTopic(text: string): number | null {
  for (const { index } of matchesOf(text, /оферт|рассылк|реклам|пользовательск\p{L}{1,3} соглашен/giu)) {
    const before = text.slice(Math.max(0, index - 120), index);
    const sentence = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n')) + 1);
    if (!/(?<!\p{L})(?:не|без|кроме|исключая|исключением|отдельн\p{L}{1,3}) /iu.test(`${sentence} `)) return index;
  }
  return null;
}

/** Methods of consents: to the processing of personal data, and to marketing. */
export const consentMethods = {
  consent_subject_identity: subjectIdentity,
  consent_representative: representative,
  consent_operator_name_address: operatorNameAddress,
  consent_purpose: purpose,
  consent_data_list: dataList,
  consent_processors: processors,
  consent_actions_methods: actionsMethods,
  consent_term_withdrawal: termWithdrawal,
  consent_signature_record: signatureRecord,
  consent_separate_document: ({ text }) => absentAt(foreignTopic(text)),
  consent_free_choice: ({ text }) =>
    absentAt(offsetOf(text, /(?<!не )(?<!не является )(?<!\p{L})обязательн\p{L}{0,3} (?:услови|для доступа)/iu)),
  consent_third_parties_named: thirdPartiesNamed,
  consent_crossborder_named: crossborderNamed,
  consent_no_perpetual: ({ text }) => absentAt(offsetOf(text, perpetual)),
  consent_matches_site: matchesSite,
  marketing_advertiser: ({ text }) => {
    const operator = operatorOf(text);
    if (operator === null) return missing();
    return operator.status === 'named' ? present(operator.index) : weak(operator.index);
  },
  marketing_channels: ({ text }) => {
    const any = offsetOf(text, /люб\p{L}{2,3} способ/iu);
    return any === null
      ? presentAt(
          offsetNear(text, /(?<!\p{L})(?:канал|сообщени|рассылк|по (?=e-?mail|электронн|SMS|СМС))/giu, channels, {
            before: 60,
            behind: 150,
          }),
        )
      : weak(any);
  },
  marketing_content_kind: ({ text }) =>
    presentAt(
      offsetNear(
        text,
        /реклам\p{L}{0,4}(?<!рекламодател\p{L}{0,3})(?!\p{L})|новост|(?<!\p{L})акци|предложени|рассылк/giu,
        /товар|услуг|продукт|сервис|курс/iu,
        {
          before: 60,
          behind: 150,
        },
      ),
    ),
  marketing_separate_from_pd_consent: ({ text }) => absentAt(otherProcessing(text)),
  marketing_optional: ({ text }) => {
    const forced = offsetOf(text, /(?<!не )(?<!не является )(?<!\p{L})обязательн(?:о|ым условием)(?!\p{L})/iu);
    return forced === null ? presentAt(offsetOf(text, /добровольн|не (?:является )?обязательн/iu)) : missing(forced);
  },
  marketing_withdrawal_unsubscribe: withdrawalUnsubscribe,
  marketing_sender: ({ text }) => {
    const ownSending = offsetNear(text, /самостоятельно|собственными силами/giu, /рассыл|отправ|направля/iu, {
      before: 100,
      behind: 100,
    });
    return presentAt(ownSending ?? partyNear(text, /рассыл|отправ|поруч/iu, 120));
  },
  marketing_term: marketingTerm,
} satisfies Record<string, Method>;
