import { fail } from '@platform/runtime';

/**
 * The application of an event. One that belongs to none would be a bug of the sender: it must not be counted
 * anywhere.
 */
export const applicationOf = (event: { application_id: string | null }): string =>
  event.application_id ?? fail('internal_error', { message: 'the event has no application' });
