import type { CustomerProblem } from '@platform/contracts';
import type { customers } from '../schema.ts';
import type { PersonNames } from './customer-names.ts';

export type CustomerRow = typeof customers.$inferSelect;

/** What is stored about the persons of an import, within one application. */
export interface KnownPersons {
  /** Users by the place of the person in the import, found by the subject. */
  usersBySubject: ReadonlyMap<number, string>;
  /** Users by verified e-mail in lower case. */
  usersByEmail: ReadonlyMap<string, readonly string[]>;
  /** Customers with the names of the persons, and those of the users above. */
  customers: readonly CustomerRow[];
}

/** The customer of a person, or why there is none. */
export interface MatchedPerson {
  customer: CustomerRow | null;
  problem: CustomerProblem | null;
}

export interface MatchedPersons {
  /** In the order of the persons. */
  matches: MatchedPerson[];
  /** Customers that are not stored yet. */
  created: CustomerRow[];
  /** Stored customers that got a name or a user. */
  changed: CustomerRow[];
  /** Stored customers that were waiting, and are users. */
  recognized: CustomerRow[];
}

/**
 * Decides which customer each person of an import is. A person is the user with the subject, else the only user with
 * the verified e-mail; a subject wins over an e-mail. A stored customer stays the same one: with the subject, with the
 * e-mail, or of that user. The result does not depend on whether the person registered before the import or after it.
 * @param persons no two of one subject or e-mail
 * @param fresh what a customer has that is not stored yet
 */
export function matchCustomers(
  persons: readonly PersonNames[],
  known: KnownPersons,
  fresh: { application_id: string; now: Date; newId: () => string },
): MatchedPersons {
  const stored = new Map(known.customers.map((row) => [row.id, { ...row }]));
  const rows = [...stored.values()];
  const [created, changed, recognized] = [new Set<CustomerRow>(), new Set<CustomerRow>(), new Set<CustomerRow>()];
  const { application_id, now, newId } = fresh;

  const match = (person: PersonNames, index: number): MatchedPerson => {
    const subjectUser = known.usersBySubject.get(index) ?? null;
    const emailUsers = (person.email !== null && known.usersByEmail.get(person.email)) || [];
    const user = subjectUser ?? (emailUsers.length === 1 ? (emailUsers[0] ?? null) : null);
    const bySubject = find(rows, (row) => person.subject !== null && hasSubject(row, person));
    const byEmail = find(rows, (row) => person.email !== null && row.email === person.email);
    const problem = problemOf(person, { bySubject, byEmail, subjectUser });
    if (problem) return { customer: null, problem };
    const customer = bySubject ?? byEmail ?? find(rows, (row) => user !== null && row.user_id === user);
    if (!customer) {
      if (user === null && person.subject === null && emailUsers.length > 1)
        return { customer: null, problem: 'several_users' };
      const { issuer, subject, email } = person;
      const recognized_at = user === null ? null : now;
      const row = {
        id: newId(),
        application_id,
        issuer,
        subject,
        email,
        user_id: user,
        recognized_at,
        created_at: now,
      };
      rows.push(row);
      created.add(row);
      return { customer: row, problem: null };
    }
    const hasNewName = addNames(customer, person, subjectUser);
    const isRecognized = customer.user_id === null && user !== null;
    if (isRecognized) Object.assign(customer, { user_id: user, recognized_at: now });
    if ((hasNewName || isRecognized) && !created.has(customer)) changed.add(customer);
    if (isRecognized && !created.has(customer)) recognized.add(customer);
    return { customer, problem: null };
  };
  return { matches: persons.map(match), created: [...created], changed: [...changed], recognized: [...recognized] };
}

const find = (rows: readonly CustomerRow[], is: (row: CustomerRow) => boolean): CustomerRow | null =>
  rows.find(is) ?? null;

const hasSubject = (row: CustomerRow, { issuer, subject }: PersonNames): boolean =>
  row.subject === subject && row.issuer === issuer;

interface Found {
  bySubject: CustomerRow | null;
  byEmail: CustomerRow | null;
  subjectUser: string | null;
}

function problemOf(person: PersonNames, { bySubject, byEmail, subjectUser }: Found): CustomerProblem | null {
  if (byEmail === null || byEmail === bySubject || person.subject === null) return null;
  if (byEmail.subject !== null) return 'other_subject';
  if (bySubject !== null) return 'two_customers';
  return byEmail.user_id !== null && subjectUser !== null && byEmail.user_id !== subjectUser ? 'other_subject' : null;
}

/**
 * Adds the names of a person to the customer, so that the next import finds it under each. A customer who waits has the
 * e-mail of the last import.
 * @returns whether a name is new
 */
function addNames(customer: CustomerRow, { issuer, subject, email }: PersonNames, subjectUser: string | null): boolean {
  const isWaiting = customer.user_id === null;
  const addsSubject = subject !== null && customer.subject === null && (isWaiting || customer.user_id === subjectUser);
  const addsEmail = email !== null && customer.email !== email && (isWaiting || customer.email === null);
  if (addsSubject) Object.assign(customer, { issuer, subject });
  if (addsEmail) Object.assign(customer, { email });
  return addsSubject || addsEmail;
}
