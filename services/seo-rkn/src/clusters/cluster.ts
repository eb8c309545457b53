import type { SeoCluster } from '@platform/contracts';
import type { clusters } from '../schema.ts';

export type ClusterRow = typeof clusters.$inferSelect;

/** A cluster as administrators see it. */
export const toCluster = ({ site_id: _, key: __, is_current: ___, ...row }: ClusterRow): SeoCluster => row;
