import type { identity } from '@platform/contracts';
import { defineStatement, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { isStorable } from './find-user.ts';

type Query = (typeof identity)['queries']['resolveUsers'];

const findById = defineStatement({
  name: 'resolve_users_by_id',
  text: `SELECT id, coalesce(merged_into, id) AS user_id FROM identity.users
         WHERE application_id = $1 AND id = ANY($2::uuid[]) AND erased_at IS NULL`,
});
/** Each subject is looked up in the unique index. */
const findBySubject = defineStatement({
  name: 'resolve_users_by_subject',
  text: `SELECT coalesce(u.merged_into, u.id) AS user_id, asked.position::int AS position
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS asked (issuer, subject, position)
         JOIN identity.users AS u ON u.application_id = $1 AND u.issuer = asked.issuer AND u.subject = asked.subject
         WHERE u.erased_at IS NULL`,
});

/**
 * The users of an application by id, and by their subjects at an issuer. A merged user is the user that remains.
 * @returns the ids in the order of the question; null for an unknown user and for an erased one
 */
export async function resolveUsers(
  { db }: Pick<App, 'db'>,
  { application_id, user_ids, issuers }: z.output<Query['input']>,
): Promise<z.input<Query['output']>> {
  const pairs = issuers.flatMap(({ issuer, subjects }) => subjects.map((subject) => ({ issuer, subject })));
  // The position of a pair in the question: PostgreSQL takes no pair that it could not hold.
  const askedPairs = [...pairs.entries()].filter(([, pair]) => isStorable({ application_id, ...pair }));
  const [byId, bySubject] = await Promise.all([
    user_ids.length === 0
      ? []
      : runStatement<{ id: string; user_id: string }>(db, findById, [application_id, user_ids]).then(rowsOf),
    askedPairs.length === 0
      ? []
      : runStatement<{ user_id: string; position: number }>(db, findBySubject, [
          application_id,
          askedPairs.map(([, { issuer }]) => issuer),
          askedPairs.map(([, { subject }]) => subject),
        ]).then(rowsOf),
  ]);
  const presentIds = new Map(byId.map(({ id, user_id }) => [id, user_id]));
  const ofPair = new Map(bySubject.map(({ user_id, position }) => [askedPairs[position - 1]?.[0], user_id]));
  let next = 0;
  return {
    user_ids: user_ids.map((id) => presentIds.get(id.toLowerCase()) ?? null),
    issuers: issuers.map(({ subjects }) => ({ user_ids: subjects.map(() => ofPair.get(next++) ?? null) })),
  };
}

const rowsOf = <Row>({ rows }: { rows: Row[] }): Row[] => rows;
