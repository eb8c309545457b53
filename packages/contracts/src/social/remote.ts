import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { idOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { socialFeature } from './fields.ts';
import { SocialVariant, variantBody, variantButtons } from './variants.ts';

/** Changes of posts that their channel has. */

const PublishedParams = z.object({ variant_id: idOf('published_variant_id', 'Id of the post') });
const errors = [
  'variant_not_found',
  'conflict',
  'remote_change_not_supported',
  'channel_check_failed',
  'account_not_ready',
  'outcome_uncertain',
  'provider_error',
] as const;

export const socialRemoteEndpoints = socialFeature({
  editSocialRemote: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/social/variants/{variant_id}/remote',
    summary: 'Change a published post at its channel',
    versioned: true,
    description:
      'Absent fields stay unchanged. An edit has no separate approval: it is refused with `approval_required` unless the brand allows this administrator to approve their own text alone. After `outcome_uncertain`, the outcome at the channel is unknown; the same call can be repeated.',
    timeoutSeconds: 60,
    params: PublishedParams,
    body: z
      .strictObject({ body: variantBody.optional(), buttons: variantButtons.optional() })
      .meta({ id: 'SocialRemotePatch', example: { body: 'Search is **three times** as fast.' } }),
    response: SocialVariant,
    errors: [...errors, 'approval_required', 'ad_marking_required', 'ad_not_allowed_on_channel'],
  }),
  deleteSocialRemote: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/social/variants/{variant_id}/remote',
    summary: 'Delete a published post at its channel',
    versioned: true,
    description:
      'The post stays in the platform, with `remote.deleted_at`. A repeat changes nothing. It cannot be undone: create another post.',
    timeoutSeconds: 60,
    params: PublishedParams,
    response: SocialVariant,
    errors,
  }),
});
