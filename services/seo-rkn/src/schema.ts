import { messagingTables } from '@platform/runtime';
import { pgSchema } from 'drizzle-orm/pg-core';

export const schema = pgSchema('seo-rkn');

export const { outbox, inbox, dead_letters, idempotency_keys } = messagingTables(schema);
