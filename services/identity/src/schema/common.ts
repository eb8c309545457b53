import { pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

export const schema = pgSchema('identity');

export const moment = (name: string) => timestamp(name, { withTimezone: true });

export const ownerType = (name: string) => text(name, { enum: ['application', 'cms_site'] });
