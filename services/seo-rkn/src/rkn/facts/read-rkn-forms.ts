import { attr, type Element, isHidden } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { type FieldKind, kindsOfField, personalKinds, tokensOf } from './field-kinds.ts';
import { kindsOfLabel } from './label-kinds.ts';
import {
  around,
  below,
  captionOf,
  type LocatedElement,
  namedSelectorOf,
  parentOf,
  shownTextIn,
  textIn,
} from './page-tree.ts';
import type { FormPurpose, RknCheckbox, RknField, RknForm, RknLink } from './rkn-facts.ts';
import { uniqueSelectorOf } from './unique-selector.ts';
import { checkout, flat, login, registration, search, subscription, words } from './words.ts';

const maxForms = 20;
const maxFields = 40;
/** Code points of the text of a form. */
const maxText = 600;
const buttonTypes = new Set(['submit', 'button', 'image', 'reset']);

const typeOf = (element: Element): string =>
  element.tagName === 'input' ? (attr(element, 'type') ?? 'text').toLowerCase() : element.tagName;
const isButton = (element: Element): boolean =>
  element.tagName === 'button' ||
  attr(element, 'role') === 'button' ||
  (element.tagName === 'input' && buttonTypes.has(typeOf(element)));
const isField = (element: Element): boolean =>
  ['input', 'select', 'textarea'].includes(element.tagName) && !isButton(element);
const isTicked = (element: Element): boolean => typeOf(element) === 'checkbox' || typeOf(element) === 'radio';

/** Its element is hidden, or one around it that does not hold the form too: a whole form may open later. */
function isConcealed(element: Element, group: Element): boolean {
  for (let ancestor: Element | null = element; ancestor && !isWithin(group, ancestor); ancestor = parentOf(ancestor))
    if (isHidden(ancestor)) return true;
  return false;
}
const isWithin = (element: Element, outer: Element): boolean =>
  element === outer || around(element, (parent) => parent === outer) !== null;

/**
 * Whether a field is invisible, or a honeypot for robots. A hidden checkbox with a label is visible, because
 * the label draws it.
 */
function isUnseen(field: Element, group: Element, context: FormContext): boolean {
  if (typeOf(field) === 'hidden') return true;
  if (attr(field, 'tabindex') === '-1' && attr(field, 'autocomplete') === 'off') return true;
  if (!isConcealed(field, group)) return false;
  const label = typeOf(field) === 'checkbox' ? labelOf(field, context) : null;
  return label?.tagName !== 'label' || isConcealed(label, group) || flat(captionOf(label)) === '';
}

export interface FormContext {
  labels: ReadonlyMap<string, Element>;
  /** Absolute address without fragment; null for no address of a page. */
  resolve(href: string): string | null;
}

/** `<label for>` of a page by the id that they name. */
export const labelsOf = (elements: readonly LocatedElement[]): Map<string, Element> =>
  new Map(
    elements.flatMap(({ element }) => {
      const target = element.tagName === 'label' ? attr(element, 'for') : null;
      return target ? [[target, element] as const] : [];
    }),
  );

function labelOf(field: Element, { labels }: FormContext): Element | null {
  const label = labels.get(attr(field, 'id') ?? '');
  if (label) return label;
  const wrapping = around(field, (parent) => parent.tagName === 'label');
  if (wrapping || !isTicked(field)) return wrapping;
  // A box without a label: the text stands around it, where that holds no other field.
  for (let parent = parentOf(field); parent; parent = parentOf(parent)) {
    if (parent.tagName === 'form' || below(parent).filter(isField).length !== 1) return null;
    if (flat(textIn(parent, 10)) !== '') return parent;
  }
  return null;
}

/** Absolute links of an element, each once. */
export function linksIn(element: Element, { resolve }: FormContext): RknLink[] {
  const links = new Map<string, RknLink>();
  for (const descendant of below(element)) {
    const href = descendant.tagName === 'a' ? attr(descendant, 'href') : null;
    const url = href === null ? null : resolve(href);
    if (url && links.size < 20 && !links.has(url)) links.set(url, { url, text: clean(captionOf(descendant), 120) });
  }
  return [...links.values()];
}

/**
 * Forms of a page: each `<form>`, and each group of fields for personal data outside of a form, with the
 * nearest ancestor that has a button. A form without fields for personal data is ignored.
 */
