import type { transferEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { exportSite } from './export-site.ts';
import { getImport, listImports } from './read-imports.ts';
import { startImport } from './start-import.ts';

type Endpoints = typeof transferEndpoints;

/** Sites that move in and out. */
export const transferRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  exportSite: ({ params }) => exportSite(app, params.site_id),
  startImport: ({ params, file, query, context }) =>
    startImport(app, params.site_id, { file, query, admin: context.admin }),
  listImports: ({ params, query }) => listImports(app, params.site_id, query),
  getImport: ({ params, query }) => getImport(app, params, query),
});
