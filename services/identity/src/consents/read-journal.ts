import { cms, type identity } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import type { App } from '../app.ts';
import { filtersOf, recordPersonsRead } from '../audit-log/answer-persons.ts';
import { type LegalOwner, requireOwner } from '../legal/legal-owner.ts';
import type { ConsentFilter } from './consent-filter.ts';
import { exportConsents } from './export-consents.ts';
import type { exportFormats } from './export-format.ts';
import { listConsents } from './list-consents.ts';
import type { OpenedRecord } from './open-record.ts';

interface JournalQuery extends ConsentFilter {
  format: 'json' | keyof typeof exportFormats;
  limit: number;
  cursor?: string | undefined;
}

/**
 * The journal of an owner: a page, or with another format than JSON all of it as a file. The read is in the audit log.
 * @throws AppError `application_not_found`, `site_not_found`, `validation_failed`
 */
export async function readJournal(
  app: App,
  owner: LegalOwner,
  { format, limit, cursor, ...filter }: JournalQuery,
): Promise<Page<OpenedRecord> | StreamedBody> {
  const { application_id } = await requireOwner(app, owner);
  const read = { application_id, format, filters: filtersOf(filter) };
  if (format === 'json') {
    const page = await listConsents(app, { owner, ...filter, limit, cursor });
    await recordPersonsRead(app, { ...read, records: page.items.length });
    return page;
  }
  const file = await exportConsents(app, { owner, ...filter, cursor }, format);
  await recordPersonsRead(app, { ...read, records: null });
  return file;
}

/** The subject of no person. */
const noSubject = '00000000-0000-0000-0000-000000000000';

/**
 * The journal of a site. The ledger has no readable e-mail: cms, which makes the pseudonyms, says which
 * subject an e-mail is.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function readSiteJournal(
  app: App,
  site_id: string,
  { email, ...query }: EndpointRequest<typeof identity.endpoints.searchSiteConsents>['body'],
): Promise<Page<OpenedRecord> | StreamedBody> {
  const owner = { owner_type: 'cms_site', owner_id: site_id } as const;
  if (email === undefined) return readJournal(app, owner, query);
  const { subject_id } = await app.ask(cms.queries.findLeadSubject, { site_id, email });
  const isOther = query.subject_id !== undefined && query.subject_id.toLowerCase() !== subject_id;
  return readJournal(app, owner, { ...query, subject_id: isOther ? noSubject : (subject_id ?? noSubject) });
}
