import type { ErrorTable } from './table.ts';

/** Errors about event names. */
export const analyticsErrors = {
  event_name_not_found: [
    404,
    'No such event name of this application or site.',
    'List the event names of the application or site, and use one of them; a name appears with its first event.',
  ],
} as const satisfies ErrorTable;
