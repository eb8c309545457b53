/**
 * `make bulkhead`: administrators read a list that takes seconds, while a user reads own entitlements and the
 * own profile. Prints the latency of the user without and with these lists, and the answers that the
 * administrators got. Every service is a process of its own; the audit log has a million records and has lost
 * the indexes of its filters, so that each list reads all of them. Ends with 1 when the user's median is more
 * than twice as long, or any answer is a 5xx.
 *
 * Then 60 addresses try 10 passwords each at once, and the owner logs in from the usual address.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@platform/contracts';
import { defaultDatabaseWait } from '@platform/testing';
import { startChaosPostgres } from '../chaos/servers.ts';
import { killWhatIsLeft, startSeparatePlatform } from '../processes.ts';

const rows = Number(process.env.ROWS || 1_000_000);
const admins = Number(process.env.ADMINS || 30);
const seconds = Number(process.env.SECONDS || 20);

interface Measured {
  p50: number;
  p99: number;
  statuses: Record<string, number>;
}

const percentile = (sorted: readonly number[], share: number): number =>
  Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));

/** Repeats a call, one after another, until a moment. Times are in milliseconds. */
async function repeat(ask: () => Promise<Reply<unknown>>, untilMs: number, honoursRetry = false): Promise<Measured> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  while (Date.now() < untilMs) {
    const asked = performance.now();
    const { status, headers } = await ask();
    times.push(performance.now() - asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const retryAfter = Number(headers.get('retry-after') ?? 0);
    if (honoursRetry && retryAfter > 0) await sleep(Math.min(retryAfter * 1_000, Math.max(0, untilMs - Date.now())));
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), statuses };
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const postgres = await startChaosPostgres();
try {
  const t = await startSeparatePlatform({ env: () => ({ ...defaultDatabaseWait, TRUSTED_PROXIES: '127.0.0.1' }) });
  try {
    const { client: user } = await t.registered();
    const admin = t.client(await t.adminHeaders());
    await t.database.query(
      `INSERT INTO identity.audit_log (id, occurred_at, application_id, action, admin_id, admin_email, admin_role, target, target_ids, before, after, changed, client_ip, user_agent, request_id)
       SELECT gen_random_uuid(), now() - i * interval '1 second', gen_random_uuid(), 'updatePlan', gen_random_uuid(), 'a@example.test', 'owner', '{}', ARRAY[i::text],
              jsonb_build_object('title', repeat('x', 200)), jsonb_build_object('title', repeat('y', 200)), '{title}', '203.0.113.1', 'Mozilla/5.0', i::text
       FROM generate_series(1, $1::int) AS i`,
      [rows],
    );
    for (const index of ['of_application', 'of_admin', 'of_action', 'by_time', 'of_target'])
      await t.database.query(`DROP INDEX IF EXISTS identity.audit_log_${index}`);
    await t.database.query('VACUUM (ANALYZE) identity.audit_log');

    const list = () => admin.listAuditLog({ query: { action: 'nothingOfTheKind' } });
    const asked = performance.now();
    const alone = await list();
    say(`one list alone: ${Math.round(performance.now() - asked)} ms, answered ${alone.status}`);

    const path = { app_code: t.demo.application_code };
    const paths = {
      entitlements: () => user.getMyEntitlements({ params: path }),
      profile: () => user.getMyProfile({ params: path }),
    };
    const measure = async () => {
      const until = Date.now() + seconds * 1_000;
      const [entitlements, profile] = await Promise.all([
        repeat(paths.entitlements, until),
        repeat(paths.profile, until),
      ]);
      return { entitlements, profile };
    };
    await measure();
    const before = await measure();
    const until = Date.now() + (seconds + 2) * 1_000;
    const lists = Promise.all(Array.from({ length: admins }, () => repeat(list, until, true)));
    await sleep(1_000);
    const during = await measure();
    const answers: Record<string, number> = {};
    for (const { statuses } of await lists)
      for (const [status, count] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + count;

    for (const name of ['entitlements', 'profile'] as const) {
      const [a, b] = [before[name], during[name]];
      say(`${name}: p50 ${a.p50} → ${b.p50} ms, p99 ${a.p99} → ${b.p99} ms, answers ${JSON.stringify(b.statuses)}`);
      if (b.p50 > 2 * a.p50) process.exitCode = 1;
      if (Object.keys(b.statuses).some((status) => Number(status) >= 500)) process.exitCode = 1;
    }
    say(`${admins} administrators: answers ${JSON.stringify(answers)}`);
    if (Object.keys(answers).some((status) => Number(status) >= 500)) process.exitCode = 1;

    const credentials = { email: t.secrets.admin_email, password: t.secrets.admin_password };
    const guess = async (at: number) => {
      await sleep(at);
      const headers = { 'x-forwarded-for': `198.51.100.${at % 60}` };
      return t.client(headers).openAdminSession({ body: { ...credentials, password: 'not the password' } });
    };
    // Ten a second of each address within a second: a burst of one moment would measure this client.
    const guesses = Array.from({ length: 600 }, (_, at) => guess(at));
    const began = performance.now();
    const others = repeat(paths.entitlements, Date.now() + 3_000);
    await sleep(200);
    const login = await t.client().openAdminSession({ body: credentials });
    const loginMs = Math.round(performance.now() - began - 200);
    const guessed: Record<string, number> = {};
    for (const { status } of await Promise.all(guesses)) guessed[status] = (guessed[status] ?? 0) + 1;
    const { p50, p99 } = await others;
    say(`600 logins: answers ${JSON.stringify(guessed)}; the owner ${login.status} after ${loginMs} ms`);
    say(`entitlements meanwhile: p50 ${p50} ms, p99 ${p99} ms`);
    if (login.status !== 201 || loginMs > 2_000) process.exitCode = 1;
  } finally {
    killWhatIsLeft();
    await t.stop();
  }
} finally {
  await postgres.remove();
}
