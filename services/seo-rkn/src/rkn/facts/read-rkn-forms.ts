import { attr, type Element, isElement, isHidden } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { submitListener } from '../../render/submit-listener.ts';
import { type FieldKind, kindsOfField, personalKinds } from './field-kinds.ts';
import {
  captionBeside,
  type FormContext,
  isButton,
  isDrawnButton,
  isField,
  isSubmit,
  isTicked,
  isUnseen,
  isWithin,
  labelOf,
  linksIn,
  typeOf,
} from './form-elements.ts';
import { needsAddress, purposeOf } from './form-purpose.ts';
import { agreementsIn } from './label-kinds.ts';
import {
  around,
  below,
  captionOf,
  isFooter,
  type LocatedElement,
  namedSelectorOf,
  parentOf,
  shownParagraphsIn,
  shownTextIn,
  textIn,
} from './page-tree.ts';
import { readCheckbox, readChoice } from './read-checkbox.ts';
import type { RknCheckbox, RknField, RknForm } from './rkn-facts.ts';
import { uniqueSelectorOf } from './unique-selector.ts';

const maxForms = 20;
const maxFields = 40;
/** Code points of the text of a form. */
const maxText = 600;
/** Code points of the text in which agreements are searched. */
const maxWholeText = 6_000;

/**
 * Forms of a page: each `<form>`, and each group of fields for personal data outside of a form, with the
 * nearest ancestor that has a button. A form without fields for personal data is ignored.
 */
export function readRknForms(elements: readonly LocatedElement[], context: FormContext): RknForm[] {
  const groups = new Set<Element>();
  const owner = ownersOf(elements);
  const hasButton = buttonFinder();
  for (const { element } of elements) {
    if (groups.size >= maxForms) break;
    if (element.tagName === 'form') groups.add(element);
    else if (isField(element) && !isTicked(element) && owner(element) === null) {
      if (kindsOf(element, context).every((kind) => !personalKinds.has(kind))) continue;
      const group = around(element, hasButton);
      if (group && group.tagName !== 'body' && group.tagName !== 'html') groups.add(group);
    }
  }
  const allGroups = [...groups];
  return allGroups
    .map((group) => readForm(group, membersOf(group, elements, owner), allGroups, context))
    .filter(({ kinds }) => kinds.some((kind) => personalKinds.has(kind)));
}

