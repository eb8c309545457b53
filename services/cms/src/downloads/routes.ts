import type { downloadEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from '../content/authoring.ts';
import { openLatestDownload, readDownloads, readLatestDownload } from './read-downloads.ts';

type Endpoints = typeof downloadEndpoints;

/** Builds, for authors and for readers. */
export const downloadRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const downloads = authoring(app, 'download');
  return {
    listDownloads: (request) => {
      const { platform, channel } = request.query;
      return downloads.list(request, { platform, channel });
    },
    createDownload: (request) => downloads.create(request),
    getDownload: ({ params }) => downloads.get(params, params.download_id),
    updateDownload: (request) => downloads.update(request, request.params, request.params.download_id),
    deleteDownload: (request) => downloads.remove(request, request.params, request.params.download_id),
    readDownloads: ({ context, query }) => readDownloads(app, context.site.id, query),
    readApplicationDownloads: ({ context, query }) => readDownloads(app, context.site.id, query),
    readLatestDownload: ({ context, params, query }) =>
      readLatestDownload(app, context.site.id, params.platform, query),
    readApplicationLatestDownload: ({ context, params, query }) =>
      readLatestDownload(app, context.site.id, params.platform, query),
    openLatestDownload: ({ context, params, query }) =>
      openLatestDownload(app, context.site.id, params.platform, query),
  };
};
