import { lazyClient } from '@platform/runtime';
import type { Covers } from './process-cover.ts';

/**
 * Work on images, with the image library loaded at the first one: a process that gets no images saves its
 * memory.
 */
export function lazyCovers(): Covers {
  const { open } = lazyClient(async () => (await import('./process-cover.ts')).createCovers());
  return { process: async (...image) => (await open()).process(...image) };
}
