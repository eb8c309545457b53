import { z } from 'zod';
import { adminWrites, readIsRecorded, readsPersons } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { ApplicationIdParams, pageQuery, Timestamp, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import { DocKind, NamedKind } from './legal-documents.ts';

/** Days after a withdrawal of the consent within which the data has to be destroyed (152-FZ, article 21 part 5). */
export const destructionDays = 30;

const withdrawnPerson = {
  user_id: Uuid.nullable().describe('The user; null for a person without an account'),
  subject_id: Uuid.describe('The user, or the pseudonym of a person without an account'),
};
const withdrawnFields = {
  ...withdrawnPerson,
  document_id: Uuid.describe('The document'),
  doc_kind: DocKind,
  version: z.string().describe('Version that the withdrawal named'),
  withdrawn_at: Timestamp.describe('When the consent was withdrawn; a repeated withdrawal does not move it'),
  destroy_by: Timestamp.nullable().describe(
    'Of `personal_data_consent`: end of the 30 days within which the data has to be destroyed (152-FZ, article 21 part 5); null for other kinds',
  ),
};

export const WithdrawnConsent = z
  .object({ ...withdrawnFields, email: z.string().nullable().describe('E-mail of the user, to answer the person') })
  .meta({ id: 'WithdrawnConsent', description: 'A person whose latest answer withdraws an accepted consent' });

export const withdrawnQuery = {
  ...pageQuery,
  doc_kind: NamedKind.optional().describe('Kind of the document; `personal_data_consent` when absent'),
  format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file'),
};

export const withdrawnDescription = `${readIsRecorded} Persons who accepted a document and withdrew the consent since, without erased persons. A new acceptance takes a person off the list.`;

export const MailableUser = z
  .object({
    user_id: Uuid.describe('The user'),
    email: z.string().describe('E-mail that the identity provider has verified'),
    display_name: z.string().nullable().describe('Name to show'),
    version: z.string().describe('Accepted version of `marketing_consent`'),
    accepted_at: Timestamp.describe('When it was accepted'),
  })
  .meta({ id: 'MailableUser', description: 'A user who may be mailed now' });

export const withdrawalEndpoints = feature(
  'Consents',
  'Consents of users: the journal, signed receipts and the hash chain.',
  {
    listWithdrawnConsents: endpoint({
      ...adminWrites,
      ...readsPersons,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/withdrawn',
      summary: 'List or export the users with a withdrawn consent',
      description: withdrawnDescription,
      paginated: true,
      streams: true,
      statementSeconds: 10,
      params: ApplicationIdParams,
      query: z.object(withdrawnQuery),
      response: WithdrawnConsent,
      errors: ['application_not_found'],
    }),
    listMailableUsers: endpoint({
      ...adminWrites,
      ...readsPersons,
      method: 'GET',
      path: '/v1/admin/applications/{application_id}/consents/mailable',
      summary: 'List or export the users who may be mailed now',
      description: `${readIsRecorded} Users with an e-mail whose latest answer accepts \`marketing_consent\`, in any version, and who have not withdrawn \`personal_data_consent\`. Read it anew for each mailing.`,
      paginated: true,
      streams: true,
      statementSeconds: 10,
      params: ApplicationIdParams,
      query: z.object({
        ...pageQuery,
        format: z.enum(['json', 'csv']).default('json').describe('`csv` returns the rows as a file'),
      }),
      response: MailableUser,
      errors: ['application_not_found'],
    }),
    listWithdrawnSiteConsents: endpoint({
      ...adminWrites,
      ...readsPersons,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/consents/withdrawn',
      summary: 'List or export the persons of a site with a withdrawn consent',
      description: withdrawnDescription,
      paginated: true,
      streams: true,
      statementSeconds: 10,
      params: SiteIdParams,
      query: z.object(withdrawnQuery),
      response: WithdrawnConsent,
      errors: ['site_not_found'],
    }),
  },
);
