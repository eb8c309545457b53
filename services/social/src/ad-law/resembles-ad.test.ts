import { expect, test } from '@jest/globals';
import { readPost } from '../posts/readable-post.ts';
import { adSignals, resemblesAd } from './resembles-ad.ts';

const brand = { name: 'Demo Notes', link_hosts: ['notes.example.com'] };
const signalsOf = (body: string, buttons: { text: string; url: string }[] = []) =>
  adSignals(readPost({ body, buttons }), brand);
const own = 'https://notes.example.com/';

type Labelled = [body: string, buttons?: { text: string; url: string }[]];
const rows = (texts: Labelled[]) => texts.map(([body, buttons = []]) => [body, buttons] as const);

/** Texts of posts that a person called advertisements. */
const advertisements: Labelled[] = [
  ['Купите подписку Pro и пишите без ограничений.'],
  ['Промокод **AUTUMN** дарит месяц Pro.'],
  ['Подписка за 299 ₽, только сегодня!'],
  ['Наушники Sound X теперь за 4 990 руб. https://shop.example.ru/sound'],
  ['Осталось 3 места на курс партнёров: https://school.example.ru'],
  ['Заказывайте пиццу «Маргарита» с доставкой за полчаса.'],
  ['Оформите карту банка и получите кэшбэк.'],
  ['Спешите: скидки до конца недели.'],
  ['ООО «Ромашка» открывает распродажу ковров.'],
  ['По коду NOTES20 дешевле на 20 %.'],
  ['Запишитесь на вебинар партнёра.'],
  ['Новая коллекция уже в продаже.', [{ text: 'Купить', url: own }]],
  ['Количество ограничено, цена 1 500 рублей.'],
  ['Успейте забрать подарок.'],
  ['Кроссовки Run за 7 999 ₽. Последний день!'],
  ['Buy now and save your evenings.'],
  ['Use code SPRING for a free month.'],
  ['Only 5 left: $49 for the whole bundle.'],
  ['Get yours before the weekend.'],
  ['Acme Inc gives a 30% discount on chairs.'],
  ['Last chance! https://tickets.example.org'],
  ['A mug for €12, see https://mugs.example.org/blue'],
  ['Limited edition of the planner is on sale.'],
  ['The bundle is here.', [{ text: 'Order', url: own }]],
  ['Book now: seats at the partner school.'],
];

/** Texts that a person called none. */
const others: Labelled[] = [
  ['Поиск в заметках стал вдвое быстрее.'],
  ['Версия 1.1: поиск находит слова в любых формах.', [{ text: 'Читать', url: own }]],
  ['Как мы храним заметки: рассказ о синхронизации.'],
  ['Тариф Pro стоит 299 ₽ в месяц, Free остаётся бесплатным.'],
  ['Мы переехали на новый сервер и не потеряли ни одной заметки.'],
  ['Полезная статья о привычках: https://habr.com/ru/articles/1/'],
  ['С праздником! Мы отдыхаем до понедельника.'],
  ['Где найти заметку, если её название забыто? В поиске.'],
  ['Исправили выгрузку в PDF: таблицы больше не режутся.'],
  ['В базе знаний осталось описать синхронизацию.'],
  ['Мы покупали серверы три года назад и не жалеем.'],
  ['Опрос: какой темой вы пользуетесь?'],
  ['Заметки за 5 минут: руководство для новых пользователей.', [{ text: 'Открыть', url: own }]],
  ['Благодарим команду Demo Notes за релиз.'],
  ['ООО «Demo Notes» сменило адрес офиса.'],
  ['Search is twice as fast.'],
  ['What changed in version 1.1.0.', [{ text: 'Read', url: own }]],
  ['We keep the history of changes for thirty days.'],
  ['The Pro plan is $4 a month; Free has fifty notes.'],
  ['A good read about notes: https://blog.example.org/notes'],
  ['How to order your notes by date.'],
  ['We bought new servers last year.'],
  ['The meetup ends at nine, the recording follows.'],
  ['Thanks to everyone who wrote to us.'],
  ['Export to PDF keeps tables now.'],
];

test.each(rows(advertisements))('%s looks like an advertisement', (body, buttons) => {
  const signals = signalsOf(body, buttons);
  expect([signals, resemblesAd(signals)]).toEqual([signals, true]);
});

test.each(rows(others))('%s looks like none', (body, buttons) => {
  const signals = signalsOf(body, buttons);
  expect([signals, resemblesAd(signals)]).toEqual([signals, false]);
});

test('each signal is found by itself', () => {
  expect(signalsOf('За 1 299,50 ₽')).toEqual(['price']);
  expect(signalsOf('Промокод HELLO')).toEqual(['promo_code']);
  expect(signalsOf('Закажите сегодня')).toEqual(['call_to_buy']);
  expect(signalsOf('Последний шанс')).toEqual(['scarcity']);
  expect(signalsOf('[Здесь](https://other.example/)')).toEqual(['foreign_brand']);
  expect(signalsOf(`[Здесь](${own})`)).toEqual([]);
});

test('a long text takes no longer than its length asks for', () => {
  const long = `${'ооо '.repeat(2_500)}${'1 '.repeat(2_500)}${'a'.repeat(5_000)}`;
  expect(resemblesAd(signalsOf(long))).toBe(false);
});
