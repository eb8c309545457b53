import { cutText } from '@platform/contracts/cut-text';
import { sql } from 'drizzle-orm';
import type { Consumer } from './consume.ts';
import { type ConsumeDependencies, toBusConsumer } from './consume.ts';

/**
 * Replays the dead letters of a service, oldest first. A success is removed, a failure stays with its new
 * error.
 * @returns the number of successes and of letters left
 */
export async function replayDeadLetters(
  consumers: readonly Consumer[],
  dependencies: ConsumeDependencies,
): Promise<{ replayed: number; left: number }> {
  const { db, service } = dependencies;
  const table = sql.raw(`"${service}"."dead_letters"`);
  const byName = new Map(consumers.map((consumer) => [`${service}__${consumer.name}`, consumer]));
  const letters = await db.execute<{ id: string; consumer: string; envelope: unknown }>(
    sql`SELECT id, consumer, envelope FROM ${table} ORDER BY id`,
  );
  let replayed = 0;
  for (const letter of letters.rows) {
    const consumer = byName.get(letter.consumer);
    if (!consumer) continue;
    const onFailure = async (reason: string) => {
      await db.execute(sql`UPDATE ${table} SET error = ${cutText(reason, 2000)} WHERE id = ${letter.id}`);
    };
    const { deliver } = toBusConsumer(consumer, { ...dependencies, onFailure });
    if ((await deliver({ envelope: letter.envelope, attempt: 1 })) !== 'done') continue;
    await db.execute(sql`DELETE FROM ${table} WHERE id = ${letter.id}`);
    replayed += 1;
  }
  return { replayed, left: letters.rows.length - replayed };
}
