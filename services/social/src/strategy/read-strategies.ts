import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { readPageRows, toPage } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { strategies } from '../schema.ts';
import { requireStrategy, type StrategyView, toStrategy } from './strategy.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialStrategies>['query'];

/**
 * One page of the strategies of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listStrategies(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, state }: Query,
): Promise<Page<StrategyView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, strategies, { brand_id, state }, { limit, cursor });
  return toPage(rows, limit, toStrategy);
}

/**
 * A strategy.
 * @throws `brand_not_found`, `strategy_not_found`
 */
export async function getStrategy(
  { db }: Pick<App, 'db'>,
  params: { brand_id: string; version: number },
): Promise<StrategyView> {
  await requireBrand(db, params.brand_id);
  return toStrategy(await requireStrategy(db, params));
}
