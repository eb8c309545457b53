import { customType, pgSchema, timestamp } from 'drizzle-orm/pg-core';

export const schema = pgSchema('cms');

export const time = (name: string) => timestamp(name, { withTimezone: true });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const kinds = ['post', 'article', 'document', 'download', 'changelog_entry', 'banner'] as const;
