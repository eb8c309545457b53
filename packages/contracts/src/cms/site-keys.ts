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

/** What a key may do, in one sentence that each place repeats. */
export const siteKeyKinds =
  'A public key (`svc_cms_…`) may stand in a page: it reads published content and sends forms and events, and nothing else. A server key (`svc_cms_srv_…`) is a secret: it reads published content for static builds and servers, with a budget of its own';

export const SiteKeyKind = z.enum(['public', 'server']);
export type SiteKeyKind = z.output<typeof SiteKeyKind>;

export const SiteKey = z
  .object({
    id: Uuid.describe('Id of the key'),
    kind: SiteKeyKind.describe(siteKeyKinds),
    hint: z.string().describe('Last four characters; the key itself was shown once and is stored hashed'),
    ...rotatedKeyFields,
  })
  .meta({ id: 'SiteKey' });

/** Fields of a site or a rotation. */
export const liveKeys = { site_keys: z.array(SiteKey).describe('Live keys, newest first') };
export const shownOnce = {
  site_key: z
    .string()
    .describe('The key, shown in this answer and never again: `svc_cms_…`, or `svc_cms_srv_…` of a server'),
};

const SiteKeyParams = SiteIdParams.extend({ key_id: idOf('site_key_id', 'Id of the key') });

export const siteKeyEndpoints = feature('Sites', 'Sites, their keys and the public data for their pages.', {
  rotateSiteKey: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/cms/sites/{site_id}/keys/rotate',
    summary: 'Rotate the site key, with a grace period for the old one',
    description: `${siteKeyKinds}: as many reads a minute as a back end, counted by the key and not by the address. A call with it from a browser is refused. A site has one current public key from the start, and a server key from the first rotation of this kind on; keys of the other kind stay. The key is stored hashed and shown only in this answer. ${rotationDescription}`,
    params: SiteIdParams,
    body: KeyRotation.extend({
      kind: SiteKeyKind.default('public').describe('Kind of the key, of which only keys are rotated'),
    }).meta({ id: 'SiteKeyRotation' }),
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
    description: `${keyRevocationDescription} A server key may be revoked while it is the current one, too: a site needs none.`,
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
