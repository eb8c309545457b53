/** Seeded source of chance: equal seeds give equal sites. */
export interface Chance {
  /** From 0 up to and without 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** Mulberry32, a generator of 32 bits. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    shuffle(list) {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const moved = shuffled[last] as (typeof shuffled)[number];
        shuffled[last] = shuffled[other] as (typeof shuffled)[number];
        shuffled[other] = moved;
      }
      return shuffled;
    },
  };
}

type Words = readonly [string, ...string[]];
const words = (text: string): Words => {
  const [first = '', ...others] = text.trim().split(/\s+/);
  return [first, ...others];
};

const russian = {
  who: words(
    'команда заказчик подрядчик инженер менеджер редактор бухгалтер поставщик клиент специалист аналитик директор',
  ),
  verb: words(
    'готовит проверяет согласует описывает сравнивает уточняет собирает публикует передаёт оценивает планирует изучает',
  ),
  what: words(
    'договор проект расчёт каталог отчёт бюджет график список маршрут образец чертёж перечень макет документ',
  ),
  how: words('заранее внимательно подробно вместе быстро спокойно ежедневно вручную открыто письменно бережно сразу'),
  where: words('офисе цехе складе городе регионе отделе журнале кабинете разделе архиве магазине центре'),
  kind: words('новый точный понятный рабочий общий полный летний зимний простой типовой годовой важный'),
  why: words('срокам качеству цене надёжности удобству безопасности скорости гарантии традиции закону опыту спросу'),
};
const english = {
  who: words('team client engineer manager editor supplier customer analyst director partner'),
  verb: words('prepares checks approves describes compares collects publishes estimates plans studies'),
  what: words('contract project budget catalogue report schedule route sample drawing list'),
  how: words('early carefully together quickly daily openly quietly gladly twice soon'),
  where: words('office workshop warehouse city region department journal archive shop centre'),
  kind: words('new exact clear working common full simple annual important local'),
  why: words('terms quality price safety speed comfort warranty law experience demand'),
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence of nine to sixteen words. */
function sentence(chance: Chance, language: 'ru' | 'en'): string {
  const list = language === 'ru' ? russian : english;
  const pick = (words: Words) => chance.pick(words);
  const [who, verb, what, how, where, kind, why] = [
    list.who,
    list.verb,
    list.what,
    list.how,
    list.where,
    list.kind,
    list.why,
  ].map((words) => pick(words));
  const number = 2 + chance.below(90);
  if (language === 'en')
    return capital(
      `${how} the ${who} ${verb} the ${kind} ${what} in the ${where} for ${number} days, thanks to ${why}.`,
    );
  return chance.below(2) === 0
    ? capital(`${how} ${who} ${verb} ${kind} ${what} в ${where} за ${number} дней и отвечает по ${why}.`)
    : capital(
        `${who} из ${number} человек ${how} ${verb} ${what}, а затем ${pick(list.who)} ${pick(list.verb)} ${pick(list.what)} в ${where}.`,
      );
}

/** Paragraphs of about a number of words in all, never fewer. */
export function paragraphs(chance: Chance, count: number, language: 'ru' | 'en' = 'ru'): string[] {
  const texts: string[] = [];
  let total = 0;
  while (total < count) {
    const sentences: string[] = [];
    for (let sentencesLeft = 4 + chance.below(3); sentencesLeft > 0 && total < count; sentencesLeft -= 1) {
      const next = sentence(chance, language);
      total += next.split(' ').length;
      sentences.push(next);
    }
    texts.push(sentences.join(' '));
  }
  return texts;
}
