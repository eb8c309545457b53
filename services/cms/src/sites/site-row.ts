import type { sites } from '../schema.ts';

export type SiteRow = typeof sites.$inferSelect;
