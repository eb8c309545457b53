import type { Competitor } from '@platform/contracts';
import type { z } from 'zod';
import type { competitors } from '../schema.ts';
import { comparePaths } from './compare-paths.ts';

export type CompetitorRow = typeof competitors.$inferSelect;

/** A competitor as administrators see it. */
export const toCompetitor = ({
  id,
  origin,
  state,
  error,
  comparison,
  created_at,
  checked_at,
}: CompetitorRow): z.input<typeof Competitor> => ({
  id,
  origin,
  state,
  error,
  ...(comparison ?? comparePaths([], null)),
  created_at: created_at.toISOString(),
  checked_at: checked_at?.toISOString() ?? null,
});
