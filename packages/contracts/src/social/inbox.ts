import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { endpoint } from '../kit.ts';
import { BrandParams, SocialChannel, socialFeature } from './fields.ts';
import { AttemptOutcome, AttemptResolution } from './publishing.ts';

/** Comments and messages to a brand, and its replies. */

export const InboxKind = z.enum(['comment', 'message']);
export type InboxKind = z.output<typeof InboxKind>;
export const InboxState = z.enum(['open', 'done', 'spam']);
export type InboxState = z.output<typeof InboxState>;
export const ReplyState = z.enum(['draft', 'sending', 'sent', 'failed', 'uncertain']);
export type ReplyState = z.output<typeof ReplyState>;

export const SocialReply = z
  .object({
    id: Uuid.describe('Id'),
    item_id: Uuid.describe('Item that it answers'),
    text: z.string().describe('Text'),
    state: ReplyState.describe(
      '`draft`: a person sends it; `uncertain`: the channel did not say whether it is there, and it is never sent again by itself',
    ),
    source_url: z.string().nullable().describe('Article of the knowledge base that it is made from'),
    outcome: AttemptOutcome.nullable().describe('How it ended; null while it runs'),
    resolution: AttemptResolution.nullable().describe('What became of an uncertain one'),
    code: z.string().nullable().describe('Code of the channel, or of the connection'),
    message: z.string().nullable().describe('What the channel said, without secrets'),
    remote_id: z.string().nullable().describe('Its id at the channel'),
    created_by: z.string().describe('E-mail of the author; `system` for a rule'),
    created_at: Timestamp.describe('When it was written'),
    sent_at: Timestamp.nullable().describe('When the deciding request was about to leave; null before'),
    ended_at: Timestamp.nullable().describe('When it ended'),
  })
  .meta({ id: 'SocialReply' });

const Author = z.object({
  name: z.string().describe('Name'),
  id: z.string().nullable().describe('Id at the channel; null where it names none'),
});

export const SocialInboxItem = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    account_id: Uuid.nullable().describe('Account that it was written to; null for one that was entered by hand'),
    channel: SocialChannel.nullable().describe('Channel of the account'),
    kind: InboxKind.describe('`comment`: everybody reads it; `message`: it was written to the brand alone'),
    text: z.string().describe('Text'),
    author: Author.nullable().describe('Author; null where the channel names none'),
    url: z.string().nullable().describe('Its public address'),
    post_remote_id: z.string().nullable().describe('Post at the channel that it is about'),
    state: InboxState.describe('State'),
    assignee_id: Uuid.nullable().describe('Administrator that looks after it'),
    received_at: Timestamp.describe('When it was written, as the channel says'),
    replies: z.array(SocialReply).describe('Replies and drafts, the newest first'),
    version: z.int().describe('Counts the changes; send it as `If-Match: "<version>"` to change nothing unseen'),
    created_at: Timestamp.describe('When it came in'),
    updated_at: Timestamp.describe('When it changed last'),
  })
  .meta({ id: 'SocialInboxItem' });

/** What the audit log keeps of an item: no text and no author. */
const AuditedItem = SocialInboxItem.pick({
  ...{ id: true, brand_id: true, account_id: true, kind: true, state: true, assignee_id: true },
});
/** What the audit log keeps of a reply: it outlives the item, so it has no text. */
const AuditedReply = SocialReply.omit({ text: true });
const ItemParams = z.object({ item_id: idOf('inbox_item_id', 'Id of the item') });

/** Why a source gave nothing. */
export const SocialSourceError = z
  .object({
    code: z.string().describe('Code of the channel, or of the connection'),
    message: z.string().describe('In words, without secrets'),
  })
  .meta({ id: 'SocialSourceError' });

export const socialInboxEndpoints = socialFeature({
  listSocialInbox: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/inbox',
    summary: 'List what people wrote to a brand, newest first',
    description: 'Items and their authors are kept for 365 days. Authors are stored encrypted.',
    paginated: true,
    params: BrandParams,
    query: z.object({
      ...pageQuery,
      state: InboxState.optional().describe('Only these'),
      account_id: idOf('nothing', 'Only those of this account').optional(),
    }),
    response: SocialInboxItem,
    errors: ['brand_not_found'],
  }),
  createSocialInboxItem: endpoint({
    ...{ ...admin, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/inbox',
    summary: 'Enter what a person wrote elsewhere',
    params: BrandParams,
    body: z
      .strictObject({
        kind: InboxKind.default('message').describe('Kind'),
        text: text(8_000).describe('Text'),
        author_name: text(200).nullable().default(null).describe('Author; stored encrypted'),
        url: HttpUrl.nullable().default(null).describe('Where it stands'),
        received_at: Timestamp.nullable().default(null).describe('When it was written; null for now'),
      })
      .meta({ id: 'SocialInboxItemCreate', example: { text: 'Does it work offline?', author_name: 'Ada' } }),
    response: SocialInboxItem,
    audit: AuditedItem,
    errors: ['brand_not_found'],
  }),
  pullSocialInbox: endpoint({
    ...admin,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/inbox/pull',
    summary: 'Ask the channels of a brand for comments and messages now',
    description:
      'The platform asks by itself, each minute or each five minutes by channel. A channel that fails stops no other one.',
    changesNothing: true,
    timeoutSeconds: 60,
    params: BrandParams,
    response: z
      .object({
        new: z.int().describe('New items'),
        errors: z
          .array(SocialSourceError.extend({ account_id: Uuid.describe('Account') }).meta({ id: 'SocialPullError' }))
          .describe('Accounts whose channel did not answer'),
      })
      .meta({ id: 'SocialInboxPull' }),
    errors: ['brand_not_found'],
  }),
  updateSocialInboxItem: endpoint({
    ...admin,
    method: 'PATCH',
    path: '/v1/social/inbox/{item_id}',
    summary: 'Set the state or the assignee of an item',
    description: 'Absent fields stay.',
    versioned: true,
    params: ItemParams,
    body: z
      .strictObject({
        state: InboxState.optional().describe('State'),
        assignee_id: idOf('nothing', 'Administrator that looks after it; null for none').nullable().optional(),
      })
      .meta({ id: 'SocialInboxItemPatch', example: { state: 'done' } }),
    response: SocialInboxItem,
    audit: AuditedItem,
    errors: ['inbox_item_not_found'],
  }),
  replySocialInboxItem: endpoint({
    ...{ ...adminWrites, status: 201, idempotent: true },
    method: 'POST',
    path: '/v1/social/inbox/{item_id}/reply',
    summary: 'Reply to an item',
    description:
      'Answers what was tried: `state` says how it ended. After an `uncertain` reply the item takes another one when `confirms_absent` says that the channel does not have it; VK takes the same text again in any case, and drops a double. A draft of the item is replaced.',
    timeoutSeconds: 60,
    params: ItemParams,
    body: z
      .strictObject({
        text: text(4_000).describe('Text, plain'),
        confirms_absent: z
          .boolean()
          .default(false)
          .describe('An administrator looked: the channel does not have the uncertain reply'),
      })
      .meta({ id: 'SocialReplyCreate', example: { text: 'Yes, it does.' } }),
    response: SocialReply,
    audit: AuditedReply,
    errors: ['inbox_item_not_found', 'conflict', 'account_not_ready', 'outcome_uncertain', 'channel_check_failed'],
  }),
});
