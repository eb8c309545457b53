import { z } from 'zod';
import { admin, adminWrites, readsPersons, searches } from '../admin-endpoints.ts';
import { SiteIdParams } from '../cms/fields.ts';
import { Email, idOf, pageBody, pageQuery, Uuid } from '../fields.ts';
import { endpoint, feature } from '../kit.ts';
import {
  ChainVerification,
  ConsentReceipt,
  ConsentRecord,
  consentExportDescription,
  consentFilters,
  SignedChainHead,
  VerificationRequest,
  verificationDescriptions,
} from './consents.ts';

const readsOfAdmins = { ...admin, role: adminWrites.role } as const;

const subject_id = Uuid.optional()
  .describe('Records of one person, by pseudonym')
  .meta({ resource: 'lead_subject_id' });

/** What both reads of the journal of a site have. */
const journalReads = {
  ...readsOfAdmins,
  ...readsPersons,
  description: consentExportDescription,
  streams: true,
  statementSeconds: 10,
  params: SiteIdParams,
  response: ConsentRecord,
  errors: ['site_not_found'],
} as const;

export const siteConsentEndpoints = feature(
  'Consents',
  'Consents of users: the journal, signed receipts and the hash chain.',
  {
    listSiteConsents: endpoint({
      ...journalReads,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/consents',
      summary: 'Read or export the consent journal of a site',
      paginated: true,
      query: z.object({ ...pageQuery, subject_id, ...consentFilters }),
    }),
    searchSiteConsents: endpoint({
      ...journalReads,
      ...searches,
      path: '/v1/cms/sites/{site_id}/consents/search',
      summary: 'Read or export the consents of a person on a site',
      body: z
        .strictObject({
          ...pageBody,
          subject_id,
          email: Email.optional().describe(
            'Records of the person with this e-mail; the result is empty together with the `subject_id` of another person',
          ),
          ...consentFilters,
          accepted: z.boolean().optional().describe('Only acceptances, or only refusals and withdrawals'),
        })
        .meta({ id: 'SiteConsentSearch', example: { email: 'ada@example.com' } }),
    }),
    verifySiteConsents: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/consents/verify',
      summary: 'Read the last verification of the consent ledger of a site',
      description: verificationDescriptions.read,
      params: SiteIdParams,
      response: ChainVerification,
      errors: ['site_not_found'],
    }),
    requestSiteConsentsVerification: endpoint({
      ...adminWrites,
      method: 'POST',
      path: '/v1/cms/sites/{site_id}/consents/verify',
      summary: 'Verify the consent ledger of a site',
      description: verificationDescriptions.request,
      status: 202,
      changesNothing: true,
      params: SiteIdParams,
      body: VerificationRequest,
      response: ChainVerification,
      errors: ['site_not_found'],
    }),
    listSiteChainHeads: endpoint({
      ...admin,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/consents/heads',
      summary: 'List the daily signed heads of the consent ledger of a site, newest first',
      paginated: true,
      params: SiteIdParams,
      query: z.object(pageQuery),
      response: SignedChainHead,
      errors: ['site_not_found'],
    }),
    getSiteConsentReceipt: endpoint({
      ...readsOfAdmins,
      method: 'GET',
      path: '/v1/cms/sites/{site_id}/consents/{consent_id}/receipt',
      summary: 'Get a signed receipt of one consent to a site',
      params: SiteIdParams.extend({ consent_id: idOf('site_consent_id', 'Id of the record') }),
      response: ConsentReceipt,
      errors: ['site_not_found', 'consent_not_found'],
    }),
  },
);
