import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import { filterZone, idOf, pageQuery, Timestamp, text, timeFrom, timeUntil, Uuid } from '../fields.ts';
import { AdminErasureReason, ErasureCategory } from '../identity/erasures.ts';
import { endpoint, feature } from '../kit.ts';
import { Locale, SiteIdParams } from './fields.ts';

/** The life cycle that all kinds of content share: revisions, schedule, publication, preview. */

export const ContentKind = z.enum(['post', 'article', 'document', 'download', 'changelog_entry', 'banner']);
export type ContentKind = z.output<typeof ContentKind>;
export const ContentStatus = z.enum(['draft', 'scheduled', 'published', 'archived']);
export type ContentStatus = z.output<typeof ContentStatus>;

/** What every item has besides the fields of its kind. */
export const itemState = {
  id: Uuid.describe('Id'),
  status: ContentStatus.describe('State of the item'),
  lock_version: z.int().describe('Version number, increased by each change. Send it as `If-Match: "<lock_version>"`'),
  revision: z.int().describe('Number of the newest revision, which is the draft'),
  published_revision: z.int().nullable().describe('Number of the revision that readers see'),
  scheduled_revision: z.int().nullable().describe('Number of the revision that the schedule will publish'),
  scheduled_at: Timestamp.nullable().describe('When the schedule publishes it'),
  unpublish_at: Timestamp.nullable().describe('Time at which the schedule unpublishes it'),
  schedule_error: z
    .string()
    .nullable()
    .describe('Error of the last scheduled publication. A text that is refused three times loses its schedule'),
  translation_of: Uuid.nullable().describe('The first item of its group of translations; null for the first one'),
  url: z.string().nullable().describe('Its address on the site; null without one'),
  created_at: Timestamp.describe('Creation time'),
  updated_at: Timestamp.describe('Time of the last change'),
  updated_by: z.string().nullable().describe('E-mail of the administrator who changed it last'),
};

/** An item of any kind, without the fields of its kind. */
export const ContentEntry = z
  .object({
    ...itemState,
    kind: ContentKind.describe('Kind of the item'),
    locale: z.string().describe('Language'),
    slug: z.string().describe('Part of its address, of the newest revision'),
    title: z.string().describe('Title, or the name of an item without a title'),
    published_at: Timestamp.nullable().describe('Publication time that readers see'),
  })
  .meta({ id: 'ContentEntry', description: 'An item of any kind' });

/** The fields of an item in the audit log: of texts there is a hash. */
export const ContentAudit = z.object({
  ...ContentEntry.shape,
  content_hash: z.string().describe('SHA-256 of the fields of the newest revision, hexadecimal'),
});

const itemParams = SiteIdParams.extend({ item_id: idOf('content_item_id', 'Id of the item, of any kind') });
const revisionParams = itemParams.extend({
  revision: z.coerce.number().int().min(1).describe('Number of the revision').meta({ resource: 'content_revision' }),
});

/** A possible problem for readers of a text. */
export const Warning = z
  .object({
    code: z
      .string()
      .describe(
        'Code of the warning. Readers do not get what `link_dropped`, `image_dropped` and `html_dropped` name; `anchor_missing` is a link to an anchor that the text lacks; `asset_missing` is a file that the site does not have (any more), `not_an_image` another file where an image is meant, `reference_missing` what a restored revision named',
      ),
    message: z.string().describe('Text of the warning'),
    field: z.string().nullable().describe('Field that the warning refers to'),
    line: z.int().nullable().describe('Line of the field, from 1; null for a warning about all of it'),
  })
  .meta({ id: 'ContentWarning' });

/** How ready a text is for search engines. */
export const ContentReadiness = z
  .object({
    score: z.int().min(0).max(100).describe('Readiness for search engines, in percent'),
    failed: z.array(z.string()).describe('Checks that fail'),
  })
  .meta({ id: 'ContentReadiness' });

/** What the answer to a saved item with a text has beside the item. */
export const savedWarnings = (noun: string) => ({
  warnings: z
    .array(Warning)
    .nullable()
    .describe(
      `Possible problems for readers of ${noun}, as \`publishContent\` reports them; null where it was not rendered in time`,
    ),
});

/** What the answer to a saved text has beside the text. */
export const savedReadiness = (noun: string) => ({
  ...savedWarnings(noun),
  readiness: ContentReadiness.nullable().describe(
    `Score of the draft of ${noun}. It never blocks a change; null while no score is available`,
  ),
});

