import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Records that a client waits for `100 Continue` before it sends its body (`Expect`, RFC 9110 §10.1.1). */
export const recordExpectation = (req: IncomingMessage, res: ServerResponse): void => void waiting.set(req, res);

/** Called before the body is read: sends `100 Continue` to a client that waits for it. */
export function askForBody(req: IncomingMessage): void {
  const res = waiting.get(req);
  if (!res) return;
  waiting.delete(req);
  if (!res.headersSent) res.writeContinue();
}
