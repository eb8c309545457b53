import { attr, type Element, isElement, isHidden, type Node, selectorOf } from './dom.ts';
import { type AccessibilityFault, clean } from './page-facts.ts';

/*
 * Rules of accessibility that the HTML alone shows, as axe-core 4 names them: label, select-name, button-name,
 * input-image-alt, link-name, frame-title, meta-viewport. Elements that a page hides are left out.
 */

const maxFaults = 20;
const buttonTypes = new Set(['submit', 'reset', 'button', 'image', 'hidden']);
/** Scale from which a page may be enlarged enough: WCAG 2.2, 1.4.4. */
const leastScale = 2;

export interface AccessibilityElements {
  /** `form`, `input`, `select`, `textarea`. */
  formElements: readonly Element[];
  /** `a` with an address, `button`, `iframe`. */
  named: readonly Element[];
  labels: readonly Element[];
  viewport: string | null;
}

const hasText = (value: string | null): boolean => value !== null && value.trim() !== '';

const hasAriaName = (element: Element): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => hasText(attr(element, name)));

/** Text, text alternatives and names inside of an element, drawings included. */
function hasContent(node: Node, depth = 0): boolean {
  if (node.nodeName === '#text' && 'value' in node) return node.value.trim() !== '';
  if (!('childNodes' in node) || depth > 50) return false;
  if (isElement(node) && depth > 0) {
    if (attr(node, 'aria-hidden') === 'true') return false;
    if (hasAriaName(node) || (node.tagName === 'img' && hasText(attr(node, 'alt')))) return true;
    if (node.tagName === 'slot' || node.tagName.includes('-')) return true;
  }
  return node.childNodes.some((child) => hasContent(child, depth + 1));
}

function isShown(element: Element): boolean {
  for (let current: Element | null = element, depth = 0; current && depth < 100; depth += 1) {
    const isClosed = current.tagName === 'dialog' && attr(current, 'open') === null;
    if (isClosed || isHidden(current) || attr(current, 'inert') !== null) return false;
    current = current.parentNode && isElement(current.parentNode) ? current.parentNode : null;
  }
  return true;
}

function isLabelled(field: Element, labelled: ReadonlySet<string>): boolean {
  const id = attr(field, 'id');
  if (hasAriaName(field) || hasText(attr(field, 'placeholder'))) return true;
  if (id !== null && labelled.has(id)) return true;
  for (let parent = field.parentNode; parent && isElement(parent); parent = parent.parentNode)
    if (parent.tagName === 'label') return hasContent(parent);
  return false;
}

function fieldFault(field: Element, labelled: ReadonlySet<string>): AccessibilityFault['code'] | null {
  const type = (attr(field, 'type') ?? '').toLowerCase();
  if (field.tagName === 'form' || attr(field, 'role') === 'presentation') return null;
  if (field.tagName === 'input' && type === 'image')
    return hasText(attr(field, 'alt')) || hasAriaName(field) ? null : 'button_unnamed';
  if (field.tagName === 'input' && type === 'button')
    return hasText(attr(field, 'value')) || hasAriaName(field) ? null : 'button_unnamed';
  if (field.tagName === 'input' && buttonTypes.has(type)) return null;
  return isLabelled(field, labelled) ? null : 'control_unlabelled';
}

function nameFault(element: Element): AccessibilityFault['code'] | null {
  if (hasAriaName(element) || ['presentation', 'none'].includes(attr(element, 'role') ?? '')) return null;
  if (element.tagName === 'iframe') return isPixelFrame(element) ? null : 'frame_untitled';
  if (hasContent(element)) return null;
  return element.tagName === 'button' ? 'button_unnamed' : 'link_unnamed';
}

const isPixelFrame = (frame: Element): boolean =>
  ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attr(frame, name) ?? '')) || attr(frame, 'tabindex') === '-1';

/** Whether a page keeps people from enlarging it. */
export function blocksZoom(viewport: string | null): boolean {
  if (viewport === null) return false;
  if (/user-scalable\s*=\s*(?:no|0)(?![\d.])/i.test(viewport)) return true;
  const scale = /maximum-scale\s*=\s*([\d.]+)/i.exec(viewport)?.[1];
  return scale !== undefined && Number(scale) < leastScale;
}

/** Faults of a page, 20 at most. */
export function readAccessibility({
  formElements,
  named,
  labels,
  viewport,
}: AccessibilityElements): AccessibilityFault[] {
  const faults: AccessibilityFault[] = [];
  const labelled = new Set(
    labels.flatMap((label) => {
      const target = attr(label, 'for');
      return target !== null && hasContent(label) ? [target] : [];
    }),
  );
  const add = (code: AccessibilityFault['code'] | null, element: Element) => {
    if (code === null || faults.length >= maxFaults || !isShown(element)) return;
    const name = attr(element, 'name') ?? attr(element, 'href') ?? attr(element, 'src');
    faults.push({ code, selector: selectorOf(element), snippet: clean(name ?? element.tagName, 100) });
  };
  if (blocksZoom(viewport))
    faults.push({ code: 'zoom_blocked', selector: 'meta[name=viewport]', snippet: clean(viewport ?? '', 100) });
  for (const element of formElements) add(fieldFault(element, labelled), element);
  for (const element of named) add(nameFault(element), element);
  return faults;
}
