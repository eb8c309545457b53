import { mapInSlices, type RowFailure } from '@platform/runtime';
import type { LoginMove } from './read-login-moves.ts';
import { issuerOfTokens, type TokenIssuer } from './user-logins.ts';

/**
 * Refuses rows of which one gives away the login by which another one names its user. Their outcome would depend on
 * their order, and a repeat would move, or merge, the wrong person. A subject without an issuer is of another issuer
 * than the new login and overlaps with none.
 * @param failures gets a failure for each refused row
 * @returns the other rows
 * @throws AppError `validation_failed` for a row without an issuer of the new login, while the application has none
 */
export async function refuseOverlaps(
  moves: readonly LoginMove[],
  provider: TokenIssuer,
  failures: RowFailure[],
): Promise<LoginMove[]> {
  const keyOf = (issuer: string | undefined, subject: string) =>
    JSON.stringify([issuerOfTokens(provider, issuer), subject]);
  const formerOf = ({ issuer, subject }: LoginMove) =>
    issuer === undefined || subject === undefined ? null : keyOf(issuer, subject);
  const newOf = ({ new_issuer, new_subject }: LoginMove) => keyOf(new_issuer, new_subject);
  const former = new Map<string, number>();
  const given = new Map<string, number>();
  await mapInSlices(moves, (move) => {
    given.set(newOf(move), move.line);
    const name = formerOf(move);
    if (name !== null) former.set(name, move.line);
  });
  const accepted: LoginMove[] = [];
  await mapInSlices(moves, (move) => {
    const { line } = move;
    const name = formerOf(move);
    const giver = name === null ? undefined : given.get(name);
    const owner = former.get(newOf(move));
    const fault =
      giver !== undefined && giver !== line
        ? {
            path: 'subject',
            message: `is a login that line ${giver} gives to another user: name both users by user_id`,
          }
        : owner !== undefined && owner !== line
          ? {
              path: 'new_subject',
              message: `is a login by which line ${owner} names its user: name both users by user_id`,
            }
          : null;
    if (fault) failures.push({ line, ...fault });
    else accepted.push(move);
  });
  return accepted;
}
