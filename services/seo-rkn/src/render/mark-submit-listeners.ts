import type { CDPSession } from 'playwright-core';
import { submitListener } from './submit-listener.ts';

const maxForms = 20;
const maxAncestors = 40;
/** Forms of which only a script says how they are sent. */
const selector = 'form:not([method])';

/**
 * Marks the forms without a method to whose `submit` a script listens, at the form or at an element
 * around it: frameworks listen at their root. Asks the debugger of the browser, which scripts of the page cannot see.
 */
export async function markSubmitListeners(session: CDPSession): Promise<void> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  for (const nodeId of nodeIds.slice(0, maxForms)) {
    if (await isListenedTo(session, nodeId))
      await session.send('DOM.setAttributeValue', { nodeId, name: submitListener, value: '' });
    else await session.send('DOM.removeAttribute', { nodeId, name: submitListener });
  }
}

async function isListenedTo(session: CDPSession, nodeId: number): Promise<boolean> {
  const { object } = await session.send('DOM.resolveNode', { nodeId });
  let { objectId } = object;
  for (let up = 0; objectId !== undefined && up < maxAncestors; up += 1) {
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
    if (listeners.some(({ type }) => type === 'submit')) return true;
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function () { return this.parentNode; }',
    });
    objectId = result.subtype === 'node' ? result.objectId : undefined;
  }
  return false;
}
