import type { ErrorTable } from './table.ts';

/** Errors about search consoles, keywords, clusters and competitors. */
export const searchErrors = {
  platform_oauth_missing: [
    409,
    'The platform has no client id and secret for this provider.',
    'Let the operator set the client id and secret of the provider, for example `GOOGLE_SEARCH_CLIENT_ID`.',
  ],
  oauth_state_invalid: [
    400,
    'This connection was not started here, has expired, or is already finished.',
    'Start the connection again, and finish it within ten minutes. A new start for the same site and provider ends an earlier one.',
  ],
  oauth_denied: [
    400,
    'The access was denied at the provider.',
    'Start the connection again, and allow the access that the page of the provider requests.',
  ],
  oauth_code_invalid: [
    400,
    'The provider refuses the code, or no connection of this administrator and site waits for a code.',
    'Enter the code again as the page of the provider shows it. After five codes or ten minutes, start the connection again.',
  ],
  confirmation_code_invalid: [
    400,
    'No connection that you started waits for this confirmation code.',
    'Enter the code of the last page, with the credential that started the connection. After five codes or ten minutes, start the connection again.',
  ],
  search_not_connected: [
    409,
    'The search console is not connected, or must be connected again.',
    'Connect it with `POST …/search/connect/{provider}`.',
  ],
  search_property_missing: [
    409,
    'No property of the account is chosen.',
    'Choose one of `properties` with `PUT …/search/{provider}/property`.',
  ],
  cluster_not_found: [
    404,
    'No such cluster of this site.',
    'List the clusters of the site, and use the id of one of them.',
  ],
  competitor_not_found: [
    404,
    'No such competitor of this site.',
    'List the competitors of the site, and use the id of one of them.',
  ],
} as const satisfies ErrorTable;
