import { decodePage } from '../../pages/charset.ts';
import { attr, type Element, isElement, isHidden, type Node, rawText, textOf } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { parseHtml } from '../../pages/parse-html.ts';
import type { PageSource } from '../../pages/read-page.ts';
import { isAppRoot, isShell } from '../../pages/shell.ts';
import { kindOfNamedText } from '../judge/documents.ts';
import { type FormContext, idsOf, labelsOf } from './form-elements.ts';
import { collectsData } from './form-grounds.ts';
import {
  around,
  below,
  captionOf,
  elementsOf,
  endOf,
  inline,
  isFooter,
  type LocatedElement,
  paragraphsIn,
  parentOf,
  textIn,
} from './page-tree.ts';
import { readRknForms } from './read-rkn-forms.ts';
import type { CookieBanner, LocatedLink, Passage, RknFacts, RknForm, RknResource } from './rkn-facts.ts';
import { withoutComments } from './script-comments.ts';
import { uniqueSelectorOf } from './unique-selector.ts';
import { mayHandleForms, readUnseenForms } from './unseen-forms.ts';
import {
  acceptButton,
  checkout,
  cookieBannerName,
  cookieNotice,
  policyName,
  price,
  rejectButton,
  words,
} from './words.ts';

const maxLinks = 400;
const maxText = 20_000;
const maxDocument = 100_000;
const maxFooter = 4_000;
/** Code points of the end of a page: a footer without a name. */
const maxEnding = 1_500;
/** Characters around a link that are looked at for its sentence. */
const maxSentences = 4_000;
const maxResources = 100;

/**
 * Reads what a page says about personal data. Pure; runs in the thread that reads pages.
 * @throws RangeError for a page that is nested too deeply
 */
