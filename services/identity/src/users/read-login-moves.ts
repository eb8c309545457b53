import { Email, Uuid } from '@platform/contracts/fields';
import { type FileRecord, isReadable, mapInSlices, type UnreadableRecord } from '@platform/runtime';
import { z } from 'zod';

/** Names of the columns of a file of logins. */
export const loginColumns = ['user_id', 'subject', 'issuer', 'email', 'new_subject', 'new_issuer'] as const;

/** A row of a file without an effect. */
export interface RowFailure {
  line: number;
  path: string;
  message: string;
}

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
    message: 'give one of user_id, subject and email',
    path: ['subject'],
  })
  .refine((row) => row.issuer === undefined || row.subject !== undefined, {
    message: 'belongs to subject, which is absent',
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

/** The moves of the records of a file, and the rows that have none. The event loop gets its turns in between. */
export async function readLoginMoves(
  records: readonly (FileRecord | UnreadableRecord)[],
): Promise<{ moves: LoginMove[]; failures: RowFailure[] }> {
  const moves: LoginMove[] = [];
  const failures: RowFailure[] = [];
  const lineOf = new Map<string, number>();
  await mapInSlices(records, (record) => {
    if (!isReadable(record)) return failures.push(record);
    const { line } = record;
    // An export writes an absent value as null, or as an empty text.
    const values = Object.entries(record.values).filter(([, value]) => value !== null && value !== '');
    const parsed = LoginRow.safeParse(Object.fromEntries(values));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return failures.push({ line, path: String(issue?.path[0] ?? ''), message: issue?.message ?? 'is not valid' });
    }
    const name = JSON.stringify([parsed.data.new_issuer, parsed.data.new_subject]);
    const before = lineOf.get(name);
    if (before !== undefined)
      return failures.push({ line, path: 'new_subject', message: `line ${before} has this login, too` });
    const named = nameOfUser(parsed.data);
    const other = lineOf.get(named);
    if (other !== undefined)
      return failures.push({ line, path: pathOfUser(parsed.data), message: `line ${other} names this user, too` });
    lineOf.set(name, line);
    lineOf.set(named, line);
    return moves.push({ ...parsed.data, line });
  });
  return { moves, failures };
}