const Publication = z
  .object({
    item: ContentEntry.describe('The current item'),
    warnings: z.array(Warning).describe('Possible problems for readers; they do not prevent the publication'),
    readiness: ContentReadiness.nullable().describe(
      'Score of the text. It never blocks the publication; null for other kinds, and while no score is available',
    ),
  })
  .meta({ id: 'PublishedContent' });

const InboundLink = z
  .object({
    item_id: Uuid.describe('The item that links to it'),
    kind: ContentKind.describe('Kind of that item'),
    title: z.string().describe('Its title'),
    slug: z.string().describe('Part of its address'),
  })
  .meta({ id: 'InboundLink' });

export const Revision = z
  .object({
    revision: z.int().describe('Number, from 1'),
    author: z.string().nullable().describe('E-mail of the administrator who wrote it'),
    note: z.string().nullable().describe('Note of the author'),
    created_at: Timestamp.describe('Creation time'),
    is_published: z.boolean().describe('Whether readers see this revision'),
  })
  .meta({ id: 'ContentRevision', description: 'One immutable revision of an item' });

const Difference = z
  .object({
    fields: z
      .array(
        z.object({
          field: z.string().describe('Name of the field'),
          before: z.unknown().optional().describe('Value in the other revision; absent if there is none'),
          after: z.unknown().optional().describe('Value in this revision; absent if there is none'),
        }),
      )
      .describe('Fields that differ, except the text'),
    body_patch: z.string().nullable().describe('The text as a unified diff; null when it is the same'),
  })
  .meta({ id: 'ContentDifference' });

const PreviewToken = z
  .object({
    token: z.string().describe('Preview token, shown only in this answer; it opens this item as `?preview=`'),
    preview_url: z.string().nullable().describe('The address of the item with the token; null without a `website_url`'),
    expires_at: Timestamp.describe('Expiry of the token'),
  })
  .meta({ id: 'PreviewToken' });

/**
 * Staff may do this too if the site allows it. The gateway admits them, and the service checks the setting.
 */
const publishes = { auth: 'admin', rate: 'admin', versioned: 'required' } as const;
const changes = { ...adminWrites, versioned: 'required' } as const;
const missing = ['site_not_found', 'content_not_found'] as const;
const refused = [...missing, 'invalid_transition'] as const;
const mayNotPublish = 'The role `staff` may do this if `staff_may_publish` of the site is set.';

/** What a destruction asks for, beside the confirmation. */
export const destruction = {
  reason: AdminErasureReason,
  destroy_files: z
    .boolean()
    .default(false)
    .describe('Whether its files that nothing else uses are destroyed, too, at once instead of after seven days'),
};

export const Destroyed = z
  .object({
    erasure_id: Uuid.describe('The record under `/v1/admin/erasures`, which exists some seconds later'),
    destroyed_files: z.int().describe('Number of files that were destroyed with it'),
  })
  .meta({ id: 'DestroyedContent', description: 'What was destroyed for good' });

/** The audit log has neither the text nor the record: it has the id, and would lead from one to the other. */
export const DestructionAudit = z.object({
  reason: AdminErasureReason,
  categories: z.array(ErasureCategory),
  destroyed_files: z.int(),
});

const BulkResult = z
  .object({
    results: z
      .array(
        z.object({
          id: Uuid.describe('The item'),
          is_done: z.boolean().describe('Whether the action was done'),
          status: ContentStatus.nullable().describe('Current state of the item; null for a deleted item'),
          error: z.string().nullable().describe('Error code'),
          message: z.string().nullable().describe('Error message'),
        }),
      )
      .describe('One result for each id, in the order of the request'),
  })
  .meta({ id: 'BulkResult' });

