import { adminActionRecorded } from './audit.ts';
import {
  adminApiKeyCommands,
  adminApiKeyEndpoints,
  adminApiKeyEvents,
  adminApiKeyQueries,
} from './identity/admin-api-keys.ts';
import { adminUserEndpoints } from './identity/admin-users.ts';
import { adminEndpoints, adminEvents, adminQueries } from './identity/admins.ts';
import { auditLogEndpoints } from './identity/audit-log.ts';
import { consentCommands, consentEvents, consentQueries } from './identity/consent-messages.ts';
import { consentEndpoints } from './identity/consents.ts';
import { customerCommands, customerEndpoints, customerEvents } from './identity/customers.ts';
import { deviceCommands, deviceEndpoints, deviceEvents } from './identity/devices.ts';
import { erasureEndpoints, erasureQueries } from './identity/erasures.ts';
import { legalDocumentEndpoints, legalDocumentEvents, legalDocumentQueries } from './identity/legal-documents.ts';
import { loginEndpoints, loginEvents } from './identity/logins.ts';
import { siteConsentEndpoints } from './identity/site-consents.ts';
import { userEndpoints, userEvents, userQueries } from './identity/users.ts';
import { withdrawalEndpoints } from './identity/withdrawals.ts';
import { service } from './kit.ts';

/** Users with their devices and consents, legal documents, and the administrators of the platform. */
export const identity = service({
  name: 'identity',
  endpoints: {
    ...userEndpoints,
    ...loginEndpoints,
    ...customerEndpoints,
    ...adminUserEndpoints,
    ...erasureEndpoints,
    ...deviceEndpoints,
    ...consentEndpoints,
    ...siteConsentEndpoints,
    ...withdrawalEndpoints,
    ...legalDocumentEndpoints,
    ...adminEndpoints,
    ...adminApiKeyEndpoints,
    ...auditLogEndpoints,
  },
  events: {
    ...userEvents,
    ...loginEvents,
    ...customerEvents,
    ...deviceEvents,
    ...consentEvents,
    ...legalDocumentEvents,
    ...adminEvents,
    ...adminApiKeyEvents,
    adminActionRecorded,
  },
  queries: {
    ...erasureQueries,
    ...userQueries,
    ...adminQueries,
    ...adminApiKeyQueries,
    ...consentQueries,
    ...legalDocumentQueries,
  },
  commands: { ...consentCommands, ...customerCommands, ...deviceCommands, ...adminApiKeyCommands },
});
