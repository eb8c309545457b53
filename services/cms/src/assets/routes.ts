import type { assetEndpoints, siteIconEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { removeSiteIcon, setSiteIcon } from '../sites/site-icon.ts';
import { deleteAsset } from './delete-asset.ts';
import { getAsset, listAssets } from './list-assets.ts';
import { openAsset } from './open-asset.ts';
import { updateAsset } from './update-asset.ts';
import { uploadAsset } from './upload-asset.ts';

type Endpoints = typeof assetEndpoints & typeof siteIconEndpoints;

/** Uploaded files of sites, and their icons. */
export const assetRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => ({
  listAssets: ({ params, query }) => listAssets(app, params.site_id, query),
  uploadAsset: ({ params, file, context }) => uploadAsset(app, params.site_id, { file, admin: context.admin }),
  uploadFile: ({ params, file, context }) => uploadAsset(app, params.site_id, { file, admin: context.admin }),
  getAssetOfSite: ({ params }) => getAsset(app, params),
  updateAsset: ({ params, body, if_match }) => updateAsset(app, params, body, if_match),
  deleteAsset: ({ params, if_match }) => deleteAsset(app, params, if_match),
  openAsset: ({ params }) => openAsset(app, params.name),
  setSiteIcon: ({ params, file, if_match }) => setSiteIcon(app, params.site_id, file, if_match),
  removeSiteIcon: ({ params, if_match }) => removeSiteIcon(app, params.site_id, if_match),
});
