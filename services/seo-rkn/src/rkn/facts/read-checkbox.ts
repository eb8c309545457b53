import { attr, type Element, isElement, type Node } from '../../pages/dom.ts';
import { clean } from '../../pages/page-facts.ts';
import { kindOfDocument } from '../judge/documents.ts';
import { type FormContext, isField, isSubmit, isTicked, labelOf, linksIn, opensText, typeOf } from './form-elements.ts';
import { type ConsentKind, hasObject, kindsOfLabel } from './label-kinds.ts';
import { around, below, captionOf, inline, parentOf } from './page-tree.ts';
import type { RknCheckbox, RknLink } from './rkn-facts.ts';
import { uniqueSelectorOf } from './unique-selector.ts';
import { agreement, flat, words } from './words.ts';

const isFieldOrLabel = (element: Element): boolean =>
  (isField(element) && typeOf(element) !== 'hidden') || element.tagName === 'label' || isSubmit(element);

/**
 * Elements that stand behind a label in its line, up to the next field, label or button: a link there belongs to
 * the box, and a click on it does not tick the box.
 */
function behind(element: Element): Node[] {
  const siblings: Node[] =
    element.parentNode && 'childNodes' in element.parentNode ? element.parentNode.childNodes : [];
  const found: Node[] = [];
  for (const sibling of siblings.slice(siblings.indexOf(element) + 1)) {
    if (isElement(sibling)) {
      if (!inline.has(sibling.tagName) && sibling.tagName !== 'button') break;
      if (isFieldOrLabel(sibling) || below(sibling).some(isFieldOrLabel)) break;
    }
    found.push(sibling);
  }
  return found;
}

/** Nodes of the row of a box that are outside of its label: behind it, and in the elements around it alone. */
function rowOf(box: Element, label: Element | null): Node[] {
  const start = label ?? box;
  const nodes = behind(start);
  let current = start;
  for (let up = 0; up < 4; up += 1) {
    const parent = parentOf(current);
    if (!parent || ['form', 'body', 'main', 'section', 'fieldset'].includes(parent.tagName)) break;
    const inside = below(parent);
    if (inside.filter((one) => isField(one) && typeOf(one) !== 'hidden').length > 1 || inside.some(isSubmit)) break;
    if (inside.filter(({ tagName }) => tagName === 'label').length > 1) break;
    nodes.push(...behind(parent));
    for (const child of parent.childNodes)
      if (child !== start && child !== current && !nodes.includes(child)) nodes.push(child);
    current = parent;
  }
  return nodes;
}

const textOfNodes = (nodes: readonly Node[]): string =>
  flat(
    nodes
      .map((node) => {
        if (isElement(node)) return isField(node) ? '' : captionOf(node);
        return 'value' in node && node.nodeName === '#text' ? node.value : '';
      })
      .join(' '),
  );

/** Kinds of the documents that links name: «Согласен с условиями» says by its link with which. */
function kindsOfLinks(links: readonly RknLink[]): ConsentKind[] {
  const kinds = links.map(({ url, text }) => kindOfDocument(text, url));
  return [
    ...(kinds.includes('consent') ? (['pd_consent'] as const) : []),
    ...(kinds.includes('policy') ? (['policy'] as const) : []),
    ...(kinds.includes('marketing_consent') ? (['marketing'] as const) : []),
    ...(kinds.includes('offer') ? (['offer'] as const) : []),
  ];
}

/** A checkbox with its label, the text of its row, and the links in both. */
export function readCheckbox(element: Element, context: FormContext): RknCheckbox {
  const labelElement = labelOf(element, context);
  const ownLabel = clean(labelElement ? captionOf(labelElement) : (attr(element, 'aria-label') ?? ''));
  const row = isTicked(element) ? rowOf(element, labelElement) : [];
  const rowElements = row.filter(isElement);
  const beside = textOfNodes(row);
  const ownKinds = kindsOfLabel(ownLabel);
  // «Я согласен на» ends before its link; a box without an agreement of its own has none beside it.
  const isCut = beside !== '' && ownLabel !== '' && agreement.test(ownLabel) && !hasObject(ownLabel);
  const label = isCut || (ownLabel === '' && agreement.test(beside)) ? clean(`${ownLabel} ${beside}`.trim()) : ownLabel;
  const textKinds = isCut || ownLabel === '' ? kindsOfLabel(label) : ownKinds;
  const roots = labelElement ? [labelElement, ...rowElements] : rowElements;
  const isAbout = textKinds.length > 0 || agreement.test(label);
  const links = isAbout ? linksIn(roots, context) : linksIn(labelElement ? [labelElement] : [], context);
  const isVague = agreement.test(label) && (textKinds.length === 0 || !hasObject(label));
  const linked = isVague ? kindsOfLinks(links) : [];
  return {
    selector: uniqueSelectorOf(element),
    label,
    is_required: attr(element, 'required') !== null || attr(element, 'aria-required') === 'true',
    is_checked: attr(element, 'checked') !== null || attr(element, 'aria-checked') === 'true',
    links,
    kinds: linked.length > 0 ? linked : textKinds,
    ...(isAbout && opensText(roots, context) && { opens_text: true as const }),
  };
}

const affirmation = words('да|согла(?:сен|сна|шаюсь|сны)|даю|принимаю|yes|agree|accept');
const refusal = /^\s*(?:не|нет|без|отказ|no|decline)(?![\p{L}])/iu;

/** A choice between «Согласен» and «Не согласен» is a checkbox of the first one; other choices are none. */
export function readChoice(element: Element, context: FormContext): RknCheckbox[] {
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