export function readRknForms(elements: readonly LocatedElement[], context: FormContext): RknForm[] {
  const groups = new Set<Element>();
  const owner = ownersOf(elements);
  for (const { element } of elements) {
    if (groups.size >= maxForms) break;
    if (element.tagName === 'form') groups.add(element);
    else if (isField(element) && !isTicked(element) && owner(element) === null) {
      if (kindsOf(element, context).every((kind) => !personalKinds.has(kind))) continue;
      const group = around(element, (parent) => below(parent).some(isButton));
      if (group && group.tagName !== 'body' && group.tagName !== 'html') groups.add(group);
    }
  }
  const allGroups = [...groups];
  return allGroups
    .map((group) => readForm(group, membersOf(group, elements, owner), allGroups, context))
    .filter(({ kinds }) => kinds.some((kind) => personalKinds.has(kind)));
}

/**
 * The form of an element: the one that its attribute `form` names (HTML, form owner), else the one around it.
 */
function ownersOf(elements: readonly LocatedElement[]): (element: Element) => Element | null {
  const forms = new Map<string, Element>();
  for (const { element } of elements) {
    const id = element.tagName === 'form' ? attr(element, 'id') : null;
    if (id && !forms.has(id)) forms.set(id, element);
  }
  return (element) => forms.get(attr(element, 'form') ?? '') ?? around(element, ({ tagName }) => tagName === 'form');
}

/** Elements inside of a group in document order, then those outside that name it. */
function membersOf(
  group: Element,
  elements: readonly LocatedElement[],
  owner: (element: Element) => Element | null,
): Element[] {
  const inside = below(group).filter((one) => attr(one, 'form') === null || [group, null].includes(owner(one)));
  if (group.tagName !== 'form' || !attr(group, 'id')) return inside;
  const outside = elements.flatMap(({ element }) =>
    attr(element, 'form') !== null && owner(element) === group && !isWithin(element, group) ? [element] : [],
  );
  return [...inside, ...outside];
}

/** Texts of the first choices of a `<select>`. */
const optionsOf = (field: Element): string[] =>
  below(field)
    .filter(({ tagName }) => tagName === 'option')
    .slice(0, 10)
    .map((option) => clean(captionOf(option), 40));

const textsOf = (field: Element, context: FormContext) => {
  const label = labelOf(field, context);
  return {
    type: typeOf(field).slice(0, 30),
    name: clean(attr(field, 'name') ?? attr(field, 'id') ?? '', 60),
    label: clean(label ? captionOf(label) : (attr(field, 'aria-label') ?? ''), 120),
    placeholder: clean(attr(field, 'placeholder') ?? '', 80),
    autocomplete: clean(attr(field, 'autocomplete') ?? '', 40),
    options: optionsOf(field),
  };
};

const kindsOf = (field: Element, context: FormContext): FieldKind[] => {
  const texts = textsOf(field, context);
  const isSearch = texts.type === 'search' || /^(?:q|s|query|search)$/i.test(texts.name);
  return isSearch ? [] : kindsOfField(texts);
};

function readForm(
  group: Element,
  members: readonly Element[],
  groups: readonly Element[],
  context: FormContext,
): RknForm {
  const fields: RknField[] = [];
  const checkboxes: RknCheckbox[] = [];
  const buttons: string[] = [];
  let hasPassword = false;
  for (const element of members) {
    if (isButton(element)) buttons.push(clean(captionOf(element), 60));
    if (!isField(element) || fields.length + checkboxes.length >= maxFields || isUnseen(element, group, context))
      continue;
    if (typeOf(element) === 'password') hasPassword = true;
    if (typeOf(element) === 'checkbox') checkboxes.push(readCheckbox(element, context));
    else if (typeOf(element) === 'radio') checkboxes.push(...readChoice(element, context));
    else if (!isTicked(element)) {
      const { type, name, label, placeholder } = textsOf(element, context);
      const kinds = kindsOf(element, context);
      const is_masked = /ym-(?:disable-keys|hide-content)/.test(attr(element, 'class') ?? '');
      fields.push({ type, name, label: label || placeholder, kinds, is_masked });
    }
  }
  const kinds = [...new Set(fields.flatMap((field) => field.kinds))];
  const action = attr(group, 'action');
  const selector = namedSelectorOf(group);
  const url = action === null ? null : context.resolve(action);
  const text = shownTextIn(containerOf(group, groups), maxText, group);
  return {
    key: JSON.stringify([selector, url && withoutQuery(url), fields.map(({ name, type }) => name || type)]),
    selector: uniqueSelectorOf(group),
    name: attr(group, 'id') ?? attr(group, 'name') ?? buttons.find((one) => one !== '') ?? selector,
    purpose: purposeOf(group, { kinds, hasPassword, fields, buttons, text }),
    method: (attr(group, 'method') ?? (group.tagName === 'form' ? 'get' : 'script')).toLowerCase().slice(0, 10),
    action: url,
    fields,
    kinds,
    checkboxes,
    text,
    links: linksIn(containerOf(group, groups), context),
  };
}

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

