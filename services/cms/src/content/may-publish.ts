import { fail } from '@platform/runtime';
import type { SiteRow } from '../sites/site.ts';

/** Asserts that this administrator may publish in the site. Throws `forbidden`. */
export function assertMayPublish({ staff_may_publish }: SiteRow, { role }: { role: string }): void {
  if (role === 'staff' && !staff_may_publish)
    fail('forbidden', { message: 'The role staff publishes only where `staff_may_publish` of the site is set.' });
}
