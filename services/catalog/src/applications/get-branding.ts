import { catalog } from '@platform/contracts';
import { prepareBody } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireApplication } from './application.ts';

/** Name, icon and site of an application, from memory while nothing changes. */
export const getBranding = (app: Pick<App, 'db' | 'publicReads'>, applicationId: string) =>
  app.publicReads.get(applicationId, 'branding', async () =>
    prepareBody(catalog.endpoints.getBranding, await requireApplication(app.db, applicationId)),
  );
