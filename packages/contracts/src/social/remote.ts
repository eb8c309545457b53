import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { idOf } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { socialFeature } from './fields.ts';
import { SocialVariant, variantBody, variantButtons } from './variants.ts';

/** Changes of posts that their channel has. */

const PublishedParams = z.object({ variant_id: idOf('published_variant_id', 'Id of the post') });
const errors = [
  ...(['variant_not_found', 'conflict', 'remote_change_not_supported', 'channel_check_failed'] as const),
  ...(['account_not_ready', 'outcome_uncertain', 'provider_error'] as const),
] as const;

export const socialRemoteEndpoints = socialFeature({
  editSocialRemote: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/social/variants/{variant_id}/remote',
    summary: 'Change a published post at its channel',
    description:
      'Absent fields stay. An edit has no approval of its own: `approval_required` where the brand does not let this administrator alone approve an own text. With `outcome_uncertain` the channel did not say whether it changed: the same call may be made again.',
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
    description: 'The post stays here, with `remote.deleted_at`. The same when it is deleted already.',
    timeoutSeconds: 60,
    params: PublishedParams,
    response: SocialVariant,
    errors,
  }),
});
