import type { occasions } from '../schema.ts';

export type OccasionRow = typeof occasions.$inferSelect;
