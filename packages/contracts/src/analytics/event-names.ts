import { z } from 'zod';
import { admin, adminWrites } from '../admin-endpoints.ts';
import type { ErrorCode } from '../errors.ts';
import { ApplicationIdParams, idOf, pageQuery, Timestamp, text } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';

/** Where events without a name of their own count: the name found no room, or was merged into it. */
export const otherEventName = '(other)';
/** Names that merges may lead away from one application or site. */
export const maxMergedEventNames = 1_000;

const Name = text(100).describe('Name of an event');
const StoredName = Name.refine(
  (name) => name !== otherEventName,
  `may not be ${otherEventName}: the platform uses this name`,
);

export const EventName = z
  .object({
    event_name: Name,
    status: z
      .enum(['seen', 'allowed', 'merged'])
      .describe(
        '`seen`: added by an event of a client; `allowed`: added by an administrator; `merged`: its events count under another name',
      ),
    merged_into: Name.nullable().describe('Name under which its events count since the merge'),
    events: z
      .int()
      .describe('Stored events that came with this name since it was added; a repeated `event_id` counts once'),
    first_seen_at: Timestamp.describe('Time at which the name was added'),
    last_seen_at: Timestamp.nullable().describe(
      'Time of the last stored event that came with this name, updated about a minute late',
    ),
  })
  .meta({ id: 'EventName', description: 'A name of events of an application or a site' });

const Merge = z
  .strictObject({
    from: z.array(StoredName).min(1).max(100).describe('Names to merge; a name without events is allowed'),
    into: Name.describe(
      `Target name; \`${otherEventName}\` is the common name of all events beyond the limit of names`,
    ),
  })
  .meta({ id: 'EventNameMerge' });

/** The four endpoints over the names of one owner. */
const endpointsOf = <
  const P extends string,
  S extends z.ZodObject,
  N extends z.ZodObject,
  const C extends readonly ErrorCode[],
>(
  path: P,
  { params, named, of, errors }: { params: S; named: N; of: string; errors: C },
) =>
  ({
    list: endpoint({
      method: 'GET',
      path: `/v1/admin/${path}/event-names`,
      summary: `List the event names of ${of}`,
      ...admin,
      paginated: true,
      params,
      query: z.object({
        ...pageQuery,
        status: z.enum(['seen', 'allowed', 'merged']).optional().describe('Only names with this status'),
      }),
      response: EventName,
      errors,
    }),
    allow: endpoint({
      method: 'PUT',
      path: `/v1/admin/${path}/event-names/{event_name}`,
      summary: `Allow an event name of ${of}`,
      description:
        'A name can be allowed before its first event, and when the limit of names is reached. A merged name is no longer merged.',
      ...adminWrites,
      params: named,
      response: EventName,
      audit: EventName.pick({ event_name: true, status: true, merged_into: true }),
      errors: [...errors, 'conflict'],
    }),
    merge: endpoint({
      method: 'POST',
      path: `/v1/admin/${path}/event-names/merge`,
      summary: `Merge event names of ${of}`,
      description:
        'From now on, events with these names count under the target name. Reports add the events that were counted before. Names that were merged into one of these names are merged into the target too. Merged names do not count towards the limit of names. A merge is undone by removing the merged name.',
      ...adminWrites,
      params,
      body: Merge,
      response: EventName,
      audit: z.object({ event_name: Name, merged_from: z.array(Name) }),
      errors: [...errors, 'conflict'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `/v1/admin/${path}/event-names/{event_name}`,
      summary: `Remove an event name of ${of}`,
      description:
        'The name no longer counts towards the limit of names; a merged name is no longer merged. Counted events stay. A later event adds the name again: merge a name that clients still send.',
      ...adminWrites,
      status: 204,
      params: named,
      audit: EventName.pick({ event_name: true, status: true, merged_into: true }),
      errors: [...errors, 'event_name_not_found', 'conflict'],
    }),
  }) as const;

const SiteIdParams = z.object({ site_id: idOf('site_id', 'Id of the site') });
const ofApplication = endpointsOf('applications/{application_id}', {
  params: ApplicationIdParams,
  named: ApplicationIdParams.extend({ event_name: StoredName.meta({ resource: 'event_name' }) }),
  of: 'an application',
  errors: ['application_not_found'],
});
const ofSite = endpointsOf('sites/{site_id}', {
  params: SiteIdParams,
  named: SiteIdParams.extend({ event_name: StoredName.meta({ resource: 'event_name' }) }),
  of: 'a site',
  errors: ['site_not_found'],
});

export const eventNameEndpoints = feature('Event names', 'Names of analytics events: allow, merge and remove them.', {
  listEventNames: ofApplication.list,
  allowEventName: ofApplication.allow,
  mergeEventNames: ofApplication.merge,
  removeEventName: ofApplication.remove,
  listSiteEventNames: ofSite.list,
  allowSiteEventName: ofSite.allow,
  mergeSiteEventNames: ofSite.merge,
  removeSiteEventName: ofSite.remove,
});