/** Tells whether an element has a button; each element is searched once. */
function buttonFinder(): (parent: Element) => boolean {
  const known = new Map<Element, boolean>();
  return (parent) => {
    const found = known.get(parent) ?? below(parent).some((one) => isButton(one) || isDrawnButton(one));
    known.set(parent, found);
    return found;
  };
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
  const labelElement = labelOf(field, context);
  const placeholder = attr(field, 'placeholder') ?? '';
  const ownLabel = labelElement ? captionOf(labelElement) : (attr(field, 'aria-label') ?? '');
  // Tables and builders of sites write captions beside fields, without a label.
  const label = ownLabel.trim() || (placeholder === '' ? captionBeside(field, context) : '');
  return {
    type: typeOf(field).slice(0, 30),
    name: clean(attr(field, 'name') ?? attr(field, 'id') ?? '', 60),
    label: clean(label || (attr(field, 'title') ?? ''), 120),
    placeholder: clean(placeholder, 80),
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
  let hasPassword = false;
  for (const element of members) {
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
  const href = action?.trim() ?? '';
  // «#» and `javascript:` are addresses for scripts alone.
  const url = href === '' || /^(?:#|javascript:)/i.test(href) ? null : context.resolve(href);
  const selector = namedSelectorOf(group);
  const container = containerOf(group, groups);
  const buttons = buttonsOf(members);
  const outline = {
    kinds,
    hasPassword,
    fields,
    buttons,
    heading: headingOf(group, groups),
    names: [attr(group, 'id'), attr(group, 'class'), attr(group, 'name')].join(' '),
    action: addressOf(url),
    path: context.path,
    isSearch: attr(group, 'role') === 'search',
    text: shownTextIn(container, maxText, group),
  };
  return {
    key: keyOf(selector, action === null ? null : context.resolve(action), fields),
    selector: uniqueSelectorOf(group),
    name: attr(group, 'id') ?? attr(group, 'name') ?? buttons.find((one) => one !== '') ?? selector,
    purpose: purposeOf(outline),
    ...(needsAddress(outline) && { needs_address: true as const }),
    method: methodOf(group, url, context),
    action: url,
    fields,
    kinds,
    checkboxes,
    text: outline.text,
    agreements: agreementsIn(shownParagraphsIn(container, maxWholeText, group)),
    links: linksIn(container, context),
  };
}

/** Path and query of an address: systems of management name what a form does in either. */
function addressOf(href: string | null): string {
  const url = href === null ? null : URL.parse(href);
  return url === null ? '' : url.pathname + url.search;
}

/** Captions of the buttons that send a form, else of all its buttons. */
function buttonsOf(members: readonly Element[]): string[] {
  const buttons = members.filter(isButton);
  const submits = buttons.filter(isSubmit);
  const chosen = [submits, buttons, members.filter(isDrawnButton)].find((list) => list.length > 0) ?? [];
  return chosen.map((button) => clean(captionOf(button), 60));
}

/** Attributes by which templates of frameworks handle `submit`: Vue, Alpine, Angular, htmx, Livewire, plain HTML. */
const handlers =
  /^(?:@submit|v-on:submit|x-on:submit|\(submit\)|\(ngsubmit\)|ng-submit|wire:submit|onsubmit|hx-post|hx-put|data-hx-post|data-remote)(?:[.:]|$)/i;
/** How a form is sent: see {@link RknForm.method}. */
function methodOf(group: Element, action: string | null, { hasScripts }: FormContext): string {
  const method = attr(group, 'method')?.trim().toLowerCase();
  const isHandled = group.attrs.some(({ name }) => handlers.test(name) || name === submitListener);
  // A script that takes the submit sends the form, whatever its method says.
  if (isHandled && (!method || method === 'get') && group.tagName === 'form') return 'script';
  if (method) return method.slice(0, 10);
  if (group.tagName !== 'form') return 'script';
  if (action === null) return 'unset';
  return hasScripts ? 'default' : 'get';
}

const isHeading = ({ tagName }: Element): boolean => /^(?:h[1-6]|legend)$/.test(tagName);
/** Blocks that builders of sites draw as headings. */
const isDrawnHeading = (element: Element): boolean =>
  ['div', 'p', 'span', 'strong', 'b'].includes(element.tagName) &&
  /(?:^|[\s_-])(?:title|heading|header|caption|headline)(?:$|[\s_-])/i.test(attr(element, 'class') ?? '') &&
  captionOf(element).length <= 120;

/** The heading in a form, else the nearest one before it, in the same part of the page and behind no other form. */
function headingOf(group: Element, groups: readonly Element[]): string {
  const inside = below(group);
  const own = inside.find(isHeading) ?? inside.find(isDrawnHeading);
  if (own) return clean(captionOf(own), 120);
  for (let current: Element | null = group, up = 0; current && up < 8; current = parentOf(current), up += 1) {
    if (['body', 'html', 'aside', 'dialog'].includes(current.tagName) || isFooter(current)) return '';
    const siblings = parentOf(current)?.childNodes.filter(isElement) ?? [];
    for (const sibling of siblings.slice(0, siblings.indexOf(current)).toReversed()) {
      const all = [sibling, ...below(sibling)];
      if (all.some((one) => groups.includes(one))) return '';
      const heading = all.findLast(isHeading) ?? all.findLast(isDrawnHeading);
      if (heading && !isHidden(heading) && captionOf(heading).trim() !== '') return clean(captionOf(heading), 120);
    }
  }
  return '';
}

/** Findings of former scans are named by it: it stays as it is. */
const keyOf = (selector: string, action: string | null, fields: readonly RknField[]): string =>
  JSON.stringify([selector, action && withoutQuery(action), fields.map(({ name, type }) => name || type)]);

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
