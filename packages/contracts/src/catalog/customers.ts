import { z } from 'zod';
import { adminWrites } from '../admin-endpoints.ts';
import { customerFeature } from '../customer-feature.ts';
import { ApplicationIdParams, lines, Uuid } from '../fields.ts';
import { command, endpoint } from '../kit.ts';
import { RowFailures } from '../row-failure.ts';

/** Limits of a file of customers. */
export const maxCustomerFileBytes = 20 * 1_048_576;
export const maxCustomerRows = 50_000;

const count = (description: string) => z.int().min(0).describe(description);

const counts = {
  rows: count('Rows of the file'),
  created: count('Rows whose grant the import creates'),
  updated: count('Rows whose grant gets other dates'),
  unchanged: count('Rows whose grant is there already'),
  revoked: count('Rows whose grant an administrator revoked: it stays revoked'),
  failed: count('Rows that are not imported; `failures` has the reasons'),
  granted: count('Imported rows of registered users: they have the access now'),
  waiting: count('Imported rows of customers who are not registered: their first registration brings the access'),
};

const CustomerImport = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was written'),
    ...counts,
    failures: RowFailures,
  })
  .meta({ id: 'CustomerImport', description: 'Outcome of an import of customers' });

/** What the audit log stores of an import: no person of the file. */
const CustomerImportRecord = z.object({
  dry_run: z.boolean(),
  rows: z.int(),
  reason: z.string(),
  sha256: z.string(),
});

export const customerImportEndpoints = customerFeature({
  importCustomers: endpoint({
    ...adminWrites,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/customers/import',
    repeatable: true,
    summary: 'Import customers with their purchases, from CSV or JSON Lines',
    description: [
      'CSV has a header, and commas, semicolons or tabs between its cells; JSON Lines have one object in each line. The text is UTF-8, the limit is 50,000 rows.',
      'Columns: `subject` (`sub` of the tokens) or `email`, or both; `issuer` of the subject (the present one of the application without it); `plan_code` or `entitlement_codes` (in CSV with blanks or semicolons between them); `purchased_at` (the moment of the import without it); `expires_at`, or `lifetime`; `external_id`, the number of the order.',
      'Times are RFC 3339 with `Z` or an offset. `expires_at` is exact, and a later purchase begins behind it. A plan without `expires_at` has its own term from `purchased_at`; entitlements need `expires_at`.',
      'A registered user has the access at once. For any other person it waits for the first registration with this subject, or with this verified e-mail.',
      'A row with `external_id` is one purchase; without it, a customer has one grant for each plan or set of entitlements. A repeat of a row changes nothing, other dates change the grant, and a revoked grant stays revoked. Rows that fail do not stop the others.',
      'Without `dry_run=false` nothing is written, and the answer tells what an import would do.',
    ].join(' '),
    timeoutSeconds: 300,
    params: ApplicationIdParams,
    query: z.object({
      dry_run: z.stringbool().default(true).describe('Only tell what the import would do; `false` writes'),
      reason: lines(500).describe('Reason, stored with the grants'),
    }),
    upload: { maxBytes: maxCustomerFileBytes, types: ['text/csv', 'application/x-ndjson', 'application/jsonl'] },
    response: CustomerImport,
    audit: CustomerImportRecord,
    errors: ['application_not_found', 'conflict'],
  }),
});

export const customerGrantCommands = {
  grantWaiting: command(
    'command.catalog.customers.grant_waiting',
    'A user is these customers: what waits for them becomes grants, so that the next read of the entitlements shows it.',
    {
      limits: { timeoutMs: 1_000 },
      input: z.object({ application_id: Uuid, user_id: Uuid, customer_ids: z.array(Uuid).max(100) }),
      output: z.object({}),
    },
  ),
} as const;
