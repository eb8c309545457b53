import type { Images } from './process-image.ts';

/**
 * Work on images, with the image library loaded at the first one: a process that gets no images saves its
 * memory.
 */
export function lazyImages(): Images {
  let loading: Promise<Images> | undefined;
  const load = (): Promise<Images> => {
    loading ??= import('./process-image.ts').then(({ createImages }) => createImages());
    return loading;
  };
  return {
    process: async (...image) => (await load()).process(...image),
    reencode: async (...image) => (await load()).reencode(...image),
    cut: async (...image) => (await load()).cut(...image),
  };
}
