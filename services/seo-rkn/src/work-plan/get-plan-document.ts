import type { RuleLocale, SeoPlanDocument } from '@platform/contracts';
import type { z } from 'zod';
import { getPlan } from './generate-plan.ts';
import { type PlanStyle, writePlan } from './write-plan.ts';

/**
 * The plan of a site as a document and as tickets.
 * @throws `site_not_found`
 */
export const getPlanDocument = async (
  app: Parameters<typeof getPlan>[0],
  site_id: string,
  { style, locale }: { style: PlanStyle; locale: RuleLocale },
): Promise<z.input<typeof SeoPlanDocument>> => writePlan(await getPlan(app, site_id, locale), style, locale);
