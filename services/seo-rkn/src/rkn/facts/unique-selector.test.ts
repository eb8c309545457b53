import { expect, test } from '@jest/globals';
import { attr, type Element, isElement, type Node } from '../../pages/dom.ts';
import { parseHtml } from '../../pages/parse-html.ts';
import { elementsOf } from './page-tree.ts';
import { uniqueSelectorOf } from './unique-selector.ts';

const childrenOf = (node: Node): Element[] => ('childNodes' in node ? node.childNodes.filter(isElement) : []);
const allOf = (node: Node): Element[] => childrenOf(node).flatMap((child) => [child, ...allOf(child)]);
const unescaped = (text: string) =>
  text.replace(/\\([0-9a-f]{1,6}) |\\(.)/g, (_, code, letter) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : letter,
  );

/** Whether an element matches one step: a tag with an id, a class, a name or a position (Selectors Level 4). */
function matches(element: Element, step: string): boolean {
  const { tag, id, name, part, at } =
    /^(?<tag>(?:[\w-]|\\.)+)(?:#(?<id>.+)|\[name="(?<name>.+)"\]|\.(?<part>.+)|:nth-of-type\((?<at>\d+)\))?$/su.exec(
      step,
    )?.groups ?? {};
  if (element.tagName !== tag) return false;
  if (id !== undefined) return attr(element, 'id') === unescaped(id);
  if (name !== undefined) return attr(element, 'name') === unescaped(name);
  if (part !== undefined) return (attr(element, 'class') ?? '').split(/\s+/).includes(unescaped(part));
  if (at === undefined) return true;
  const twins = element.parentNode ? childrenOf(element.parentNode).filter(({ tagName }) => tagName === tag) : [];
  return twins.indexOf(element) + 1 === Number(at);
}

/** Elements that a selector of steps behind `>` finds in a document. */
function findAll(document: Node, selector: string): Element[] {
  const steps = selector.split(' > ');
  return allOf(document).filter((element) => {
    let current: Node | null = element;
    for (const step of steps.toReversed()) {
      if (!current || !isElement(current) || !matches(current, step)) return false;
      current = current.parentNode;
    }
    return true;
  });
}

const page = `<!doctype html><html><head><title>A</title></head><body>
<form><input><label><input type="checkbox"> A</label><button>B</button></form>
<form class="md:flex lead"><input name='a"b'><input name="phone"><label><input type="checkbox"></label></form>
<form class="lead" id="1a.b"><input name="phone"></form>
<div><p>1</p><p>2 <a href="/">x</a></p></div><div><p>3 <a href="/">y</a></p></div>
<table><tr><td>1</td><td>2</td></tr></table><div id="twin"></div><div id="twin"></div></body></html>`;

test('a selector of an element finds this element and no other one in its page', () => {
  const document = parseHtml(page);
  for (const { element } of elementsOf(document)) {
    const selector = uniqueSelectorOf(element);
    expect([selector, findAll(document, selector)]).toEqual([selector, [element]]);
  }
});

test('an element that its id, name or class tells apart has the short selector', () => {
  const elements = elementsOf(
    parseHtml('<form id="lead"><input name="phone"><b class="t-1 x">A</b><i class="t-1">B</i></form>'),
  );
  expect(elements.slice(-4).map(({ element }) => uniqueSelectorOf(element))).toEqual([
    'form#lead',
    'input[name="phone"]',
    'b.t-1',
    'i.t-1',
  ]);
});
