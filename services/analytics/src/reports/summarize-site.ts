import type { SiteSummary } from '@platform/contracts';
import { fail } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { AskedRange } from './range.ts';

/** What happened on a site. Throws `site_not_found`. */
export async function summarizeSite(
  _app: App,
  _code: string,
  _asked: AskedRange,
): Promise<z.input<typeof SiteSummary>> {
  return fail('site_not_found');
}
