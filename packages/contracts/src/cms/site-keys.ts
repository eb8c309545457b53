import { z } from 'zod';
import {
  admin,
  adminWrites,
  creates,
  KeyExpiry,
  KeyRotation,
  keyExpiryDescription,
  keyRevocationDescription,
  rotatedKeyFields,
  rotationDescription,
} from '../admin-endpoints.ts';
import { idOf, pageQuery, Uuid } from '../fields.ts';
import { command, endpoint, feature } from '../kit.ts';
import { SiteIdParams } from './fields.ts';

export const SiteKey = z
  .object({
    id: Uuid.describe('Id of the key'),
    hint: z.string().describe('Last four characters; the key itself was shown once and is stored hashed'),
    ...rotatedKeyFields,
  })
  .meta({ id: 'SiteKey' });

/** Fields of a site or a rotation. */
export const liveKeys = { site_keys: z.array(SiteKey).describe('Live keys, newest first') };
export const shownOnce = { site_key: z.string().describe('`svc_cms_…`, shown in this answer and never again') };

const SiteKeyParams = SiteIdParams.extend({ key_id: idOf('site_key_id', 'Id of the key') });

export const siteKeyEndpoints = feature('Sites', 'Sites, their keys and the public data for their pages.', {
  rotateSiteKey: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/keys/rotate',
    summary: 'Rotate the site key, with a grace period for the old one',
    description: `The key is stored hashed and shown only in this answer. ${rotationDescription}`,
    params: SiteIdParams,
    body: KeyRotation,
    response: z.object({ ...shownOnce, ...liveKeys }).meta({ id: 'NewSiteKey' }),
    audit: z.object(liveKeys),
    errors: ['site_not_found'],
  }),
  listSiteKeys: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/cms/sites/{site_id}/keys',
    summary: 'List all keys of a site, ended ones too, newest first',
    description: '`last_used_at` shows whether a former key is still used.',
    paginated: true,
    params: SiteIdParams,
    query: z.object(pageQuery),
    response: SiteKey,
    errors: ['site_not_found'],
  }),
  updateSiteKey: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/cms/sites/{site_id}/keys/{key_id}',
    summary: 'Prolong or shorten the grace period of a former site key',
    description: keyExpiryDescription,
    params: SiteKeyParams,
    body: KeyExpiry,
    response: SiteKey,
    errors: ['site_not_found', 'key_not_found', 'conflict'],
  }),
  revokeSiteKey: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/cms/sites/{site_id}/keys/{key_id}',
    summary: 'Revoke one site key',
    description: keyRevocationDescription,
    params: SiteKeyParams,
    response: SiteKey,
    errors: ['site_not_found', 'key_not_found', 'conflict'],
  }),
});

export const siteKeyCommands = {
  noteSiteKeyUse: command(
    'command.cms.site_keys.note_use',
    'Records the use of a site key, at most once an hour. An unknown key is ignored.',
    {
      limits: { timeoutMs: 5_000 },
      input: z.object({ key_id: Uuid }),
      output: z.object({ is_written: z.boolean() }),
    },
  ),
} as const;
