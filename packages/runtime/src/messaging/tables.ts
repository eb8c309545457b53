import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, type PgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The tables that every service with events has in its own schema. */
export function messagingTables<Name extends string>(schema: PgSchema<Name>) {
  return {
    /** Events that are true but not yet on the bus. Rows are deleted when the bus has them. */
    outbox: schema.table('outbox', {
      id: uuid('id').primaryKey(),
      envelope: jsonb('envelope').notNull(),
      created_at: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    }),
    /** Which consumer has dealt with which event: the second delivery finds the first one here. */
    inbox: schema.table(
      'inbox',
      {
        consumer: text('consumer').notNull(),
        event_id: uuid('event_id').notNull(),
        received_at: timestamp('received_at', { withTimezone: true }).notNull().default(sql`now()`),
      },
      (t) => [primaryKey({ columns: [t.consumer, t.event_id] }), index().on(t.received_at)],
    ),
    /**
     * Events that a consumer gave up. `make replay` runs them again. They are stored until then: each is a
     * change that this service lacks, and an alert counts them.
     */
    dead_letters: schema.table('dead_letters', {
      id: uuid('id').primaryKey(),
      consumer: text('consumer').notNull(),
      envelope: jsonb('envelope').notNull(),
      error: text('error').notNull(),
      attempts: integer('attempts').notNull(),
      failed_at: timestamp('failed_at', { withTimezone: true }).notNull().default(sql`now()`),
    }),
    /** When each job is due, and the lease of the replica that runs it. */
    jobs: schema.table('jobs', {
      name: text('name').primaryKey(),
      due_at: timestamp('due_at', { withTimezone: true }).notNull(),
      lease_until: timestamp('lease_until', { withTimezone: true }),
      lease_fence: bigint('lease_fence', { mode: 'bigint' }).notNull().default(sql`0`),
      /** End of the last run that succeeded. */
      last_run_at: timestamp('last_run_at', { withTimezone: true }),
    }),
    /** Answers that are replayed for a repeated Idempotency-Key. */
    idempotency_keys: schema.table(
      'idempotency_keys',
      {
        scope: text('scope').notNull(),
        key: text('key').notNull(),
        request_hash: text('request_hash').notNull(),
        status: integer('status'),
        body: text('body'),
        created_at: timestamp('created_at', { withTimezone: true }).notNull(),
        locked_until: timestamp('locked_until', { withTimezone: true }).notNull(),
      },
      (t) => [primaryKey({ columns: [t.scope, t.key] }), index().on(t.created_at)],
    ),
  };
}
