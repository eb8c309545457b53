import { pgSchema, timestamp } from 'drizzle-orm/pg-core';

export const schema = pgSchema('catalog');

export const time = (name: string) => timestamp(name, { withTimezone: true });
