/** Beginning of a text in which a consent says what it is. */
const maxHead = 3_000;
/** Code points that are read: the text of a page has no more. */
const maxRead = 20_000;
/** Shortest text of a policy. */
const minPolicy = 600;

/** A person speaks: «даю согласие», «свободно, своей волей». A policy says «пользователь даёт согласие». */
const personConsents =
  /(?<!\p{L})(?:даю|выражаю|предоставляю|подтверждаю) (?:\p{L}{1,20} ){0,3}согласие|настоящим[^.]{0,200}(?:соглашаюсь|согласие)|своей волей и в сво[её]м интересе/iu;
const personalData = /(?<!\p{L})(?:персональн\p{L}{2,3} данн|ПДн(?!\p{L}))/giu;
/** What a policy of the processing of personal data speaks about (152-ФЗ, 18.1). */
const policyTopics: readonly RegExp[] = [
  /(?<!\p{L})оператор/iu,
  /152\s?[-–—]\s?ФЗ|законом? [«"]?о персональных данных/iu,
  /(?<!\p{L})субъект/iu,
  /правов\p{L}{1,4} основани/iu,
  /(?<!\p{L})цел(?:ь|и|ях|ей) (?:сбора|обработк|использовани)/iu,
  /(?<!\p{L})хран(?:ени|ят|им|ятся)/iu,
  /уничтож|удал(?:ени|яют)/iu,
  /трансграничн/iu,
  /защит\p{L}{1,3} (?:персональн|данн|информац)|(?<!\p{L})мер\p{L}{0,3} (?:по|для|безопасност|защит)/iu,
  /cookie|куки/iu,
  /треть\p{L}{1,3} лиц/iu,
  /отозва|отзыв\p{L}? соглас/iu,
  /политик/iu,
];
const minTopics = 5;
const minMentions = 2;
/** A document says of itself what it is; an article about policies does not. */
const selfDeclared =
  /(?<!\p{L})настоящ(?:ая|ее|ие|ий) (?:\p{L}{1,20} )?(?:политик|положени|правил|документ|соглашени|порядок|регламент)\p{L}{0,3}[^.]{0,300}персональн\p{L}{2,3} данн/iu;

/** Whether a text calls itself a policy of the processing of personal data, whatever its page is named. */
export const isSelfDeclaredPolicy = (text: string): boolean =>
  selfDeclared.test(text.slice(0, maxHead)) && kindOfLegalText(text) === 'policy';

/** What a text says that it is: a policy about personal data, or a consent to their processing; null for another one. */
export function kindOfLegalText(whole: string): 'policy' | 'consent' | null {
  const text = whole.slice(0, maxRead);
  const mentions = text.match(personalData)?.length ?? 0;
  if (mentions === 0) return null;
  if (personConsents.test(text.slice(0, maxHead)) && /отоз|отзыв/iu.test(text)) return 'consent';
  if (text.length < minPolicy || mentions < minMentions) return null;
  return policyTopics.filter((topic) => topic.test(text)).length >= minTopics ? 'policy' : null;
}
