import { mapInSlices, type RowFailure } from '@platform/runtime';
import type { Purchase } from './read-purchases.ts';

/** A person of a file, with every name that the file has for the person. */
export interface ImportedPerson {
  issuer: string | null;
  subject: string | null;
  /** In lower case. */
  email: string | null;
}

/** The persons of a file. */
export interface LinkedPersons {
  /** The person of each purchase; one object for each person. */
  personOf: ReadonlyMap<Purchase, ImportedPerson>;
  failures: RowFailure[];
}

/** A person, with the first line of the file that names it. */
type LinkedPerson = ImportedPerson & { line: number };

/**
 * Finds the persons of a file: rows of one subject, or of one e-mail, are of one person. A row may give a subject its
 * e-mail; a subject has one e-mail, and an e-mail has one subject. Slices of the event loop are left to others.
 * @param canonicalIssuer the issuer that users belong to, for the `issuer` of a row; null for a row without one, while
 *   the application has no identity provider
 */
export async function linkPersons(
  purchases: readonly Purchase[],
  canonicalIssuer: (issuer: string | undefined) => string | null,
): Promise<LinkedPersons> {
  const bySubject = new Map<string, LinkedPerson>();
  const byEmail = new Map<string, LinkedPerson>();
  const failures: RowFailure[] = [];
  const linked: Purchase[] = [];
  const keyOf = (issuer: string | null, subject: string) => JSON.stringify([issuer, subject]);

  const link = (purchase: Purchase): void => {
    const { line, subject, email } = purchase;
    const issuer = subject === undefined ? null : canonicalIssuer(purchase.issuer);
    if (subject !== undefined && issuer === null) {
      failures.push({
        line,
        path: 'issuer',
        message: 'is missing: the application has no identity provider, so name the issuer',
      });
      return;
    }
    const named = subject === undefined ? undefined : bySubject.get(keyOf(issuer, subject));
    const mailed = email === undefined ? undefined : byEmail.get(email);
    const problem = problemOf({ named, mailed, email, subject });
    if (problem) {
      failures.push({ line, ...problem });
      return;
    }
    linked.push(purchase);
    const person = named ?? mailed ?? { issuer: null, subject: null, email: null, line };
    if (subject !== undefined) {
      Object.assign(person, { issuer, subject });
      bySubject.set(keyOf(issuer, subject), person);
    }
    if (email !== undefined) {
      Object.assign(person, { email });
      byEmail.set(email, person);
    }
  };
  await mapInSlices(purchases, link);

  // A later row may have made one person of two: rows find the person when all are linked.
  const personOf = new Map<Purchase, ImportedPerson>();
  await mapInSlices(linked, (purchase) => {
    const { subject, email } = purchase;
    const person =
      subject === undefined
        ? byEmail.get(email ?? '')
        : bySubject.get(keyOf(canonicalIssuer(purchase.issuer), subject));
    if (person) personOf.set(purchase, person);
  });
  return { personOf, failures };
}

interface Names {
  named: LinkedPerson | undefined;
  mailed: LinkedPerson | undefined;
  subject: string | undefined;
  email: string | undefined;
}

function problemOf({ named, mailed, subject, email }: Names): { path: string; message: string } | null {
  if (subject === undefined || email === undefined) return null;
  if (named && named.email !== null && named.email !== email)
    return { path: 'email', message: `differs from line ${named.line}, which has the same subject` };
  if (mailed && mailed !== named && mailed.subject !== null)
    return { path: 'email', message: `is also in line ${mailed.line}, with another subject` };
  return null;
}