export function readRknPage({ fetched, body }: PageSource): RknFacts {
  const { text: html } = decodePage(body, fetched.headers.content_type);
  const document = parseHtml(html);
  const elements = elementsOf(document);
  const page = new URL(fetched.final_url);
  const baseHref = elements.find(({ element }) => element.tagName === 'base' && attr(element, 'href'))?.element;
  const base = baseHref ? (URL.parse(attr(baseHref, 'href') ?? '', page.href)?.href ?? page.href) : page.href;
  const resolve = (href: string): string | null => {
    const url = URL.parse(href.trim(), base);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
    url.hash = '';
    return url.href.slice(0, 2_048);
  };
  const find = (tag: string) => elements.find(({ element }) => element.tagName === tag)?.element;
  const body_ = find('body');
  const text = body_ ? textIn(body_, maxText) : '';
  const footer = elements.filter(({ element }) => isFooter(element) && !around(element, isFooter));
  const scripts = elements.filter(({ element }) => element.tagName === 'script').map(({ element }) => element);
  const inlineCode = scripts
    .filter((one) => attr(one, 'src') === null)
    .map((element) => ({ element, text: withoutComments(rawText(element)) }));
  const title = clean(textOfFirst(find('title')));
  const h1 = clean(find('h1') ? textOf(find('h1') as Element) : '');
  const context: FormContext = {
    labels: labelsOf(elements),
    ids: idsOf(elements),
    path: page.pathname,
    hasScripts: scripts.some(mayHandleForms),
    resolve,
  };
  const forms = readRknForms(elements, context);
  const isDocument = kindOfNamedText({ h1, title, url: fetched.final_url, text }) !== null;
  return {
    url: fetched.final_url,
    lang: clean(attr(find('html') ?? ({ attrs: [] } as unknown as Element), 'lang') ?? '', 20) || null,
    title,
    h1,
    is_shell: isShellPage(elements, text, scripts),
    forms,
    unseen_forms: readUnseenForms(elements, forms.some(isContact)),
    links: readLinks(elements, resolve),
    text,
    document: isDocument ? mainText(elements, maxDocument) : '',
    footer:
      footer.length === 0 ? '' : clean(footer.map(({ element }) => textIn(element, maxFooter)).join(' '), maxFooter),
    ending: body_ ? endOf(body_, maxEnding) : '',
    resources: readResources(elements, inlineCode, resolve, page),
    mixed: readMixed(elements, resolve, page),
    banner: readBanner(elements),
    has_webvisor: inlineCode.some(({ text: code }) => /webvisor["']?\s*:\s*(?:true|!0|1)/.test(code)),
    has_csp_meta: elements.some(
      ({ element }) =>
        element.tagName === 'meta' && attr(element, 'http-equiv')?.toLowerCase() === 'content-security-policy',
    ),
    has_login: elements.some(({ element }) => element.tagName === 'input' && attr(element, 'type') === 'password'),
    calls: readCalls(elements),
    ads: readAds(elements, context, page),
    persons: readPersons(elements),
    promos: readPromos(elements, resolve),
    has_email: emailAddress.test(text) || elements.some(({ element }) => /^mailto:/i.test(attr(element, 'href') ?? '')),
    sells: isShop(elements),
  };
}

/** Parts of the frame of a page, at any depth; a header or a footer of an article belongs to it. */
const isFrame = (element: Element): boolean => {
  if (element.tagName === 'nav' || element.tagName === 'aside') return true;
  if (element.tagName !== 'header' && !isFooter(element)) return false;
  return around(element, ({ tagName }) => tagName === 'article') === null;
};

/** Text of `main`, else of the body, without navigation, header and footer. */
function mainText(elements: readonly LocatedElement[], limit: number): string {
  const main = elements.find(({ element }) => element.tagName === 'main')?.element;
  const body = main ?? elements.find(({ element }) => element.tagName === 'body')?.element;
  return body ? paragraphsIn(body, limit, isFrame) : '';
}

const textOfFirst = (element: Element | undefined): string => (element ? rawText(element) : '');

/** A form by which somebody contacts the site. */
const isContact = ({ purpose }: RknForm): boolean => collectsData(purpose) && purpose !== 'newsletter';

function isShellPage(elements: readonly LocatedElement[], text: string, scripts: readonly Element[]): boolean {
  const count = (test: (element: Element) => boolean) => elements.filter(({ element }) => test(element)).length;
  const noscript = elements
    .filter(({ element }) => element.tagName === 'noscript')
    .map(({ element }) => element.childNodes.map((node) => textOf(node)).join(' '));
  return isShell({
    words: text.split(' ').filter(Boolean).length,
    headings: count(({ tagName }) => /^h[1-6]$/.test(tagName)),
    links: count((element) => element.tagName === 'a' && attr(element, 'href') !== null),
    fields: count(({ tagName }) => tagName === 'input' || tagName === 'select' || tagName === 'textarea'),
    images: count(({ tagName }) => tagName === 'img'),
    hasAppRoot: elements.some(({ element }) => isAppRoot(element.tagName, attr(element, 'id'))),
    scripts: scripts.map((script) => ({ src: attr(script, 'src'), isModule: attr(script, 'type') === 'module' })),
    noscript: noscript.join(' '),
  });
}

function readLinks(elements: readonly LocatedElement[], resolve: FormContext['resolve']): LocatedLink[] {
  const links: LocatedLink[] = [];
  for (const { element, region } of elements) {
    const href = element.tagName === 'a' ? attr(element, 'href') : null;
    if (href === null || links.length >= maxLinks) continue;
    const text = clean(captionOf(element), 120);
    // A policy in a dialog of the page: its link names a part of the page, or a script.
    const isDialog = /^(?:#.|javascript:)/i.test(href) && policyName.test(text);
    const url = isDialog ? resolve('') : href.startsWith('#') ? null : resolve(href);
    if (url) links.push({ url, text, place: region });
  }
  return links;
}

/** Loaders that get their host without a scheme: `(window, document, 'script', 'cloud.roistat.com', id)`. */
const bareLoader = /["'`](cloud\.roistat\.com|widgets\.mango-office\.ru)\/?["'`]/g;

const isPixel = (element: Element): boolean =>
  ['width', 'height'].some((name) => /^[0-2](?:px)?$/.test(attr(element, name) ?? '')) || isHidden(element);

function readResources(
  elements: readonly LocatedElement[],
  code: readonly { element: Element; text: string }[],
  resolve: FormContext['resolve'],
  page: URL,
): RknResource[] {
  const resources = new Map<string, RknResource>();
  const add = (kind: RknResource['kind'], href: string | null, selector: string) => {
    const url = href ? URL.parse(resolve(href) ?? '') : null;
    if (!url || url.host === page.host || resources.size >= maxResources) return;
    const address = clean(url.host + url.pathname, 200);
    if (!resources.has(address)) resources.set(address, { kind, address, selector });
  };
  for (const { element } of elements) {
    const tag = element.tagName;
    // Scripts and frames that load later have their address in `data-src`.
    const source = attr(element, 'src') ?? attr(element, 'data-src');
    if (tag === 'script') add('script', source, uniqueSelectorOf(element));
    else if (tag === 'iframe') add('iframe', source, uniqueSelectorOf(element));
    else if (tag === 'link' && /stylesheet|preload|preconnect/.test(attr(element, 'rel') ?? ''))
      add('style', attr(element, 'href'), uniqueSelectorOf(element));
    else if (tag === 'img' && isPixel(element)) add('pixel', attr(element, 'src'), uniqueSelectorOf(element));
    else if (tag === 'img' && /gravatar\.com/.test(attr(element, 'src') ?? ''))
      add('pixel', attr(element, 'src'), uniqueSelectorOf(element));
  }
  for (const { element, text } of code) {
    for (const match of text.matchAll(/["'`](?:https?)?:?\/\/([a-z0-9.-]+\.[a-z]{2,}(?:\/[\w./-]{0,80})?)/gi))
      add('inline', `https://${match[1]}`, uniqueSelectorOf(element));
    for (const match of text.matchAll(bareLoader)) add('inline', `https://${match[1]}`, uniqueSelectorOf(element));
  }
  return [...resources.values()];
}

function readMixed(elements: readonly LocatedElement[], resolve: FormContext['resolve'], page: URL): string[] {
  if (page.protocol !== 'https:') return [];
  const mixed = new Set<string>();
  for (const { element } of elements) {
    const isLoaded = ['script', 'iframe', 'img', 'audio', 'video', 'source', 'embed'].includes(element.tagName);
    const isStyle = element.tagName === 'link' && /stylesheet/.test(attr(element, 'rel') ?? '');
    const url = isLoaded || isStyle ? resolve(attr(element, isStyle ? 'href' : 'src') ?? '') : null;
    if (url?.startsWith('http:') && mixed.size < 20) mixed.add(url);
  }
  return [...mixed];
}

const isButtonLike = (element: Element): boolean =>
  element.tagName === 'button' ||
  element.tagName === 'a' ||
  attr(element, 'role') === 'button' ||
  (element.tagName === 'input' && attr(element, 'type') === 'button');

/** The smallest element that speaks of cookies and has a button to answer with. */
function readBanner(elements: readonly LocatedElement[]): CookieBanner | null {
  for (const { element } of elements.toReversed()) {
    if (!['div', 'section', 'aside', 'dialog', 'form', 'footer'].includes(element.tagName) || isHidden(element))
      continue;
    const name = `${attr(element, 'id') ?? ''} ${attr(element, 'class') ?? ''}`;
    const text = textIn(element, 1_000);
    if (text.length > 900 || !(cookieNotice.test(text) || cookieBannerName.test(name))) continue;
    const buttons = below(element).filter(isButtonLike).map(captionOf);
    if (!buttons.some((caption) => acceptButton.test(caption) && !rejectButton.test(caption))) continue;
    return {
      selector: uniqueSelectorOf(element),
      text: clean(text),
      has_reject: buttons.some((caption) => rejectButton.test(caption)),
    };
  }
  return null;
}

/** Headings, and buttons that are not of a form of the browser. */
function readCalls(elements: readonly LocatedElement[]): Passage[] {
  const calls: Passage[] = [];
  for (const { element } of elements) {
    const isCall =
      /^(?:h1|h2|h3|button)$/.test(element.tagName) ||
      /\b(?:btn|button|price|cta)\b/.test(attr(element, 'class') ?? '');
    const text = isCall ? clean(captionOf(element), 120) : '';
    if (text !== '' && calls.length < 100) calls.push({ selector: uniqueSelectorOf(element), text });
  }
  return calls;
}

const adLabels =
  'реклама|на правах рекламы|партн[её]рский материал|спонсор\\p{L}* материал\\p{L}*|промокод партн[её]ра|advertisement|sponsored';
/** The label of an advertisement: alone, or at the begin of a text («Реклама.», «Реклама, ООО …»). */
const adLabel = new RegExp(
  `^(?:${adLabels})(?:[\\s.:]*$|\\.|[\\s,:.]+(?:ооо|ао|пао|зао|ип|индивидуальный предприниматель|erid)(?![\\p{L}]))`,
  'iu',
);
const adClass = /(?:^|[\s_-])(?:ad|ads|advert|advertising|sponsored|partner-banner|affiliate)(?:$|[\s_-])/i;
const maxAds = 20;
const adTags = new Set(['div', 'section', 'aside', 'a', 'article', 'figure', 'p', 'td', 'li', 'blockquote']);
const notLabels = new Set(['a', 'button', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'nav', 'header', 'li', 'option']);

/**
 * Whether a block, or a small element in it, is labelled as advertising: outside of links, headings and
 * menus.
 */
function isLabelledAd({ element, region }: LocatedElement, text: string): boolean {
  if (region === 'nav' || notLabels.has(element.tagName) || !/рекла|партн|advert|sponsor/i.test(text)) return false;
  const isLabel = (candidate: Element): boolean =>
    adLabel.test(textIn(candidate, 120)) && around(candidate, ({ tagName }) => notLabels.has(tagName)) === null;
  const first = below(element).find((one) => textIn(one, 10) !== '');
  const isOwnText = !first || !notLabels.has(first.tagName) || !adLabel.test(textIn(first, 120));
  return (isOwnText && isLabel(element)) || below(element).some((one) => !notLabels.has(one.tagName) && isLabel(one));
}

/** «… Реклама.», «… На правах рекламы», «… Реклама. ООО «Паркет»» at the end of a block: a sentence of its own. */
const adEnding = new RegExp(
  String.raw`[.!?»")—–|]\s*(?:${adLabels})(?:[\s.:]*$|[\s.,:]+(?:ооо|ао|пао|ип|erid)(?![\p{L}])[^.]{0,120}\.?$)`,
  'iu',
);
/** Programs that pay for a sale, by their hosts and parameters. */
const affiliateAddress =
  /(?:^|\.)(?:admitad\.com|gdeslon\.ru|tp\.media|travelpayouts\.com|actionpay\.net)\/|[?&](?:marker|aff(?:iliate)?(?:_?id)?|partner(?:_?id)?|utm_medium=(?:affiliate|cpa|partner))(?:=|&|$)/i;
const promoCode = words('промокод~|промо-код~|купон~|партн[её]рск~ (?:ссылк~|программ~)|promo ?code|coupon');
const blockTags = new Set([
  'p',
  'li',
  'div',
  'section',
  'article',
  'aside',
  'figure',
  'td',
  'blockquote',
  'main',
  'body',
]);

/** The smallest block around a link with its sentence. */
function blockAround(element: Element): Element {
  return around(element, ({ tagName }) => blockTags.has(tagName)) ?? element;
}

/** Whether a link is paid for: by `rel`, or as a link of an affiliate program beside a promo code. */
function isPaidLink(link: Element, url: string, text: string): boolean {
  if ((attr(link, 'rel') ?? '').toLowerCase().split(/\s+/).includes('sponsored')) return true;
  const { host, pathname, search } = new URL(url);
  return promoCode.test(text) && affiliateAddress.test(`${host}${pathname}${search}`);
}

/** Blocks that say, or whose class says, that they advertise, and blocks with links that are paid for. */
function readAds(elements: readonly LocatedElement[], { resolve }: FormContext, page: URL): RknFacts['ads'] {
  const ads: RknFacts['ads'] = [];
  const seen = new Set<Element>();
  const linksIn = (element: Element) =>
    [element, ...below(element)].flatMap((one) =>
      one.tagName === 'a' ? (resolve(attr(one, 'href') ?? '') ?? []) : [],
    );
  const add = (element: Element, text: string, links: readonly string[]): void => {
    seen.add(element);
    ads.push({ selector: uniqueSelectorOf(element), text, links: links.slice(0, 10) });
  };
  const isWithinSeen = (element: Element) =>
    seen.has(element) || around(element, (parent) => seen.has(parent)) !== null;
  for (const located of elements) {
    const { element, region } = located;
    if (ads.length >= maxAds) break;
    if (!adTags.has(element.tagName) || isWithinSeen(element)) continue;
    const text = textIn(element, 400);
    const isMarked = text.length < 300 && isLabelledAd(located, text);
    const isEnding = !isMarked && region !== 'nav' && text.length < 400 && adEnding.test(text);
    if (!isMarked && !isEnding && !adClass.test(attr(element, 'class') ?? '')) continue;
    const links = linksIn(element);
    // A word at the end of a text about own services is no label.
    const isOther = links.some((link) => new URL(link).host !== page.host);
    if (links.length > 0 && (isMarked || !isEnding || isOther)) add(element, text, links);
  }
  for (const { element } of elements) {
    if (ads.length >= maxAds) break;
    const url = element.tagName === 'a' ? resolve(attr(element, 'href') ?? '') : null;
    if (url === null || new URL(url).host === page.host) continue;
    const block = blockAround(element);
    if (isWithinSeen(block)) continue;
    const text = textIn(block, 400);
    if (isPaidLink(element, url, text)) add(block, text, linksIn(block));
  }
  return ads;
}

const maxPersons = 20;
const maxPhotos = 200;
/** Longest text of the block of one person. */
const maxPerson = 300;
const capital = String.raw`\p{Lu}\p{Ll}{1,20}(?:-\p{Lu}\p{Ll}{1,20})?`;
/** Two names with a patronymic, in either order. */
const patronymic = new RegExp(
  String.raw`(?<!\p{L})(?:${capital}\s+)?${capital}\s+\p{Lu}\p{Ll}{0,15}(?:вич|вна|ична|инична|ьич)(?!\p{L})`,
  'u',
);
const firstName =
  'Александр|Александра|Алексей|Алина|Алла|Алёна|Алена|Анастасия|Анатолий|Андрей|Анна|Антон|Артём|Артем|Борис|Вадим|Валентина|Валерий|Валерия|Василий|Вера|Вероника|Виктор|Виктория|Виталий|Владимир|Владислав|Вячеслав|Галина|Георгий|Григорий|Дарья|Денис|Диана|Дмитрий|Евгений|Евгения|Егор|Екатерина|Елена|Елизавета|Иван|Игорь|Илья|Инна|Ирина|Камила|Кирилл|Лев|Глеб|Эдуард|Рустам|Марат|Артур|Айгуль|Гульнара|Лилия|Зоя|Жанна|Нина|Маргарита|Любовь|Константин|Кристина|Ксения|Лариса|Людмила|Максим|Марина|Мария|Михаил|Надежда|Наталия|Наталья|Никита|Николай|Оксана|Олег|Ольга|Павел|Пётр|Петр|Полина|Роман|Руслан|Светлана|Сергей|София|Софья|Станислав|Степан|Тамара|Татьяна|Тимур|Фёдор|Федор|Юлия|Юрий|Яна|Ярослав';
const knownName = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${firstName})\s+${capital}|${capital}\s+(?:${firstName}))(?!\p{L})`,
  'u',
);
const latinName = /(?<!\p{L})\p{Lu}\p{Ll}{2,}\s+\p{Lu}\p{Ll}{2,}(?!\p{L})/u;
const personBlock =
  /(?:^|[\s_-])(?:team|staff|employee|review|testimonial|otzyv|person|people|expert|author|doctor|vrach|specialist|teacher|trainer|master|komand|sotrudnik)/i;
const isPersonBlock = (element: Element): boolean =>
  personBlock.test(attr(element, 'class') ?? '') || /schema\.org\/Person$/.test(attr(element, 'itemtype') ?? '');
/** Something to buy is no person. */
const isOffer = (text: string): boolean => price.test(text) || checkout.test(text);

/**
 * Photos beside a full name: in blocks that are named after persons, in any small block with a patronymic or a first
 * name, in a `Person` of JSON-LD with an image.
 */
function readPersons(elements: readonly LocatedElement[]): Passage[] {
  const persons = new Map<Element, Passage>();
  const photos = elements.filter(({ element, region }) => region !== 'nav' && element.tagName === 'img');
  for (const { element } of photos.slice(0, maxPhotos)) {
    if (persons.size >= maxPersons) break;
    let block = parentOf(element);
    for (let up = 0; block && up < 5 && block.tagName !== 'body'; up += 1, block = parentOf(block)) {
      const text = clean(`${textIn(block, maxPerson + 1)} ${attr(element, 'alt') ?? ''}`, maxPerson + 100);
      if (text.length > maxPerson) break;
      const isNamed = isPersonBlock(block) && latinName.test(text);
      if (!isNamed && !patronymic.test(text) && !knownName.test(text)) continue;
      if (!isOffer(text)) persons.set(block, { selector: uniqueSelectorOf(block), text: clean(text, 120) });
      break;
    }
  }
  if (persons.size > 0) return [...persons.values()];
  const data = elements.find(({ element }) => isJsonLd(element) && personsIn(rawText(element)) > 0)?.element;
  return data ? [{ selector: uniqueSelectorOf(data), text: 'Person' }] : [];
}

const isJsonLd = (element: Element): boolean =>
  element.tagName === 'script' && attr(element, 'type')?.toLowerCase() === 'application/ld+json';

/** Nodes of JSON-LD that are read. */
const maxNodes = 2_000;

/** How many nodes of a text of JSON-LD are a `Person` with a full name and an image. */
function personsIn(json: string): number {
  if (!json.includes('Person')) return 0;
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch {
    return 0;
  }
  let count = 0;
  const open: unknown[] = [root];
  for (let read = 0; open.length > 0 && read < maxNodes; read += 1) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { '@type': type, name, image } = node as Record<string, unknown>;
    const isPerson = [type].flat().includes('Person');
    if (isPerson && image !== undefined && typeof name === 'string' && /\p{L}\s+\p{L}/u.test(name)) count += 1;
    for (const child of Object.values(node)) if (open.length < maxNodes) open.push(child);
  }
  return count;
}

const emailAddress = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u;
const bannedHost = /(?:^|\.)(?:instagram\.com|facebook\.com|fb\.com|x\.com|twitter\.com)$/;
const promotion = words('подпи[сш]~|куп[ил]~|закаж~|заказ~|скидк~|акци~|розыгрыш~|промокод~|follow|buy|order');

const networkName = words('instagram|инстаграм~|инст[аеуы]|facebook|фейсбук~|twitter|твиттер~|x\\.com');

/**
 * The sentence of the block around a link that the link is a part of; other links and buttons are left out.
 */
function sentenceAround(link: Element): string {
  let block = parentOf(link);
  while (block && inline.has(block.tagName)) block = parentOf(block);
  if (!block) return '';
  let text = '';
  const add = (node: Node, depth: number): void => {
    if (text.length > maxSentences || depth > 20) return;
    if (node === link) text += `\0${textIn(node, 120)}`;
    else if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ');
    else if (isElement(node) && (isButtonLike(node) || !inline.has(node.tagName))) text += '\n';
    else if (isElement(node)) for (const child of node.childNodes) add(child, depth + 1);
  };
  for (const child of block.childNodes) add(child, 0);
  const sentence = text.split(/[.!?\n]+/).find((one) => one.includes('\0')) ?? '';
  return clean(sentence.replace('\0', ''), 300);
}

/**
 * Links to social networks on which advertising is banned, where their caption or the sentence of it
 * promotes.
 */
function readPromos(elements: readonly LocatedElement[], resolve: FormContext['resolve']): Passage[] {
  const promos: Passage[] = [];
  for (const { element, region } of elements) {
    const url = element.tagName === 'a' ? URL.parse(resolve(attr(element, 'href') ?? '') ?? '') : null;
    if (promos.length >= 20 || !url || !bannedHost.test(url.hostname) || /share|intent/.test(url.pathname)) continue;
    const sentence = region === 'nav' ? '' : sentenceAround(element);
    const text = networkName.test(sentence) ? sentence : captionOf(element);
    if (promotion.test(text))
      promos.push({ selector: uniqueSelectorOf(element), text: clean(`${text} (${url.hostname})`) });
  }
  return promos;
}

/** A price and a button to buy stand in one block. */
const isShop = (elements: readonly LocatedElement[]): boolean =>
  elements.some(({ element }) => {
    if (!isButtonLike(element) || !checkout.test(captionOf(element))) return false;
    let parent = parentOf(element);
    for (let up = 0; parent && up < 3 && parent.tagName !== 'body'; up += 1) {
      const text = textIn(parent, 600);
      if (text.length < 500 && price.test(text)) return true;
      parent = parentOf(parent);
    }
    return false;
  });