/**
 * The form, or its parent element if that contains only this form: texts of consent are often beside the
 * form.
 */
function containerOf(group: Element, groups: readonly Element[]): Element {
  const parent = parentOf(group);
  if (!parent || ['body', 'html', 'main'].includes(parent.tagName)) return group;
  const inside = below(parent);
  const isAlone = groups.every((other) => other === group || !inside.includes(other));
  return isAlone && textIn(parent, 2_000).length < 1_500 ? parent : group;
}

function readCheckbox(element: Element, context: FormContext): RknCheckbox {
  const labelElement = labelOf(element, context);
  const label = clean(labelElement ? captionOf(labelElement) : (attr(element, 'aria-label') ?? ''));
  return {
    selector: uniqueSelectorOf(element),
    label,
    is_required: attr(element, 'required') !== null || attr(element, 'aria-required') === 'true',
    is_checked: attr(element, 'checked') !== null,
    links: labelElement ? linksIn(labelElement, context) : [],
    kinds: kindsOfLabel(label),
  };
}

const affirmation = words('да|согла(?:сен|сна|шаюсь|сны)|даю|принимаю|yes|agree|accept');
const refusal = /^\s*(?:не|нет|без|отказ|no|decline)(?![\p{L}])/iu;

/** A choice between «Согласен» and «Не согласен» is a checkbox of the first one; other choices are none. */
function readChoice(element: Element, context: FormContext): RknCheckbox[] {
  const ownCheckbox = readCheckbox(element, context);
  if (refusal.test(ownCheckbox.label)) return [];
  if (ownCheckbox.kinds.length > 0) return [ownCheckbox];
  if (!affirmation.test(ownCheckbox.label)) return [];
  // «Да» says nothing without its question.
  const set = around(element, ({ tagName, attrs }) => tagName === 'fieldset' || hasRole(attrs, 'radiogroup'));
  const legend = set && below(set).find(({ tagName }) => tagName === 'legend');
  const question = clean(legend ? captionOf(legend) : ((set && attr(set, 'aria-label')) ?? ''));
  const kinds = kindsOfLabel(question);
  if (kinds.length === 0 || set === null) return [];
  return [{ ...ownCheckbox, label: clean(`${question} ${ownCheckbox.label}`), links: linksIn(set, context), kinds }];
}

const hasRole = (attrs: Element['attrs'], role: string): boolean =>
  attrs.some(({ name, value }) => name === 'role' && value === role);

interface FormOutline {
  kinds: readonly FieldKind[];
  hasPassword: boolean;
  fields: readonly RknField[];
  buttons: readonly string[];
  text: string;
}

/** What a form is for, by its fields, its buttons and its address. */
function purposeOf(group: Element, { kinds, hasPassword, fields, buttons, text }: FormOutline): FormPurpose {
  const about = [attr(group, 'id'), attr(group, 'class'), attr(group, 'action'), attr(group, 'name')].join(' ');
  const names = tokensOf(about);
  const caption = buttons.join(' ');
  if (attr(group, 'role') === 'search' || fields.every(({ type }) => type === 'search') || search.test(caption)) {
    if (!kinds.some((kind) => personalKinds.has(kind))) return 'search';
  }
  const isRegistration =
    registration.test(caption) || names.some((name) => /^(?:register|registration|signup)$/.test(name));
  if (hasPassword) {
    const passwords = fields.filter(({ type }) => type === 'password').length;
    return isRegistration || passwords > 1 || kinds.includes('name') ? 'registration' : 'login';
  }
  if (isRegistration) return 'registration';
  if (login.test(caption) && fields.length <= 2) return 'login';
  if (names.some((name) => /^(?:checkout|cart|order|payment)$/.test(name)) || checkout.test(caption)) return 'checkout';
  const others = kinds.filter((kind) => kind !== 'email');
  if (kinds.includes('email') && others.length === 0 && fields.length <= 2) {
    const isMessage = fields.some(({ type }) => type === 'textarea');
    if (
      !isMessage &&
      (subscription.test(`${caption} ${text}`) || names.some((name) => /^(?:subscribe|newsletter)$/.test(name)))
    )
      return 'newsletter';
  }
  return 'contact';
}
