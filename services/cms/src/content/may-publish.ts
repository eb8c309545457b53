import { fail } from '@platform/runtime';
import type { SiteRow } from '../sites/site-row.ts';
import type { Change } from './item.ts';

/** A change that depends on the role of its author. */
export type PublishingChange = Change & { admin: { role: string } };

/**
 * Asserts that this administrator may publish in the site.
 * @throws `forbidden`
 */
export function assertMayPublish({ staff_may_publish }: SiteRow, { role }: { role: string }): void {
  if (role === 'staff' && !staff_may_publish)
    fail('forbidden', {
      message:
        'The role `staff` may publish only if `staff_may_publish` of the site is set: ask an administrator to set it, or to publish.',
    });
}
