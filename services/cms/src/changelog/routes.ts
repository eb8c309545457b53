import type { changelogEndpoints } from '@platform/contracts';
import type { Handler } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { authoring } from '../content/authoring.ts';
import { readChangelog, readChangelogEntry } from './read-changelog.ts';

type Endpoints = typeof changelogEndpoints;

/** Release notes, for authors and for readers. */
export const changelogRoutes = (app: App): { [K in keyof Endpoints]: Handler<Endpoints[K]> } => {
  const entries = authoring(app, 'changelog_entry');
  return {
    listChangelogEntries: (request) => entries.list(request),
    createChangelogEntry: (request) => entries.create(request),
    getChangelogEntry: ({ params }) => entries.get(params, params.entry_id),
    updateChangelogEntry: (request) => entries.update(request, request.params, request.params.entry_id),
    deleteChangelogEntry: (request) => entries.remove(request, request.params, request.params.entry_id),
    readChangelog: ({ context, query }) => readChangelog(app, context.site.id, query),
    readApplicationChangelog: ({ context, query }) => readChangelog(app, context.site.id, query),
    readChangelogEntry: ({ context, params, query }) => readChangelogEntry(app, context.site.id, params.slug, query),
    readApplicationChangelogEntry: ({ context, params, query }) =>
      readChangelogEntry(app, context.site.id, params.slug, query),
  };
};
