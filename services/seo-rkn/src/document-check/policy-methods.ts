import { namesService } from '../rkn/facts/services.ts';
import { dataEnumerations, enumerationFrom } from './enumeration.ts';
import {
  actionsOf,
  address,
  contact,
  dataNamed,
  editionAt,
  openEnded,
  operatorOf,
  partyNear,
  perpetual,
  processingMethod,
  requisitesOf,
  term,
} from './lexicon.ts';
import { absentAt, type Method, missing, notApplicable, present, presentAt, weak } from './method.ts';
import { purposeGroups, purposesIn, purposeWord } from './purposes.ts';
import { matchesOf, offsetNear, offsetOf } from './text-search.ts';

const operatorName: Method = ({ text }) => {
  const operator = operatorOf(text);
  if (operator === null) return missing();
  return operator.status === 'named' ? present(operator.index) : weak(operator.index);
};

const innOgrn: Method = ({ text }) => {
  const { status, index } = requisitesOf(text);
  if (status === 'both') return present(index);
  return status === 'one' ? weak(index) : missing(index);
};

const purposes: Method = ({ text }) => {
  const vague = offsetOf(text, /и иные цели|в иных целях/iu);
  for (const { index, length } of matchesOf(text, purposeWord)) {
    const rest = text.slice(index + length, index + length + 300);
    const isListed = enumerationFrom(text, index + length).includes('\n');
    if (isListed || purposeGroups.some((group) => group.test(rest)))
      return vague === null ? present(index) : weak(vague);
  }
  const named = purposesIn(text);
  if (named === null) return missing(vague);
  return vague === null ? present(named.index) : weak(vague);
};

const legalGrounds: Method = ({ text }) =>
  presentAt(
    offsetNear(text, /правов\p{L}{1,4} основани/giu, /согласи|договор|(?<!\p{L})закон/iu, { before: 0, behind: 400 }),
  );

const dataList: Method = ({ text }) => {
  for (const { index, list } of dataEnumerations(text)) {
    if (dataNamed(list).length < 2) continue;
    return openEnded.test(list) ? weak(index) : present(index);
  }
  return missing();
};

const actionsMethods: Method = ({ text }) => {
  const { count, index } = actionsOf(text);
  if (count >= 6 && processingMethod.test(text)) return present(index);
  return count >= 3 ? weak(index) : missing();
};

const terms: Method = ({ text }) => {
  const endless = offsetOf(text, perpetual);
  if (endless !== null) return missing(endless);
  const at = offsetNear(text, /(?<!\p{L})(?:срок|хран)/giu, term, { before: 60, behind: 200 });
  return at === null ? { ...missing(), blocks: false } : present(at);
};

const recipients: Method = ({ text }) => {
  const operator = operatorOf(text)?.name ?? undefined;
  const words = /переда(?:ва|ч|[её]т|ют)|поруч|обработчик|треть\p{L}{1,3} лиц/iu;
  return presentAt(partyNear(text, words, 200, operator === undefined ? [] : [operator]));
};

const rights: Method = ({ text }) => {
  const right = offsetOf(text, /(?<!\p{L})(?:прав[оа]|вправе)(?!\p{L})/iu);
  const withdrawal = offsetOf(text, /отозв|отзыв/iu);
  const answer = offsetOf(text, /(?:10|десяти) рабочих дней/iu);
  const offsets = [right, withdrawal, answer].filter((offset) => offset !== null);
  if (offsets.length === 3) return present(right);
  return offsets.length === 2 ? weak(right ?? withdrawal) : missing();
};

const cookiesAnalytics: Method = ({ text, site }) => {
  const services = site?.services ?? [];
  if (services.length === 0) return notApplicable;
  const at = offsetOf(text, /cookie|куки/iu);
  if (at === null) return missing();
  return services.every((service) => namesService(text, service)) ? present(at) : weak(at);
};

/** Methods of the policy of processing of personal data. */
export const policyMethods = {
  operator_name: operatorName,
  inn_ogrn: innOgrn,
  address: ({ text }) => presentAt(offsetOf(text, address)),
  contact: ({ text }) => presentAt(offsetOf(text, contact)),
  law_basis: ({ text }) => presentAt(offsetOf(text, /152\s?[-–—]\s?ФЗ/iu)),
  purposes,
  legal_grounds: legalGrounds,
  data_list: dataList,
  subject_categories: ({ text }) => presentAt(offsetOf(text, /посетител|пользовател|клиент|работник/iu)),
  actions_methods: actionsMethods,
  terms,
  destruction: ({ text }) =>
    presentAt(
      offsetNear(text, /уничтож/giu, /(?<!\p{L})(?:срок|порядк|порядок|акт(?!\p{L}{3}))/iu, {
        before: 150,
        behind: 150,
      }),
    ),
  recipients,
  crossborder: ({ text }) => presentAt(offsetOf(text, /трансграничн/iu)),
  localization: ({ text }) =>
    presentAt(offsetOf(text, /на территории Российской Федерации|баз\p{L}{0,3} данных[^.]{0,200}(?:РФ|Росси)/iu)),
  rights,
  security: ({ text }) =>
    presentAt(
      offsetOf(
        text,
        /(?<!\p{L})ст(?:\.|атья|атьи|атьей|атьёй) ?19(?!\d)|(?<!\p{L})мер\p{L}{0,3} [^.]{0,200}защит|постановлени\p{L}{0,2} [^.]{0,100}1119/iu,
      ),
    ),
  cookies_analytics: cookiesAnalytics,
  edition_date: ({ text }) => presentAt(editionAt(text)),
  no_rights_limits: ({ text }) =>
    absentAt(offsetOf(text, /Пользователь отказывается от прав|оператор не нес[её]т ответственности за/iu)),
} satisfies Record<string, Method>;
