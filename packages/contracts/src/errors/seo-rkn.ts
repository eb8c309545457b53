import { z } from 'zod';
import { searchErrors } from './seo-search.ts';
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
    'No such page of this site, or its facts are no longer stored.',
    'List the pages of the newest scan of the site, and use the id of one of them.',
  ],
  indexnow_key_unverified: [
    409,
    'The IndexNow key file of the site is missing, or has another content.',
    'Serve a text file that contains only `key` at `key_location`, and try again.',
    z.object({
      key: z.string().describe('Text of the file'),
      key_location: z.string().describe('Address of the file'),
    }),
  ],
  scan_missing: [
    409,
    'The site has no finished scan, which is required to judge a page.',
    'Start an audit of the site, and try again when it has ended.',
  ],
  page_elsewhere: [
    409,
    'The host of the page differs from the host of the site at its last scan.',
    'Start an audit of the site: it judges the page on the current host.',
  ],
  scan_unfinished: [
    409,
    'The scan has no result yet.',
    'Read the scan until `finished_at` is set. A canceled or failed scan never has a result.',
  ],
  report_not_found: [
    404,
    'No such report of this site.',
    'List the reports of the site, and use the id of one of them.',
  ],
  document_check_not_found: [404, 'The document was not checked yet.', 'Check it with `POST …/rkn-check`.'],
  document_too_complex: [
    409,
    'The text takes too long to check.',
    'Remove content that is not text of the document, such as very long lines or tables, and try again.',
  ],
  scan_finished: [409, 'The scan has ended.', 'Read the result of the scan. Start another scan if needed.'],
  host_not_verified: [
    409,
    'This option may overload a host, and the host is not verified as part of the site.',
    'Leave the option at its default, connect a search console with a verified property of the host, or let the operator list the host in `SAFE_FETCH_ALLOWED_HOSTS`.',
  ],
  psi_not_configured: [
    409,
    'The platform has no key of PageSpeed Insights.',
    'Let the operator set `PAGESPEED_API_KEY`; `seo.pagespeed` of `GET /v1/health` shows whether it is set.',
  ],
  ai_not_configured: [409, 'No AI provider is set.', 'Set provider, model and key with `PUT /v1/settings/ai`.'],
  ai_budget_exceeded: [
    429,
    'The budget of the AI provider is used up.',
    'Wait for the next day or month (UTC), or set larger budgets with `PUT /v1/settings/ai`.',
  ],
  ...searchErrors,
} as const satisfies ErrorTable;
