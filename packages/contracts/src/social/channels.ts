import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { endpoint } from '../kit.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** What each channel takes. */

const Channel = z
  .object({
    channel: SocialChannel.describe('Channel'),
    is_enabled: z.boolean().describe('Whether the operator allows the channel'),
    oauth: z
      .enum(['none', 'ready', 'missing'])
      .describe('`missing`: the operator must set the client id and secret of the channel'),
    credentials: z.array(z.string()).describe('Fields of its credentials; a field with `?` is optional'),
    text: z
      .object({
        max: z.int().describe('Longest text, all additions of the platform included'),
        max_with_cover: z.int().describe('Longest text under an image'),
        unit: z
          .enum(['code_points', 'utf16', 'threads'])
          .describe('Unit of the length; `threads`: an emoji counts with its UTF-8 bytes'),
        format: z.enum(['html', 'plain']).describe('Text format: whether bold, italic and links are supported'),
      })
      .describe('Text'),
    cover: z
      .object({
        is_required: z.boolean().describe('Whether a post requires an image'),
        max_bytes: z.int().describe('Largest file'),
        needs_public_url: z
          .boolean()
          .describe('Whether the channel downloads the image from the address of the platform'),
      })
      .describe('Image'),
    buttons: z
      .enum(['keyboard', 'lines', 'attachment'])
      .describe('`lines`: lines in the text; `attachment`: the first one is a link attachment of the post'),
    remote: z
      .object({
        edits: z.boolean().describe('Whether published posts can be changed'),
        deletes: z.boolean().describe('Whether published posts can be deleted'),
      })
      .describe('Actions for a published post'),
  })
  .meta({ id: 'SocialChannelFacts' });

export const socialChannelEndpoints = socialFeature({
  listSocialChannels: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/channels',
    summary: 'Read the limits of each channel',
    response: z.object({ channels: z.array(Channel).describe('All channels') }).meta({ id: 'SocialChannels' }),
  }),
});
export type ChannelFacts = z.output<typeof Channel>;
