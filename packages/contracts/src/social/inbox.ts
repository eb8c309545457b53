import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { HttpUrl, idOf, lines, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { AdminErasureReason, ErasureCategory, erasureFacts } from '../identity/erasures.ts';
import { endpoint, event } from '../kit.ts';
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
    item_id: Uuid.describe('Item that the reply answers'),
    text: z.string().describe('Text'),
    state: ReplyState.describe(
      '`draft`: waits for a person to send it; `uncertain`: the outcome at the channel is unknown, and the platform never sends it again automatically',
    ),
    source_url: z.string().nullable().describe('Article of the knowledge base that is its source'),
    outcome: AttemptOutcome.nullable().describe('Outcome; null while it runs'),
    resolution: AttemptResolution.nullable().describe('Resolution of an uncertain outcome'),
    code: z.string().nullable().describe('Code of the channel, or of the connection'),
    message: z.string().nullable().describe('Message of the channel, without secrets'),
    remote_id: z.string().nullable().describe('Its id at the channel'),
    created_by: z.string().describe('E-mail of the author; `system` for a rule'),
    created_at: Timestamp.describe('When it was written'),
    sent_at: Timestamp.nullable().describe('Time directly before the publishing request was sent; null before it'),
    ended_at: Timestamp.nullable().describe('End of the attempt'),
  })
  .meta({ id: 'SocialReply' });

const Author = z.object({
  name: z.string().describe('Name'),
  id: z.string().nullable().describe('Id at the channel; null if the channel has none'),
});

export const SocialInboxItem = z
  .object({
    id: Uuid.describe('Id'),
    brand_id: Uuid.describe('Brand'),
    account_id: Uuid.nullable().describe('Account that received it; null for an item that was entered by hand'),
    channel: SocialChannel.nullable().describe('Channel of the account'),
    kind: InboxKind.describe('`comment`: public; `message`: private, to the brand'),
    text: z.string().describe('Text'),
    author: Author.nullable().describe('Author; null if the channel has none'),
    url: z.string().nullable().describe('Public address'),
    post_remote_id: z.string().nullable().describe('Post at the channel that it refers to'),
    state: InboxState.describe('State'),
    assignee_id: Uuid.nullable().describe('Assigned administrator'),
    received_at: Timestamp.describe('Time of the item at the channel'),
    replies: z.array(SocialReply).describe('Replies and drafts, the newest first'),
    version: z
      .int()
      .describe('Version number, increased by each change. Send it as `If-Match: "<version>"` to prevent lost updates'),
    created_at: Timestamp.describe('Creation time'),
    updated_at: Timestamp.describe('Time of the last change'),
  })
  .meta({ id: 'SocialInboxItem' });

/** What the audit log stores of an item: no text and no author. */
const AuditedItem = SocialInboxItem.pick({
  id: true,
  brand_id: true,
  account_id: true,
  kind: true,
  state: true,
  assignee_id: true,
});
/** What the audit log stores of a reply: it outlives the item, so it has no text. */
const AuditedReply = SocialReply.omit({ text: true });
const ItemParams = z.object({ item_id: idOf('inbox_item_id', 'Id of the item') });

/** Why a source gave nothing. */
export const SocialSourceError = z
  .object({
    code: z.string().describe('Code of the channel, or of the connection'),
    message: z.string().describe('Human-readable message, without secrets'),
  })
  .meta({ id: 'SocialSourceError' });

/** The body and the answer of an erasure of a person who wrote to a brand or about it. */
export const SocialPersonErasure = z
  .strictObject({ reason: AdminErasureReason.default('person_request') })
  .meta({ id: 'SocialPersonErasure', example: { reason: 'person_request' } });
export const ErasedSocialPerson = z
  .object({ items: z.int().describe('Items of the inbox and of listening that were removed') })
  .meta({ id: 'ErasedSocialPerson' });

const inboxText = 'it is what the person wrote. Create another item, or set the state of this one.';

