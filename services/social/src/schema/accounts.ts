import type { AccountState, OauthChannel, SocialAccount, SocialChannel } from '@platform/contracts';
import type { AuditOrigin } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { brands } from './brands.ts';
import { schema, time } from './common.ts';

type View = z.output<typeof SocialAccount>;

/** Accounts at channels that a brand posts to. */
export const accounts = schema.table(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    brand_id: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    channel: text('channel').$type<SocialChannel>().notNull(),
    name: text('name').notNull(),
    state: text('state').$type<AccountState>().notNull(),
    /** Credentials as JSON; null without any. */
    sealed_credentials: text('sealed_credentials'),
    /** Counts every change of the credentials: a result of older ones is dropped. */
    credential_version: integer('credential_version').notNull().default(0),
    /** What is shown of the credentials. */
    credential_hints: jsonb('credential_hints').$type<Record<string, string>>(),
    /** SHA-256 of the token: accounts of one token share its pace. */
    credential_hash: text('credential_hash'),
    remote_id: text('remote_id'),
    remote: jsonb('remote').$type<NonNullable<View['remote']>>(),
    abilities: jsonb('abilities').$type<NonNullable<View['abilities']>>(),
    members: integer('members'),
    rkn_registration: jsonb('rkn_registration').$type<NonNullable<View['rkn_registration']>>(),
    /** Last part of the address that its channel calls. */
    hook_token: text('hook_token').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /**
     * Secret that its channel sends with each call; null for an account that was made before there were
     * webhooks.
     */
    sealed_hook_secret: text('sealed_hook_secret'),
    /** The discussion group of a channel of Telegram: comments are written there. */
    discussion_id: text('discussion_id'),
    /** When its channel is asked for comments and messages; null while nothing is to be asked. */
    inbox_at: time('inbox_at'),
    last_error: jsonb('last_error').$type<NonNullable<View['last_error']>>(),
    verified_at: time('verified_at'),
    /** When the next check of its health is due; null while there is nothing to check. */
    check_at: time('check_at'),
    /** When its members are read next; null while there is nothing to read. */
    metrics_at: time('metrics_at'),
    /** When numbers of it were asked for last. */
    metrics_pulled_at: time('metrics_pulled_at'),
    access_issued_at: time('access_issued_at'),
    access_expires_at: time('access_expires_at'),
    /** When the token is exchanged for a newer one; null where it has no end. */
    refresh_at: time('refresh_at'),
    /** Until when one process checks or refreshes it. */
    work_until: time('work_until'),
    /** Until when one process may have a post of it in flight: the lease of its queue. */
    publishing_until: time('publishing_until'),
    /** Counts the leases: what a process writes under an older one is dropped. */
    publishing_fence: integer('publishing_fence').notNull().default(0),
    /** Before this time nothing is sent to it: its pace, its quota, or what its channel asked for. */
    paced_until: time('paced_until'),
    archived_at: time('archived_at'),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    index('accounts_of_brand').on(t.brand_id, t.id),
    index('accounts_metrics').on(t.metrics_at).where(sql`${t.metrics_at} IS NOT NULL`),
    index('accounts_check').on(t.check_at).where(sql`${t.check_at} IS NOT NULL`),
    index('accounts_hook_token').on(t.hook_token),
    index('accounts_inbox').on(t.inbox_at).where(sql`${t.inbox_at} IS NOT NULL`),
    index('accounts_of_token').on(t.channel, t.credential_hash),
    index('accounts_of_remote').on(t.channel, t.remote_id),
    index('accounts_publishing').on(t.publishing_until).where(sql`${t.publishing_until} IS NOT NULL`),
    index('accounts_refresh').on(t.refresh_at).where(sql`${t.refresh_at} IS NOT NULL`),
  ],
);

/** Connections that administrators began. A row is taken out when it is used, so it counts once. */
export const oauth_states = schema.table(
  'oauth_states',
  {
    /** SHA-256 of the state. */
    state_hash: text('state_hash').primaryKey(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    provider: text('provider').$type<OauthChannel>().notNull(),
    admin_id: uuid('admin_id').notNull(),
    admin_email: text('admin_email').notNull(),
    /** Written by the previous release only, which finished a connection in the callback. */
    origin: jsonb('origin').$type<AuditOrigin>(),
    redirect_uri: text('redirect_uri').notNull(),
    /** Verifier of PKCE; null without PKCE. */
    sealed_verifier: text('sealed_verifier'),
    /** Code of the network and confirmation code of the page; null before the callback. */
    sealed_answer: text('sealed_answer'),
    /** Confirmation codes that were entered for it. */
    tries: smallint('tries').notNull().default(0),
    expires_at: time('expires_at').notNull(),
  },
  (t) => [index('oauth_states_of_account').on(t.account_id), index('oauth_states_expired').on(t.expires_at)],
);