export const contentEndpoints = feature(
  'Content',
  'The life cycle of items of every kind: publish, schedule, restore.',
  {
    listContent: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/content',
      summary: 'List items of every kind; with from and to, the calendar of publications',
      paginated: true,
      params: SiteIdParams,
      query: z.object({
        ...pageQuery,
        kind: ContentKind.optional().describe('Only this kind'),
        status: ContentStatus.optional().describe('Only with this status'),
        locale: Locale.optional().describe('Only in this language'),
        q: text(200).optional().describe('Part of the title or the slug'),
        from: timeFrom('Published or scheduled'),
        to: timeUntil('Published or scheduled'),
        ...filterZone,
      }),
      response: ContentEntry,
      errors: ['site_not_found'],
    }),
    bulkContent: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/bulk',
      summary: 'Apply one action to many items; each item succeeds or fails on its own',
      description:
        'Each item is changed as by its own operation, with the same consequences: published items are public at once. Read the outcome of each item in the answer.',
      timeoutSeconds: 300,
      params: SiteIdParams,
      body: z
        .strictObject({
          action: z.enum(['publish', 'unpublish', 'archive', 'unarchive', 'delete']).describe('Action to apply'),
          ids: z.array(idOf('content_item_id', 'Id of an item')).min(1).max(100).describe('Items'),
        })
        .meta({ id: 'BulkAction' }),
      response: BulkResult,
      audit: ContentAudit,
      errors: ['site_not_found'],
    }),
    publishContent: endpoint({
      ...publishes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/publish',
      summary: 'Publish the newest revision at once',
      description: `If readers already see this revision, the call changes nothing and emits no event. A text with \`published_at\` in the future is refused: use \`scheduleContent\`. It is undone by \`unpublishContent\`; until then readers and search engines see it. ${mayNotPublish}`,
      params: itemParams,
      response: Publication,
      audit: ContentAudit,
      errors: [...refused, 'slug_taken', 'version_exists', 'ad_marking_required'],
    }),
    scheduleContent: endpoint({
      ...publishes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/schedule',
      summary: 'Schedule the publication of the newest revision',
      description: `The revision is published exactly as it is now; later changes are not included. The published revision stays visible until then. A \`published_at\` of the text is the date that readers see: it may be in the past, and not later than \`scheduled_at\`. ${mayNotPublish}`,
      params: itemParams,
      body: z
        .strictObject({
          scheduled_at: Timestamp.nullish()
            .describe(
              'In the future, at most two years ahead. Without it, `unpublish_at` sets the end of the published text or of its schedule, and no draft is published',
            )
            .meta({ example: '2027-01-10T09:00:00Z', resource: 'coming_moment' }),
          unpublish_at: Timestamp.nullable()
            .default(null)
            .describe('Time at which it is unpublished again, in the future and after `scheduled_at`')
            .meta({ example: null }),
        })
        .meta({ id: 'ContentSchedule' }),
      response: ContentEntry,
      audit: ContentAudit,
      errors: [...refused, 'slug_taken', 'ad_marking_required'],
    }),
    unscheduleContent: endpoint({
      ...publishes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/unschedule',
      summary: 'Cancel the schedule',
      description: `The planned publication and the planned withdrawal are dropped: a scheduled item is a draft again, and a published item stays public. It is undone by \`scheduleContent\`. ${mayNotPublish}`,
      params: itemParams,
      response: ContentEntry,
      audit: ContentAudit,
      errors: refused,
    }),
    unpublishContent: endpoint({
      ...changes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/unpublish',
      summary: 'Unpublish an item; it becomes a draft',
      description:
        'Readers do not find the item from now on, and its links lead to 404. The text stays as a draft: publish it again to bring it back.',
      params: itemParams,
      response: z
        .object({
          item: ContentEntry.describe('The current item'),
          inbound_links: z.array(InboundLink).describe('Published items that link to it'),
          inbound_legal_documents: z
            .array(
              z.object({
                document_id: Uuid.describe('The document'),
                doc_kind: z.string().describe('Slot of the document'),
                version: z.string().describe('Published version'),
              }),
            )
            .describe('Published legal texts of the site that link to it'),
          warnings: z.array(Warning).describe('Redirects that take effect again'),
        })
        .meta({ id: 'UnpublishedContent' }),
      audit: ContentAudit,
      errors: refused,
    }),
    archiveContent: endpoint({
      ...changes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/archive',
      summary: 'Archive an item; readers no longer find it',
      description:
        'Readers do not find the item from now on, and its links lead to 404. A planned publication is canceled. `unarchiveContent` makes it a draft again.',
      params: itemParams,
      response: ContentEntry,
      audit: ContentAudit,
      errors: refused,
    }),
    unarchiveContent: endpoint({
      ...changes,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/unarchive',
      summary: 'Make an archived item a draft again',
      description: 'The item is not public until it is published again.',
      params: itemParams,
      response: ContentEntry,
      audit: ContentAudit,
      errors: refused,
    }),
    destroyContent: endpoint({
      auth: 'admin',
      role: 'owner',
      rate: 'admin',
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/destroy',
      summary: 'Destroy an item of any kind for good',
      description:
        'For personal data that was published by mistake, a leaked secret, or a demand of an authority. All revisions, the publication, its redirects, views and preview tokens are gone, and its titles leave the reports of imports; readers get 404 at once. Its address stays in the list of removed texts for 90 days, so that static sites drop the page. `confirm` has its slug; without it, the answer is 409 `confirmation_required`. Copies in caches of browsers and of search engines are out of reach. The audit log keeps earlier titles. It cannot be undone; to hide a text, archive it.',
      params: SiteIdParams.extend({ item_id: idOf('destroyable_item_id', 'Id of the item, of any kind') }),
      body: z
        .strictObject({
          confirm: text(200)
            .optional()
            .describe('Slug of the item, of its newest revision')
            .meta({ resource: 'destroyable_item_slug' }),
          ...destruction,
        })
        .meta({ id: 'ContentDestruction', example: { confirm: 'first-post', reason: 'person_request' } }),
      response: Destroyed,
      audit: DestructionAudit,
      errors: [...missing, 'confirmation_required'],
    }),
    listContentRevisions: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions',
      summary: 'List the revisions of an item, newest first',
      description: 'Published revisions are kept. Of the other revisions, one per day is kept after 90 days.',
      paginated: true,
      params: itemParams,
      query: z.object(pageQuery),
      response: Revision,
      errors: missing,
    }),
    getContentRevision: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}',
      summary: 'Read a revision with its fields',
      params: revisionParams,
      response: Revision.extend({
        fields: z.record(z.string(), z.unknown()).describe('The fields of the kind as they were'),
      }).meta({ id: 'ContentRevisionWithFields' }),
      errors: [...missing, 'revision_not_found'],
    }),
    diffContentRevisions: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/diff',
      summary: 'Compare a revision with another one',
      params: revisionParams,
      query: z.object({
        against: z.coerce
          .number()
          .int()
          .min(1)
          .optional()
          .describe('Number of the other revision; the previous revision when absent'),
      }),
      response: Difference,
      errors: [...missing, 'revision_not_found'],
    }),
    restoreContentRevision: endpoint({
      auth: 'admin',
      rate: 'admin',
      versioned: 'required',
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/revisions/{revision}/restore',
      summary: 'Make an earlier revision the draft again, as a new revision',
      description:
        'The present draft stays as a revision of its own, so that it can be restored, too. Readers see the published text until the draft is published. A category, an author, a cover or related texts that were deleted since are left out, and `warnings` names them (`reference_missing`).',
      params: revisionParams,
      response: ContentEntry.extend({
        warnings: z
          .array(Warning)
          .describe('What was left out, and possible problems for readers, as `publishContent` reports them'),
      }).meta({ id: 'RestoredContent' }),
      audit: ContentAudit,
      errors: [...refused, 'revision_not_found', 'slug_taken'],
    }),
    createPreviewToken: endpoint({
      auth: 'admin',
      rate: 'admin',
      status: 201,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens',
      summary: 'Create a preview token that shows a draft to its bearer',
      description:
        'The token opens one item. It is stored hashed and shown only in this answer. Answers to requests with the token are never cached.',
      params: itemParams,
      body: z
        .strictObject({
          ttl_minutes: z.int().min(5).max(1440).default(60).describe('Lifetime in minutes'),
          revision: z
            .int()
            .min(1)
            .nullable()
            .default(null)
            .describe('Revision to show; null for always the newest one'),
        })
        .meta({ id: 'PreviewTokenCreate', example: { ttl_minutes: 60, revision: null } }),
      response: PreviewToken,
      audit: PreviewToken.pick({ expires_at: true }),
      errors: [...missing, 'revision_not_found'],
    }),
    revokePreviewTokens: endpoint({
      ...adminWrites,
      method: 'DELETE',
      path: '/v1/cms/sites/{site_id}/content/{item_id}/preview-tokens',
      summary: 'Revoke all preview tokens of an item',
      description: 'Every preview link of the item ends at once. It cannot be undone: create another preview token.',
      params: itemParams,
      response: z
        .object({ revoked: z.int().describe('Number of revoked tokens') })
        .meta({ id: 'RevokedPreviewTokens' }),
      errors: missing,
    }),
    tickCms: endpoint({
      method: 'POST',
      path: '/v1/internal/cms/tick',
      summary: 'Publish and unpublish due items now',
      description: 'The service also does this every ten seconds.',
      repeatable: true,
      auth: 'worker',
      rate: 'worker',
      timeoutSeconds: 60,
      response: z
        .object({
          published: z.int().describe('Items that were published'),
          unpublished: z.int().describe('Items that were unpublished'),
          failed: z.int().describe('Items with a `schedule_error`'),
        })
        .meta({ id: 'CmsTick' }),
    }),
  },
);
