import {
  type CustomerProblem,
  identity,
  maxCustomerRows,
  maxCustomersOfCommand,
  maxListedFailures,
} from '@platform/contracts';
import {
  listFailures,
  mapInSlices,
  type RowFailure,
  readRecordFile,
  requireOpen,
  sha256,
  type Tx,
} from '@platform/runtime';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { type BatchRow, importBatch, type RowOutcome } from './import-batch.ts';
import type { Product } from './judge-purchase.ts';
import { type ImportedPerson, linkPersons } from './link-persons.ts';
import { readCatalogue } from './read-catalogue.ts';
import { keyOf, type Purchase, purchaseColumns, readPurchases } from './read-purchases.ts';

interface Import {
  application_id: string;
  admin_id: string;
  dry_run: boolean;
  reason: string;
}

/** The customer that identity has for a person. */
interface Recognized {
  customer_id: string | null;
  user_id: string | null;
  problem: CustomerProblem | null;
}

/**
 * Imports customers of before with their purchases, in transactions of some hundred rows. An import that ended in the
 * middle is repeated as it was: rows that are there change nothing. A dry run decides the same, and writes nothing.
 * @throws AppError `application_not_found`, `conflict` when it is archived, `validation_failed` for a file that cannot be read as a whole
 */
export async function importCustomers(app: App, { application_id, ...options }: Import, file: Buffer) {
  requireOpen(await requireApplication(app.db, application_id));
  const now = app.clock.now();
  const records = await readRecordFile(file, { columns: purchaseColumns, maxRecords: maxCustomerRows });
  const catalogue = await readCatalogue(app, application_id);
  const { purchases, failures } = await readPurchases(records);
  const sold = await sell(purchases, catalogue.productOf, failures);
  const { personOf, failures: unlinked } = await linkPersons([...sold.keys()], catalogue.canonicalIssuer);
  failures.push(...unlinked);

  const record = { dry_run: options.dry_run, rows: records.length, reason: options.reason, sha256: sha256(file) };
  const writeRecord = (tx: Tx) => app.audit.record(tx, { before: null, after: record });
  const recognize = createRecognizer(app, { application_id, dry_run: options.dry_run });
  const takenKeys = new Map<string, number>();
  const outcomes: RowOutcome[] = [];
  // The record of the audit log comes first: an import that dies in the middle has left it.
  await app.db.transaction(writeRecord);
  for (const batch of batchesOf([...personOf], maxCustomersOfCommand)) {
    const customers = await recognize(batch.map(([, person]) => person));
    const rows: BatchRow[] = [];
    for (const [purchase, person] of batch) {
      const customer = customers.get(person);
      const product = sold.get(purchase);
      if (!customer || !product) continue;
      const failure = failureOf(purchase, person, { customer, takenKeys });
      if (failure) failures.push(failure);
      else rows.push({ purchase, product, customer_id: customer.customer_id, user_id: customer.user_id });
    }
    outcomes.push(...(await importBatch(app, { application_id, ...options, now }, rows)));
  }
  return toReport(options.dry_run, records.length, { outcomes, failures });
}

/** The product of each purchase; those without one are failures. */
async function sell(
  purchases: readonly Purchase[],
  productOf: (purchase: Purchase) => Product | { path: string; message: string },
  failures: RowFailure[],
): Promise<Map<Purchase, Product>> {
  const sold = new Map<Purchase, Product>();
  await mapInSlices(purchases, (purchase) => {
    const product = productOf(purchase);
    if ('message' in product) failures.push({ line: purchase.line, ...product });
    else sold.set(purchase, product);
  });
  return sold;
}

/** @returns a function that has identity recognize each person once */
function createRecognizer(
  { call }: Pick<App, 'call'>,
  scope: { application_id: string; dry_run: boolean },
): (persons: readonly ImportedPerson[]) => Promise<ReadonlyMap<ImportedPerson, Recognized>> {
  const recognized = new Map<ImportedPerson, Recognized>();
  return async (wanted) => {
    const unknown = [...new Set(wanted)].filter((person) => !recognized.has(person));
    if (unknown.length === 0) return recognized;
    const persons = unknown.map(({ issuer, subject, email }) => ({ issuer, subject, email }));
    const { customers } = await call(identity.commands.recognizeCustomers, { ...scope, persons });
    for (const [index, person] of unknown.entries()) {
      const customer = customers[index];
      if (customer) recognized.set(person, customer);
    }
    return recognized;
  };
}

const problems: Record<CustomerProblem, { path: string; message: string }> = {
  several_users: { path: 'email', message: 'belongs to several users: give the subject' },
  other_subject: { path: 'email', message: 'belongs to a customer with another subject: leave the email out' },
  two_customers: { path: 'subject', message: 'belongs to another customer than `email`: remove one of the two' },
};

/** Why a row is not imported: its person is no customer, or a row before has the same key. */
function failureOf(
  purchase: Purchase,
  person: ImportedPerson,
  { customer, takenKeys }: { customer: Recognized; takenKeys: Map<string, number> },
): RowFailure | null {
  const { line } = purchase;
  if (customer.problem !== null) return { line, ...problems[customer.problem] };
  // Two customers may be one user; a dry run has no id for a new customer.
  const holder = customer.user_id ?? customer.customer_id ?? JSON.stringify(person);
  const key = `${holder} ${keyOf(purchase)}`;
  const before = takenKeys.get(key);
  if (before !== undefined)
    return {
      line,
      path: 'external_id',
      message: `is missing: the row equals line ${before}, so give an external_id to each purchase`,
    };
  takenKeys.set(key, line);
  return null;
}

function* batchesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

function toReport(
  dry_run: boolean,
  rows: number,
  { outcomes, failures }: { outcomes: readonly RowOutcome[]; failures: RowFailure[] },
) {
  const failed = [...failures, ...outcomes.flatMap(({ failure }) => failure ?? [])];
  const count = (is: (outcome: RowOutcome) => boolean) => outcomes.filter(is).length;
  const isImported = ({ outcome }: RowOutcome) => outcome !== 'failed' && outcome !== 'revoked';
  return {
    dry_run,
    rows,
    created: count(({ outcome }) => outcome === 'created'),
    updated: count(({ outcome }) => outcome === 'updated'),
    unchanged: count(({ outcome }) => outcome === 'unchanged'),
    revoked: count(({ outcome }) => outcome === 'revoked'),
    failed: failed.length,
    granted: count((row) => isImported(row) && row.isUser),
    waiting: count((row) => isImported(row) && !row.isUser),
    failures: listFailures(failed, maxListedFailures),
  };
}