export const socialInboxEndpoints = socialFeature({
  listSocialInbox: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/social/brands/{brand_id}/inbox',
    summary: 'List the inbox of a brand, newest first',
    description:
      'Items and their authors are kept for 365 days. Texts, addresses and authors are stored encrypted with a key of the author.',
    paginated: true,
    params: BrandParams,
    query: z.object({
      ...pageQuery,
      state: InboxState.optional().describe('Only with this state'),
      account_id: idOf('nothing', 'Only of this account').optional(),
    }),
    response: SocialInboxItem,
    errors: ['brand_not_found'],
  }),
  createSocialInboxItem: endpoint({
    ...admin,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/brands/{brand_id}/inbox',
    summary: 'Add an inbox item by hand',
    description: 'Nothing is sent to a channel. A person answers the item where it was found.',
    params: BrandParams,
    body: z
      .strictObject({
        kind: InboxKind.default('message').describe('Kind'),
        text: lines(8_000).describe('Text'),
        author_name: text(200).nullable().default(null).describe('Author; stored encrypted'),
        url: HttpUrl.nullable().default(null).describe('Address of the text'),
        received_at: Timestamp.nullable().default(null).describe('Time of the text; null for now'),
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
    summary: 'Fetch comments and messages of a brand now',
    description:
      'The platform also fetches them automatically, every minute or every five minutes depending on the channel. The failure of one channel does not affect other channels.',
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
    description: 'Absent fields stay unchanged.',
    versioned: true,
    params: ItemParams,
    body: z
      .strictObject({
        state: InboxState.optional().describe('State'),
        assignee_id: idOf('nothing', 'Assigned administrator; null for none').nullable().optional(),
      })
      .meta({ id: 'SocialInboxItemPatch', example: { state: 'done' } }),
    fixedFields: {
      kind: inboxText,
      text: inboxText,
      author_name: inboxText,
      url: inboxText,
      received_at: inboxText,
    },
    response: SocialInboxItem,
    audit: AuditedItem,
    errors: ['inbox_item_not_found'],
  }),
  replySocialInboxItem: endpoint({
    ...adminWrites,
    status: 201,
    idempotent: true,
    method: 'POST',
    path: '/v1/social/inbox/{item_id}/reply',
    summary: 'Reply to an item',
    description:
      'The answer is the reply; `state` has its outcome. After an `uncertain` reply, another reply requires `confirms_absent`, which confirms that the channel does not have the first one. VK accepts the same text again in any case, because it drops duplicates. An existing draft of the item is replaced.',
    timeoutSeconds: 60,
    params: ItemParams,
    body: z
      .strictObject({
        text: lines(4_000).describe('Plain text'),
        confirms_absent: z
          .boolean()
          .default(false)
          .describe('Confirms that an administrator checked the channel: it does not have the uncertain reply'),
      })
      .meta({ id: 'SocialReplyCreate', example: { text: 'Yes, it does.' } }),
    response: SocialReply,
    audit: AuditedReply,
    errors: ['inbox_item_not_found', 'conflict', 'account_not_ready', 'outcome_uncertain', 'channel_check_failed'],
  }),
  eraseSocialPerson: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/social/inbox/{item_id}/erase',
    summary: 'Erase the person who wrote an item',
    description:
      'Removes all items of the author at the channel of this brand, with the replies and what listening found, and destroys the key of the author. An item without an author id is removed alone. What the person wrote before the erasure is not stored again when the channel returns it. The erasure leaves a record; texts at the channel itself stay.',
    params: ItemParams,
    body: SocialPersonErasure,
    response: ErasedSocialPerson,
    errors: ['inbox_item_not_found'],
  }),
});

export const socialInboxEvents = {
  socialPersonErased: event(
    'social_person.erased',
    'A person who wrote to a brand was erased.',
    z.object({
      brand_id: Uuid,
      subject_id: Uuid.describe('Pseudonym of the person'),
      categories: z.array(ErasureCategory),
      ...erasureFacts,
    }),
  ),
} as const;
