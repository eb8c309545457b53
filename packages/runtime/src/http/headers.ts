import type { IncomingMessage } from 'node:http';

/** A header of a request; the first value where it came more than once. `name` is in lower case. */
export const headerText = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
