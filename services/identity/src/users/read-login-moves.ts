import { Email, Uuid } from '@platform/contracts/fields';
import { type FileRecord, mapInSlices, parseRecords, type RowFailure } from '@platform/runtime';
import { z } from 'zod';

/** Names of the columns of a file of logins. */
export const loginColumns = ['user_id', 'subject', 'issuer', 'email', 'new_subject', 'new_issuer'] as const;

const subject = z.string().trim().min(1).max(255);
const issuer = z.string().trim().min(1).max(512);

const LoginRow = z
  .object({
    user_id: Uuid.optional(),
    subject: subject.optional(),
    issuer: issuer.optional(),
    email: Email.optional(),
    new_subject: subject,
    new_issuer: issuer.optional(),
  })
  .refine((row) => [row.user_id, row.subject, row.email].filter((name) => name !== undefined).length === 1, {
    message: 'and `user_id` and `email` exclude each other: give exactly one of them',
    path: ['subject'],
  })
  .refine((row) => row.issuer === undefined || row.subject !== undefined, {
    message: 'belongs to `subject`, which is absent',
    path: ['issuer'],
  });

/** The new login of a user. */
export interface LoginMove extends z.output<typeof LoginRow> {
  line: number;
}

type Row = z.output<typeof LoginRow>;

const pathOfUser = ({ user_id, subject }: Row): 'user_id' | 'subject' | 'email' =>
  user_id !== undefined ? 'user_id' : subject !== undefined ? 'subject' : 'email';

const nameOfUser = (row: Row): string =>
  JSON.stringify([pathOfUser(row), row.issuer ?? null, (row.user_id ?? row.email)?.toLowerCase() ?? row.subject]);

/** The moves of the records of a file, and the rows that have none. */
export async function readLoginMoves(
  records: readonly (FileRecord | RowFailure)[],
): Promise<{ moves: LoginMove[]; failures: RowFailure[] }> {
  // An export writes an absent value as null, or as an empty text.
  const { rows, failures } = await parseRecords(records, LoginRow, (value) => value === null || value === '');
  const moves: LoginMove[] = [];
  const lineOf = new Map<string, number>();
  await mapInSlices(rows, (row) => {
    const { line } = row;
    const login = JSON.stringify([row.new_issuer, row.new_subject]);
    const before = lineOf.get(login);
    if (before !== undefined)
      return failures.push({
        line,
        path: 'new_subject',
        message: `is also in line ${before}: give each login to one user`,
      });
    const user = nameOfUser(row);
    const other = lineOf.get(user);
    if (other !== undefined)
      return failures.push({
        line,
        path: pathOfUser(row),
        message: `is also named in line ${other}: name each user once`,
      });
    lineOf.set(login, line);
    lineOf.set(user, line);
    return moves.push(row);
  });
  return { moves, failures };
}
