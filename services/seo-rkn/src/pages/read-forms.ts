import { attr, type Element, isElement, isHidden, maxDepth, type Node, selectorOf, textOf } from './dom.ts';
import { clean, type FormFacts, type FormField } from './page-facts.ts';

const maxForms = 20;
const maxFields = 40;
const buttonTypes = new Set(['submit', 'button', 'image', 'reset']);

function visit(node: Node, see: (element: Element) => void, depth = 0): void {
  if (!('childNodes' in node) || depth > maxDepth) return;
  for (const child of node.childNodes) {
    if (!isElement(child)) continue;
    see(child);
    if (child.tagName !== 'template') visit(child, see, depth + 1);
  }
}

const parentOf = (element: Element): Element | null =>
  element.parentNode && isElement(element.parentNode) ? element.parentNode : null;

/** Nearest element around that satisfies a test. */
function around(element: Element, test: (parent: Element) => boolean): Element | null {
  let parent = parentOf(element);
  for (let depth = 0; parent && depth < maxDepth; depth += 1) {
    if (test(parent)) return parent;
    parent = parentOf(parent);
  }
  return null;
}

const isButton = (element: Element): boolean =>
  element.tagName === 'button' || (element.tagName === 'input' && buttonTypes.has(attr(element, 'type') ?? ''));

const isField = (element: Element): boolean =>
  ['input', 'select', 'textarea'].includes(element.tagName) && !isButton(element);

function containsButton(element: Element): boolean {
  let isFound = false;
  visit(element, (child) => {
    isFound ||= isButton(child);
  });
  return isFound;
}

/** `<label for>`, the label around it, `aria-label`, else the text beside a checkbox. */
function labelElementOf(field: Element, labels: ReadonlyMap<string, Element>): Element | null {
  const id = attr(field, 'id');
  const label = id === null ? undefined : labels.get(id);
  if (label) return label;
  const wrapping = around(field, (parent) => parent.tagName === 'label');
  if (wrapping) return wrapping;
  // A box without a label element: the text stands in the element around it, if that holds no other field.
  const parent = parentOf(field);
  let fields = 0;
  if (parent)
    visit(parent, (child) => {
      if (isField(child)) fields += 1;
    });
  return parent && fields === 1 && attr(field, 'type') === 'checkbox' ? parent : null;
}

function fieldOf(element: Element, label: string): FormField {
  const type = element.tagName === 'input' ? (attr(element, 'type') ?? 'text').toLowerCase() : element.tagName;
  return {
    tag: element.tagName as FormField['tag'],
    type: clean(type, 30),
    name: clean(attr(element, 'name') ?? attr(element, 'id') ?? '', 60),
    label: clean(label, 100),
    placeholder: clean(attr(element, 'placeholder') ?? '', 60),
    autocomplete: clean(attr(element, 'autocomplete') ?? '', 40),
    is_required: attr(element, 'required') !== null || attr(element, 'aria-required') === 'true',
    is_hidden: type === 'hidden' || isHidden(element) || around(element, isHidden) !== null,
  };
}

/**
 * Forms of a page: each `<form>`, and fields outside of one with the nearest element around that holds a
 * button. Names, labels and links, never values.
 * @param formElements all `form`, `input`, `select` and `textarea` of the page, in document order
 * @param reference reference of an address, null when it is none
 */
export function readForms(
  root: Node,
  formElements: readonly Element[],
  reference: (href: string) => string | null,
): FormFacts[] {
  if (formElements.length === 0) return [];
  const labels = new Map<string, Element>();
  visit(root, (element) => {
    const target = element.tagName === 'label' ? attr(element, 'for') : null;
    if (target) labels.set(target, element);
  });
  const groups = new Set<Element>();
  for (const element of formElements) {
    if (groups.size >= maxForms) break;
    if (element.tagName === 'form') groups.add(element);
    else if (isField(element) && !around(element, (parent) => parent.tagName === 'form')) {
      const group = around(element, containsButton);
      if (group && group.tagName !== 'body' && group.tagName !== 'html') groups.add(group);
    }
  }
  return [...groups].map((group) => readForm(group, labels, reference));
}

function readForm(
  group: Element,
  labels: ReadonlyMap<string, Element>,
  reference: (href: string) => string | null,
): FormFacts {
  const fields: FormField[] = [];
  const checkboxes: FormFacts['checkboxes'] = [];
  const buttons: string[] = [];
  const linksOf = (node: Node): string[] => {
    const links = new Set<string>();
    visit(node, (element) => {
      const href = element.tagName === 'a' ? attr(element, 'href') : null;
      const target = href === null ? null : reference(href);
      if (target && links.size < 20) links.add(target);
    });
    return [...links];
  };
  visit(group, (element) => {
    if (isButton(element)) {
      if (buttons.length < 10) buttons.push(clean(textOf(element) || (attr(element, 'aria-label') ?? ''), 60));
      return;
    }
    if (!isField(element) || fields.length + checkboxes.length >= maxFields) return;
    const labelElement = labelElementOf(element, labels);
    const label = labelElement ? textOf(labelElement) : (attr(element, 'aria-label') ?? '');
    if (attr(element, 'type')?.toLowerCase() !== 'checkbox') {
      fields.push(fieldOf(element, label));
      return;
    }
    checkboxes.push({
      name: clean(attr(element, 'name') ?? '', 60),
      label: clean(label),
      is_required: attr(element, 'required') !== null || attr(element, 'aria-required') === 'true',
      is_checked: attr(element, 'checked') !== null,
      links: labelElement ? linksOf(labelElement) : [],
    });
  });
  const action = attr(group, 'action');
  return {
    selector: selectorOf(group),
    is_form_element: group.tagName === 'form',
    method: (attr(group, 'method') ?? 'get').toLowerCase().slice(0, 10),
    action: action === null ? null : reference(action),
    role: attr(group, 'role'),
    fields,
    checkboxes,
    buttons,
    text: clean(textOf(group)),
    links: linksOf(group),
  };
}
