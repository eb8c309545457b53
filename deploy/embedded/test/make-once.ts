import type { Reply } from '@platform/contracts';

/** The data of a success. */
export function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

/** Makes something when it is asked for first, and answers the same from then on. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
