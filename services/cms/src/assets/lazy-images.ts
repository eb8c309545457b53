import { lazyClient } from '@platform/runtime';
import type { Images } from './process-image.ts';

/**
 * Work on images, with the image library loaded at the first one: a process that gets no images saves its
 * memory.
 */
export function lazyImages(): Images {
  const { open } = lazyClient(async () => (await import('./process-image.ts')).createImages());
  return {
    process: async (...image) => (await open()).process(...image),
    reencode: async (...image) => (await open()).reencode(...image),
    reencodeForUser: async (...image) => (await open()).reencodeForUser(...image),
    cut: async (...image) => (await open()).cut(...image),
  };
}
