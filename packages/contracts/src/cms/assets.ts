import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { FileName, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { ContentKind } from './content.ts';
import { optionalText, SiteIdParams } from './fields.ts';

/** Uploaded files of sites: images in their sizes, PDF files, builds. */

export const AssetKind = z.enum(['image', 'svg', 'pdf', 'file']);

export const Usage = z
  .object({
    kind: z
      .union([ContentKind, z.enum(['site', 'author', 'category', 'folder', 'legal_document'])])
      .describe('Kind of the object that uses the file; a legal document also by one of its former versions'),
    id: Uuid.describe('Id of this object'),
    title: z.string().describe('Title or name of this object'),
    field: z.string().describe('Field of this object'),
  })
  .meta({ id: 'Usage' });

const focal = z.number().min(0).max(1);

export const Asset = z
  .object({
    id: Uuid.describe('Id'),
    kind: AssetKind.describe('Detected from the content'),
    file_name: z.string().describe('File name at the upload'),
    content_type: z.string().describe('Media type of the served file'),
    size_bytes: z.int().describe('Size'),
    sha256: z.string().describe('SHA-256 of the served bytes, hexadecimal'),
    url: z.string().describe('Public address; it changes with the content'),
    path: z.string().describe('Path of the address, `/assets/cms/…`, for use in texts'),
    width: z.int().nullable().describe('Pixels of an image or a video'),
    height: z.int().nullable().describe('Pixels of an image or a video'),
    alt: z.string().nullable().describe('Text instead of the image'),
    focal_x: z.number().describe('Horizontal focal point for cropping, from the left, 0 to 1'),
    focal_y: z.number().describe('Vertical focal point for cropping, from the top, 0 to 1'),
    placeholder: z.string().nullable().describe('A tiny placeholder image as a data URL'),
    variants: z
      .array(
        z.object({
          name: z.string().describe('Name of the variant: its width, or `og`'),
          url: z.string().describe('WebP'),
          width: z.int().describe('Pixels'),
          height: z.int().describe('Pixels'),
        }),
      )
      .describe('Smaller variants'),
    usage_count: z.int().describe('Number of places that use the file'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('When it was uploaded'),
    created_by: z.string().nullable().describe('E-mail of the uploader'),
  })
  .meta({ id: 'CmsAsset', description: 'An uploaded file' });

const assetParams = SiteIdParams.extend({ asset_id: idOf('asset_id', 'Id of the file') });
const named = z.object({
  file_name: FileName.optional().describe('Name of a file that is sent as the bare body'),
});

/** Size limits of an upload, in bytes: of an asset, and of a large file. */
export const maxAssetBytes = 20 * 1_048_576;
export const maxFileBytes = 512 * 1_048_576;

const uploads = { auth: 'admin', rate: 'admin', status: 201, presentStatus: 200 } as const;

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
      kind: AssetKind.optional().describe('Only with this kind'),
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
      'The kind is detected from the content. Video and audio in formats that browsers play (MP4, WebM, MP3, M4A, Ogg, WAV) are of the kind `file` and have their media type; `![caption](path)` plays them in a text. Metadata of a photo is removed, and smaller variants are created. Elements of an SVG that draw nothing are removed. The status is 201 for a new file. It is 200 if the site already has a file with the same bytes: the answer is the existing file, unchanged.',
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
      'Works like the upload of a small file. A file that is neither a PDF, nor video or audio, nor an image of at most 20 MiB is served unchanged, as an attachment.',
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
    description:
      'Absent fields stay. The change is public at once in every text that shows the file; the file itself stays.',
    versioned: true,
    params: assetParams,
    body: z
      .strictObject({
        file_name: FileName.optional().describe('Name of the file'),
        alt: optionalText(200).optional().describe('Text instead of the image'),
        focal_x: focal.optional().describe('Horizontal focal point for cropping, from the left'),
        focal_y: focal.optional().describe('Vertical focal point for cropping, from the top'),
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
    description: 'The stored bytes are kept for seven more days. It cannot be undone: upload the file again.',
    versioned: true,
    params: assetParams,
    audit: Asset,
    errors: ['site_not_found', 'asset_not_found', 'in_use'],
  }),
  openAsset: endpoint({
    method: 'GET',
    path: '/assets/cms/{name}',
    summary: 'Read an uploaded file of a site',
    description:
      'The file name is derived from the content, so the file at this address never changes. `Range` requests are supported.',
    auth: 'none',
    rate: 'public_assets',
    cache: 'public, max-age=31536000, immutable',
    produces: 'file',
    streams: true,
    params: z.object({
      name: z.string().max(200).describe('File name from the address').meta({ resource: 'cms_asset_name' }),
    }),
    errors: ['not_found'],
  }),
});
