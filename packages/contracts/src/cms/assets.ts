import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { ContentKind } from './content.ts';
import { optionalText, SiteIdParams } from './fields.ts';

/** Uploaded files of sites: images in their sizes, PDF files, builds. */

export const AssetKind = z.enum(['image', 'svg', 'pdf', 'file']);

export const Usage = z
  .object({
    kind: z.union([ContentKind, z.enum(['site', 'author', 'category', 'folder'])]).describe('What uses it'),
    id: Uuid.describe('Its id'),
    title: z.string().describe('Its title or name'),
    field: z.string().describe('The field'),
  })
  .meta({ id: 'Usage' });

const focal = z.number().min(0).max(1);

export const Asset = z
  .object({
    id: Uuid.describe('Id'),
    kind: AssetKind.describe('Detected from the content'),
    file_name: z.string().describe('As the uploader called it'),
    content_type: z.string().describe('As it is served'),
    size_bytes: z.int().describe('Size'),
    sha256: z.string().describe('SHA-256 of what is served, hexadecimal'),
    url: z.string().describe('Public address; it changes with the content'),
    path: z.string().describe('Path of the address, `/assets/cms/…`: as texts name it'),
    width: z.int().nullable().describe('Pixels of an image'),
    height: z.int().nullable().describe('Pixels of an image'),
    alt: z.string().nullable().describe('Text instead of the image'),
    focal_x: z.number().describe('What stays in a cut, from the left, 0 to 1'),
    focal_y: z.number().describe('What stays in a cut, from the top, 0 to 1'),
    placeholder: z.string().nullable().describe('A tiny image as a data address'),
    variants: z
      .array(
        z.object({
          name: z.string().describe('What it is for: its width, or `og`'),
          url: z.string().describe('WebP'),
          width: z.int().describe('Pixels'),
          height: z.int().describe('Pixels'),
        }),
      )
      .describe('Smaller ones'),
    usage_count: z.int().describe('Places that use it'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it was uploaded'),
    created_by: z.string().nullable().describe('E-mail of the uploader'),
  })
  .meta({ id: 'CmsAsset', description: 'An uploaded file' });

const assetParams = SiteIdParams.extend({ asset_id: idOf('asset_id', 'Id of the file') });
const named = z.object({
  file_name: text(200).optional().describe('Name of a file that is sent as the bare body'),
});

/** Size limits of an upload, in bytes: of an asset, and of a large file. */
export const maxAssetBytes = 20 * 1_048_576;
export const maxFileBytes = 512 * 1_048_576;

const uploads = { auth: 'admin', rate: 'admin', status: 201 } as const;

export const assetEndpoints = feature('Files', 'Uploaded files of sites: images in their sizes, documents, builds.', {
  listAssets: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/assets',
    summary: 'List uploaded files, newest first',
    paginated: true,
    params: SiteIdParams,
    query: z.object({
      ...pageQuery,
      kind: AssetKind.optional().describe('Only these'),
      q: text(200).optional().describe('Part of the file name'),
    }),
    response: Asset,
    errors: ['site_not_found'],
  }),
  uploadAsset: endpoint({
    ...uploads,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/assets',
    summary: 'Upload an image or a small file',
    description:
      'The kind is detected from the content. A photo loses its metadata and gets smaller variants; an SVG loses what does not draw. The status is 201 for new bytes, and 200 for bytes that the site has already: they are answered as they are.',
    params: SiteIdParams,
    query: named,
    upload: { maxBytes: maxAssetBytes, types: ['application/octet-stream'], streamed: true },
    timeoutSeconds: 120,
    response: Asset,
    errors: ['site_not_found', 'image_not_readable'],
  }),
  uploadFile: endpoint({
    ...uploads,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/files',
    summary: 'Upload a large file, for downloads',
    description:
      'As a small one. What is neither an image of 20 MiB at most nor a PDF is served as it came, as an attachment.',
    params: SiteIdParams,
    query: named,
    upload: { maxBytes: maxFileBytes, types: ['application/octet-stream'], streamed: true },
    timeoutSeconds: 900,
    response: Asset,
    errors: ['site_not_found', 'image_not_readable'],
  }),
  getAssetOfSite: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
    summary: 'Read an uploaded file with the places that use it',
    versioned: true,
    params: assetParams,
    response: Asset.extend({ usages: z.array(Usage).describe('Places that use it, 20 at most') }).meta({
      id: 'CmsAssetWithUsages',
    }),
    errors: ['site_not_found', 'asset_not_found'],
  }),
  updateAsset: endpoint({
    auth: 'admin',
    rate: 'admin',
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
    summary: 'Change text and focal point of a file',
    versioned: true,
    params: assetParams,
    body: z
      .strictObject({
        file_name: text(200).optional().describe('Name of the file'),
        alt: optionalText(200).optional().describe('Text instead of the image'),
        focal_x: focal.optional().describe('What stays in a cut, from the left'),
        focal_y: focal.optional().describe('What stays in a cut, from the top'),
      })
      .meta({ id: 'CmsAssetPatch', example: { alt: 'Notes on a desk', focal_x: 0.5, focal_y: 0.4 } }),
    response: Asset,
    errors: ['site_not_found', 'asset_not_found'],
  }),
  deleteAsset: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/assets/{asset_id}',
    status: 204,
    summary: 'Delete a file that nothing uses',
    description: 'Its bytes stay for seven days.',
    versioned: true,
    params: assetParams,
    audit: Asset,
    errors: ['site_not_found', 'asset_not_found', 'in_use'],
  }),
  openAsset: endpoint({
    method: 'GET',
    path: '/assets/cms/{name}',
    summary: 'Read an uploaded file of a site',
    description: 'The name is made from the content, so what stands under it never changes. Parts by `Range`.',
    auth: 'none',
    rate: 'public_assets',
    cache: 'public, max-age=31536000, immutable',
    produces: 'file',
    streams: true,
    params: z.object({
      name: z.string().max(200).describe('As it stands in the address').meta({ resource: 'cms_asset_name' }),
    }),
    errors: ['not_found'],
  }),
});
