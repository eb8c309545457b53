import { expect, test } from '@jest/globals';
import { summarizeStatement } from './statement-spans.ts';

const columns = Array.from({ length: 300 }, (_, at) => `"column_${at}"`).join(', ');

test.each<[text: string, operation: string, table: string | null, called?: string | null]>([
  [`select ${columns} from "social"."variants"`, 'SELECT', 'social.variants'],
  ['select "id" from "billing"."payments" where "id" = $1', 'SELECT', 'billing.payments'],
  ['SELECT id FROM ONLY catalog.plans', 'SELECT', 'catalog.plans'],
  ['insert into "identity"."users" ("id") values ($1)', 'INSERT', 'identity.users'],
  ['INSERT INTO "seo-rkn"."outbox" (id) SELECT * FROM unnest($1::uuid[])', 'INSERT', 'seo-rkn.outbox'],
  ['update "cms"."posts" set "title" = $1', 'UPDATE', 'cms.posts'],
  ['DELETE FROM "cms"."outbox" WHERE id = ANY($1)', 'DELETE', 'cms.outbox'],
  ['WITH due AS (SELECT id FROM social.posts FOR UPDATE) UPDATE social.posts SET state = $1', 'UPDATE', 'social.posts'],
  ['WITH x AS (SELECT 1) SELECT * FROM analytics.events', 'SELECT', 'analytics.events'],
  ['BEGIN', 'BEGIN', null],
  ['COMMIT', 'COMMIT', null],
  ['SELECT 1', 'SELECT', null],
  ['SELECT pg_notify($1, $2)', 'SELECT', null, 'pg_notify'],
  ['SELECT pg_advisory_xact_lock(hash) FROM (VALUES (1)) AS locks (hash)', 'SELECT', null, 'pg_advisory_xact_lock'],
  ['', 'SQL', null],
])('a statement is named by its operation and its table: %.60s', (text, operation, table, called = null) => {
  expect(summarizeStatement(text)).toEqual({ operation, table, called });
});
