import type { IncomingMessage } from 'node:http';

/** A header of a request; the first value where it came more than once. `name` is in lower case. */
export const headerText = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Headers of an answer under the names by which they replace each other. */
export const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const lower: Record<string, string> = {};
  for (const name in headers) lower[name.toLowerCase()] = headers[name] ?? '';
  return lower;
};
