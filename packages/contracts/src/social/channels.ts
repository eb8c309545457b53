import { z } from 'zod';
import { admin } from '../admin-endpoints.ts';
import { endpoint } from '../kit.ts';
import { SocialChannel, socialFeature } from './fields.ts';

/** What each channel takes. */

const Channel = z
  .object({
    channel: SocialChannel.describe('Channel'),
    is_enabled: z.boolean().describe('The operator allows it'),
    oauth: z
      .enum(['none', 'ready', 'missing'])
      .describe('`missing`: the operator has to set the client id and secret of the channel'),
    credentials: z.array(z.string()).describe('Fields of its credentials; one with `?` may be absent'),
    text: z
      .object({
        max: z.int().describe('Longest text, with everything that is put to it'),
        max_with_cover: z.int().describe('Longest text under an image'),
        unit: z
          .enum(['code_points', 'utf16', 'threads'])
          .describe('How it is counted; `threads`: an emoji counts its UTF-8 bytes'),
        format: z.enum(['html', 'plain']).describe('Whether it keeps bold, italic and links'),
      })
      .describe('Text'),
    cover: z
      .object({
        is_required: z.boolean().describe('There is no post without an image'),
        max_bytes: z.int().describe('Largest file'),
        needs_public_url: z.boolean().describe('The channel fetches it from the address of the platform'),
      })
      .describe('Image'),
    buttons: z
      .enum(['keyboard', 'lines', 'attachment'])
      .describe('`lines`: they stand in the text; `attachment`: the first is a link of the post'),
    remote: z
      .object({
        edits: z.boolean().describe('Published posts can be changed'),
        deletes: z.boolean().describe('Published posts can be deleted'),
      })
      .describe('What can be done with a published post'),
  })
  .meta({ id: 'SocialChannelFacts' });

export const socialChannelEndpoints = socialFeature({
  listSocialChannels: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/channels',
    summary: 'Read what each channel takes',
    response: z.object({ channels: z.array(Channel).describe('All channels') }).meta({ id: 'SocialChannels' }),
  }),
});
export type ChannelFacts = z.output<typeof Channel>;
