import type { cms } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { findRow } from '@platform/runtime';
import type { App } from '../app.ts';
import { sites } from '../schema.ts';
import { findUnknownFiles } from './file-warnings.ts';
import { deadPaths } from './publication-warnings.ts';

type Answers = QueryHandlers<typeof cms>;

/** Which targets of a text of another service lead nowhere on a site. Empty for an unknown site. */
export async function checkTargets(
  { db }: Pick<App, 'db'>,
  { site_id, paths, files }: Parameters<Answers['checkTargets']>[0],
): Promise<Awaited<ReturnType<Answers['checkTargets']>>> {
  const site = await findRow(db, sites, { id: site_id });
  if (!site) return { dead_paths: [], unknown_files: [] };
  const [dead_paths, unknown] = await Promise.all([deadPaths(db, site, paths), findUnknownFiles(db, site_id, files)]);
  return { dead_paths, unknown_files: [...unknown] };
}
