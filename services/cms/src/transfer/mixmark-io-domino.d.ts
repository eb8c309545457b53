declare module '@mixmark-io/domino' {
  /** A node of a document: what this service reads and changes of it. */
  export interface DomNode {
    nodeType: number;
    nodeName: string;
    textContent: string;
    data: string;
    parentNode: DomElement | null;
    firstChild: DomNode | null;
    lastChild: DomNode | null;
    previousSibling: DomNode | null;
    nextSibling: DomNode | null;
    appendChild(node: DomNode): DomNode;
    insertBefore(node: DomNode, before: DomNode | null): DomNode;
    removeChild(node: DomNode): DomNode;
  }

  /** An element of a document. */
  export interface DomElement extends DomNode {
    nextElementSibling: DomElement | null;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
  }

  export interface DomDocument {
    createElement(name: string): DomElement;
    createTextNode(text: string): DomNode;
    getElementById(id: string): DomElement | null;
  }

  const domino: { createDocument(html: string): DomDocument };
  export default domino;
}
