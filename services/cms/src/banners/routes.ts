import type { bannerEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from '../content/authoring.ts';
import { readApplicationBanner, readApplicationBanners, readSiteBanner, readSiteBanners } from './read-banners.ts';

type Endpoints = typeof bannerEndpoints;

/** Banners, for authors and for pages and applications that show them. */
export const bannerRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const banners = authoring(app, 'banner');
  return {
    listBanners: (request) => banners.list(request),
    createBanner: (request) => banners.create(request),
    getBanner: ({ params }) => banners.get(params, params.banner_id),
    updateBanner: (request) => banners.update(request, request.params, request.params.banner_id),
    deleteBanner: (request) => banners.remove(request, request.params, request.params.banner_id),
    readBanners: ({ context, query }) => readSiteBanners(app, context.site.id, query),
    readApplicationSiteBanners: ({ context, query }) => readSiteBanners(app, context.site.id, query),
    readBanner: ({ context, params }) => readSiteBanner(app, context.site.id, params.banner_id),
    readApplicationSiteBanner: ({ context, params }) => readSiteBanner(app, context.site.id, params.banner_id),
    readApplicationBanners: ({ context, query }) => readApplicationBanners(app, context.application.id, query),
    readApplicationBanner: ({ context, params }) =>
      readApplicationBanner(app, context.application.id, params.banner_id),
  };
};
