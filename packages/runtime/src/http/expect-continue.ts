import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Notes that a client sends its body only once it is told to (`Expect: 100-continue`, RFC 9110 §10.1.1). */
export const noteExpectation = (req: IncomingMessage, res: ServerResponse): void => void waiting.set(req, res);

/** To be called when the body is about to be read: tells a client that waits for it to send the body. */
export function askForBody(req: IncomingMessage): void {
  const res = waiting.get(req);
  if (!res) return;
  waiting.delete(req);
  if (!res.headersSent) res.writeContinue();
}
