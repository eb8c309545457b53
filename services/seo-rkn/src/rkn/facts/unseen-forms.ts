import { attr, type Element, isHidden, rawText } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { isButton, isDrawnButton, isField } from './form-elements.ts';
import { formServiceIn } from './form-services.ts';
import { around, below, captionOf, type LocatedElement } from './page-tree.ts';
import type { UnseenForm } from './rkn-facts.ts';
import { withoutComments } from './script-comments.ts';
import { serviceAt } from './services.ts';
import { uniqueSelectorOf } from './unique-selector.ts';
import { words } from './words.ts';

/** A loader of Tilda stands on each of its pages, beside forms that are in the HTML. */
const ordinary = new Set(['Tilda', 'Flexbe']);

const maxUnseen = 20;
const popupName = /pop-?up|quiz|modal|callback|lead-?form|exit-?intent|feedback|opros|subscribe-?form/i;
const makesForm = /<(?:form|input)\b|createElement\(\s*["'`](?:form|input|iframe)["'`]/i;
const waits = /setTimeout|setInterval/;
/** What a visitor does: no browser of a scan does it. */
const acts =
  /exit-?intent|mouseleave|mouseout|IntersectionObserver|addEventListener\(\s*["'`](?:scroll|click)|\.on\(\s*["'`](?:click|scroll)|onclick\s*=/i;
const promise = words(
  '(?:оставить|отправить|подать) (?:\\p{L}+ )?заявк~|(?:заказать|обратн~) (?:\\p{L}+ )?звон~|перезвонит~|перезвоните мне|записаться|запис~ (?:на|в|к) \\p{L}+|получить (?:\\p{L}+ )?(?:консультаци~|расч[её]т~|предложени~|скидк~|прайс~|кп)|рассчитать (?:\\p{L}+ )?(?:стоимост~|цен~)|связаться с нами|задать вопрос|пройти (?:тест|опрос|квиз)|забронировать|оставить отзыв|вызвать (?:мастера|замерщика)|' +
    'request (?:a |an )?(?:call|quote|demo|consultation)|call me(?: back)?|get (?:a |an )?(?:quote|offer|consultation)|book (?:a |an )?\\p{L}+|contact us|leave (?:a |an )?(?:request|review)',
);

/** Scripts that show data or count visitors: they make no forms. */
const isKnown = (src: string): boolean => {
  const url = URL.parse(src.startsWith('//') ? `https:${src}` : src, 'https://own.invalid/');
  if (!url) return false;
  const service = serviceAt(url.host + url.pathname);
  return service !== null && service.kind !== 'form' && !service.processes.includes('contacts');
};
const isLibrary = (src: string): boolean =>
  /(?:^|\/)(?:jquery|bootstrap|swiper|slick|lazysizes|owl|fancybox|react|react-dom|vue|angular|polyfill|webfont|aos|wow|gsap|lodash|moment)[\w.-]*\.js/i.test(
    src,
  );

const isExecutable = (script: Element): boolean => {
  const type = (attr(script, 'type') ?? '').toLowerCase();
  return type === '' || /javascript|module|babel/.test(type);
};

/** Whether a script may handle the forms of its page: it is no data, and no loader of a known service. */
export const mayHandleForms = (script: Element): boolean => {
  const src = attr(script, 'src');
  if (!isExecutable(script)) return false;
  return src === null ? /submit|fetch\(|ajax|XMLHttpRequest|axios/i.test(rawText(script)) : !isKnown(src);
};

/**
 * Signs that a page shows forms which its HTML does not have: loaders and frames of services for forms, scripts that
 * wait and make a form, buttons that promise one, and other scripts of the site.
 * @param hasForm the page has a form by which somebody contacts the site
 */
export function readUnseenForms(elements: readonly LocatedElement[], hasForm: boolean): UnseenForm[] {
  const unseen = new Map<string, UnseenForm>();
  const add = (kind: UnseenForm['kind'], name: string, element: Element) => {
    const key = `${kind} ${name}`;
    if (unseen.size < maxUnseen && !unseen.has(key))
      unseen.set(key, { kind, name: clean(name, 80), selector: uniqueSelectorOf(element) });
  };
  const fieldsBelow = new Map<Element, boolean>();
  const ids = new Map(elements.flatMap(({ element }) => (attr(element, 'id') ? [[attr(element, 'id'), element]] : [])));
  for (const { element, region } of elements) {
    const src = attr(element, 'src') ?? attr(element, 'data-src') ?? '';
    if (element.tagName === 'iframe') addService(src);
    else if (element.tagName === 'script') {
      if (!isExecutable(element)) continue;
      const code = withoutComments(rawText(element)).slice(0, 200_000);
      const isService =
        addService(src) || addService(code) || element.attrs.some(({ name }) => name === 'data-b24-form');
      if (element.attrs.some(({ name }) => name === 'data-b24-form')) add('service', 'Bitrix24', element);
      if (isService || (src !== '' && (isKnown(src) || isLibrary(src)))) continue;
      if (src !== '') add(popupName.test(src) ? 'popup' : 'script', src.split('?', 1)[0] ?? src, element);
      else if (acts.test(code) && (makesForm.test(code) || popupName.test(code))) add('popup', 'visitor', element);
      else if (makesForm.test(code) || (waits.test(code) && popupName.test(code))) add('popup', 'timer', element);
    } else if (!hasForm && promisesForm(element, region)) add('popup', captionOf(element).trim(), element);

    function addService(address: string): boolean {
      const service = formServiceIn(address);
      if (service === null || ordinary.has(service)) return service !== null;
      add('service', service, element);
      return true;
    }
  }
  return [...unseen.values()];

  /** A button of no form that promises one, and leads to no page and to no part of this page that has fields. */
  function promisesForm(element: Element, region: LocatedElement['region']): boolean {
    if (region === 'form' || !(isButton(element) || element.tagName === 'a' || isDrawnButton(element))) return false;
    if (!promise.test(captionOf(element)) || isHidden(element)) return false;
    if (element.tagName !== 'a')
      return around(element, ({ tagName }) => tagName === 'a' || tagName === 'form') === null;
    const href = (attr(element, 'href') ?? '').trim();
    if (href !== '' && !/^(?:#|javascript:)/i.test(href)) return false;
    const target = ids.get(href.slice(1));
    if (!target) return true;
    const hasFields = fieldsBelow.get(target) ?? below(target).some(isField);
    fieldsBelow.set(target, hasFields);
    return !hasFields;
  }
}
