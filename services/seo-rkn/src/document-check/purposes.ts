import { enumerationFrom, sentenceFrom } from './enumeration.ts';
import { matchesOf } from './text-search.ts';

export const purposeWord = /(?<!\p{L})цел(?:ь|и|ью|ях|ями)(?!\p{L})/giu;

/** What data are processed for, in groups that do not belong together. */
export const purposeGroups: readonly RegExp[] = [
  /заявк|обращени|обратн\p{L}{1,3} связ|консультац|перезвон|(?<!\p{L})ответ(?:а|у|ом|ы|ов|ить)?(?!\p{L})|связаться|свяжемся|связи (?:со мной|с клиент|с пользовател|с субъект)|запис\p{L} на при[её]м/iu,
  /(?<!\p{L})заказ(?!\p{L}{0,3} (?:обратн|звон|консультац))|доставк|оплат|(?<!\p{L})договор|оказани\p{L} (?:\p{L}{1,20} ){0,2}услуг/iu,
  /регистрац|уч[её]тн\p{L}{1,3} запис|личн\p{L}{1,3} кабинет/iu,
  /рассылк|реклам|маркетинг/iu,
  /аналитик|статистик|улучшени/iu,
  /ваканси|подбор\p{L}? персонал|трудоустройств/iu,
];

/** Phrases around the word that name no purpose of their own: «до достижения цели», «в целях, указанных в Политике». */
const vagueBefore =
  /(?:достижени\p{L}|отвечающ\p{L}{2,3}|иных|несовместим\p{L}{1,3} с|соответстви\p{L} с|от|(?<!\p{L})без) $/iu;
const vague =
  /^(?: обработки| сбора)?(?: (?:моих |их |его )?(?:персональных )?данных)?\s?[,:—–-]?\s?(?:в соответствии|согласно|указан|определ[её]н|предусмотрен|изложен|перечислен|установлен|заявлен|не |неё|эт(?:ой|их)|для которых|которы|соблюдени|исполнени\p{L} (?:\p{L}{1,20} )?(?:закон|152)|обеспечени\p{L} (?:\p{L}{1,20} )?закон|$|[.,;])/iu;
/** «…для обработки персональных данных», «для отзыва согласия» are no purpose. */
const vagueObject =
  /^(?:обработки (?:моих |их )?(?:персональн|данн)|отзыв|достижени|направлени\p{L} (?:запрос|обращени|отзыв|заявлени)|осуществлени\p{L} (?:указанн|эт|действий)|этого|чего|доступа|неограниченн|целей|выполнени\p{L} (?:указанн|эт)|(?:кажд|всех)|реализации прав|физическ|субъект)/iu;

/** Data are processed, or a consent is given, for something. */
const processedFor =
  /(?<!\p{L})(?:обрабатыва|обработк|использ|собира|предоставля|да[юеё]т? (?:сво[её] )?согласи|согласи\p{L} (?:\p{L}{1,20} )?да)[^.!?\n]{0,300}?[ ,](?:для|чтобы) /giu;

export interface FoundPurposes {
  index: number;
  /** Groups of {@link purposeGroups} that the text names; empty for a purpose of another kind. */
  groups: number[];
}

const groupsOf = (passage: string): number[] => purposeGroups.flatMap((group, at) => (group.test(passage) ? [at] : []));

/**
 * What a text says data are processed for: behind «цель …», «в целях …», «с целью …», or «обрабатываются для …».
 * Null without a concrete purpose.
 */
export function purposesIn(text: string): FoundPurposes | null {
  for (const { index, length } of matchesOf(text, purposeWord)) {
    if (vagueBefore.test(text.slice(Math.max(0, index - 20), index))) continue;
    const rest = enumerationFrom(text, index + length);
    const groups = groupsOf(rest);
    if (groups.length > 0) return { index, groups };
    if (!vague.test(rest) && isNamed(rest)) return { index, groups };
  }
  for (const { index, length, text: words } of matchesOf(text, processedFor)) {
    if (/отоз|отзыв/iu.test(words)) continue;
    const object = sentenceFrom(text, index + length);
    if (vagueObject.test(object)) continue;
    const groups = groupsOf(object);
    if (groups.length > 0 || isObject(object)) return { index, groups };
  }
  return null;
}

const processing = /^[^\p{L}]{0,5}(?:обработки |сбора )?(?:моих |их )?(?:персональных )?(?:данных)?/iu;

/** Something stands behind «цель обработки данных». */
const isNamed = (passage: string): boolean => /\p{L}{4}/u.test(passage.replace(processing, ''));

/** Words behind «для» and «чтобы» that name an action: «расчёта стоимости», «подбора тура», «подобрать тур». */
const isObject = (passage: string): boolean =>
  /\p{L}{3,}(?:ни[яеюй]|ци[ияюй]|к[иау]|т[аыу]|ств[аоу]|ть|ч[аиу]|р[ау]|з[ау]|сь)(?!\p{L})/iu.test(
    passage.replace(processing, ''),
  );
