import { SocialChannel, type SocialHealth } from '@platform/contracts';
import { defineStatement, runStatement } from '@platform/runtime';
import type { z } from 'zod';
import { readPolicies } from '../ad-law/manage-policies.ts';
import { isStale, lawDay, policyOf } from '../ad-law/policy.ts';
import type { App } from '../app.ts';
import { listChannels } from '../channels/list-channels.ts';
import { circuitKey, circuitOf, type PaceRow } from '../delivery/pace.ts';

const countDue = defineStatement({
  name: 'count_due',
  text: `SELECT count(*) FILTER (WHERE a.state = 'active')::int AS due, count(*) FILTER (WHERE a.state <> 'active')::int AS held,
      coalesce(extract(epoch FROM $1 - min(v.due_at) FILTER (WHERE a.state = 'active')), 0)::float8 AS oldest
    FROM social.variants v JOIN social.accounts a ON a.id = v.account_id
    WHERE v.state IN ('scheduled', 'awaiting_media') AND v.due_at <= $1`,
});
const countUncertain = defineStatement({
  name: 'count_uncertain',
  text: `SELECT count(*)::int AS posts, count(*) FILTER (WHERE v.due_at IS NULL)::int AS for_a_person,
      coalesce(extract(epoch FROM $1 - min(a.sent_at)), 0)::float8 AS oldest
    FROM social.variants v LEFT JOIN social.attempts a ON a.id = v.attempt_id WHERE v.state = 'uncertain'`,
});
const circuits = defineStatement({
  name: 'circuits',
  text: `SELECT key, arrives_at, blocked_until, failures FROM social.paces WHERE key LIKE 'circuit:%'`,
});

interface Due {
  due: number;
  held: number;
  /** Seconds. */
  oldest: number;
}
interface Uncertain {
  posts: number;
  for_a_person: number;
  /** Seconds. */
  oldest: number;
}
type Rows<T> = T & Record<string, unknown>;

/** Due posts of active accounts, and of those that hold them. */
export async function readDue({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Due> {
  const { rows } = await runStatement<Rows<Due>>(db, countDue, [clock.now()]);
  return rows[0] ?? { due: 0, held: 0, oldest: 0 };
}

/** Posts with an unknown outcome. */
export async function readUncertain({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Uncertain> {
  const { rows } = await runStatement<Rows<Uncertain>>(db, countUncertain, [clock.now()]);
  return rows[0] ?? { posts: 0, for_a_person: 0, oldest: 0 };
}

/** How publishing does. */
export async function readHealth(
  app: Pick<App, 'db' | 'clock' | 'settings' | 'config' | 'channels'>,
): Promise<z.input<typeof SocialHealth>> {
  const now = app.clock.now();
  const [due, uncertain, { rows }, policies] = await Promise.all([
    readDue(app),
    readUncertain(app),
    runStatement<Rows<PaceRow>>(app.db, circuits, []),
    readPolicies(app.db),
  ]);
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const facts = new Map(listChannels(app).channels.map((one) => [one.channel, one]));
  return {
    channels: SocialChannel.options.map((channel) => {
      const row = rowOf.get(circuitKey(channel));
      const circuit = circuitOf(row, now);
      const { is_enabled = false, oauth = 'none' } = facts.get(channel) ?? {};
      const open_until = circuit === 'open' ? (row?.blocked_until?.toISOString() ?? null) : null;
      const policy = policyOf(policies, { channel, applies_to: 'all' }, lawDay(now));
      const ad_policy = policy && {
        ad: policy.ad,
        verified_at: policy.verified_at.toISOString(),
        is_stale: isStale(policy, now),
      };
      return { channel, is_enabled, oauth, circuit, open_until, ad_policy };
    }),
    oldest_due_s: Math.round(due.oldest),
    due: due.due,
    held: due.held,
    uncertain: uncertain.posts,
    for_a_person: uncertain.for_a_person,
  };
}

/** Reports what the alerts are about. */
export function observePublishing(app: Pick<App, 'db' | 'clock' | 'metrics'>): void {
  app.metrics.onScrape(async () => {
    const [due, uncertain] = await Promise.all([readDue(app), readUncertain(app)]);
    app.metrics.oldestDue.set(due.oldest);
    app.metrics.uncertain.set(uncertain.posts);
    app.metrics.oldestUncertain.set(uncertain.oldest);
  });
}
