import type { ErrorTable } from './table.ts';

/** Errors about event names. */
export const analyticsErrors = {
  event_name_not_found: [404, 'No such event name of this application or site.'],
} as const satisfies ErrorTable;
