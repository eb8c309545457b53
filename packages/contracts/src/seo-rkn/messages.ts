import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { event } from '../kit.ts';
import { RknRisk } from './rkn-law.ts';
import { ScanState } from './scans.ts';

export const seoEvents = {
  seoScanFinished: event(
    'seo_scan.finished',
    'An audit of a site ended.',
    z.object({
      site_id: Uuid,
      scan_id: Uuid,
      state: ScanState,
      score: z.int().nullable(),
      opened: z.int(),
      resolved: z.int(),
    }),
  ),
  rknScanFinished: event(
    'rkn_scan.finished',
    'A personal-data scan of a site ended.',
    z.object({
      site_id: Uuid,
      scan_id: Uuid,
      state: ScanState,
      score: z.int().nullable(),
      risk: RknRisk.nullable(),
      opened: z.int(),
      resolved: z.int(),
    }),
  ),
} as const;
