import type { SeoHead } from '@platform/contracts';
import type { z } from 'zod';

/**
 * Content of the head of a page. Texts of the platform include theirs; the landing writes those of its own
 * pages.
 */
export type Head = Pick<z.output<typeof SeoHead>, 'title'> &
  Partial<Omit<z.output<typeof SeoHead>, 'json_ld'>> & { json_ld?: (Record<string, unknown> | null)[] };
