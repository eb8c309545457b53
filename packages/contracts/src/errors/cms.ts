import type { ErrorTable } from './table.ts';

/** Errors about sites. */
export const cmsErrors = {
  site_not_found: [404, 'No such site.'],
} as const satisfies ErrorTable;
