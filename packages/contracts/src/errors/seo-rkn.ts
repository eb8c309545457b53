import type { ErrorTable } from './table.ts';

/** Errors about audits of sites. */
export const seoRknErrors = {
  address_refused: [
    400,
    'The address of the site is inside the network or otherwise not public.',
    'Set a public https address as `website_url` of the site, or let the operator allow the host.',
  ],
  scan_not_found: [404, 'No such scan of this site.', 'List the scans of the site, and use the id of one of them.'],
  issue_not_found: [404, 'No such issue of this site.', 'List the issues of the site, and use the id of one of them.'],
  page_not_found: [
    404,
    'No such page of this site, or its facts are kept no longer.',
    'List the pages of the newest scan of the site, and use the id of one of them.',
  ],
  scan_finished: [409, 'The scan has ended.', 'Read the scan: its result is there. Start another one if need be.'],
  host_not_verified: [
    409,
    'This option may burden a host, and nothing proves that the host belongs to the site.',
    'Leave the option at its default, or let the operator name the host in `SAFE_FETCH_ALLOWED_HOSTS`.',
  ],
} as const satisfies ErrorTable;
