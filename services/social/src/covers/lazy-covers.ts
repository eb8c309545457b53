import type { Covers } from './process-cover.ts';

/**
 * Work on images, with the image library loaded at the first one: a process that gets no images saves its
 * memory.
 */
export function lazyCovers(): Covers {
  let loading: Promise<Covers> | undefined;
  const load = (): Promise<Covers> => {
    loading ??= import('./process-cover.ts').then(({ createCovers }) => createCovers());
    return loading;
  };
  return { process: async (...image) => (await load()).process(...image) };
}
