import { type analytics, billing, catalog, cms } from '@platform/contracts';
import { type Clock, createLog, type Database, newId, openDatabase } from '@platform/runtime';
import { anAdmin, anApplication, type FakeClock, fakeClock, startService, type TestService } from '@platform/testing';
import { eraseUsers } from '../src/erasure/erase-users.ts';
import { readActiveSubscriptions } from '../src/reports/read-subscriptions.ts';
import { compactClientDays } from '../src/rollups/compact-client-days.ts';
import { countStaleMonths } from '../src/rollups/count-months.ts';
import { countPaidHours } from '../src/rollups/count-paid-hours.ts';
import { createCounter } from '../src/rollups/count-stale-days.ts';
import { countStaleWeeks } from '../src/rollups/count-weeks.ts';
import { dropExpired } from '../src/rollups/drop-expired.ts';
import { analyticsService } from '../src/service.ts';
import { readSiteZones } from '../src/site-zones/read-site-zones.ts';

export type AnalyticsService = TestService<typeof analytics>;

export interface StoredEvent {
  user_id: string;
  event: string;
  occurred_at: string;
  event_id?: string;
  platform?: string | null;
  app_version?: string | null;
  country_code?: string | null;
}

export interface AnalyticsTest {
  service: AnalyticsService;
  clock: FakeClock;
  application: { id: string; code: string };
  /** Everything an administrator may read. */
  admin: ReturnType<AnalyticsService['as']>;
  /** Puts events into the table with their notes, as the ingest does, past its checks. */
  store(events: readonly StoredEvent[], applicationId?: string): Promise<void>;
  /**
   * Delivers a payment that was confirmed at a moment: 10.00 USD, of a new user, for a period that ends or
   * for ever.
   */
  pay(occurred_at: string, expires_at?: string): Promise<void>;
  /** Counts everything that was stored: the job that does so is called, no tick is waited for. */
  counted(): Promise<void>;
  /** Counts the days that are stale at once, beside the job. */
  countDays(): Promise<number>;
  /** Counts the paid hours that are stale, as the job does. */
  countPaidHours(): Promise<number>;
  /** Users of an application with a paid period just before a moment. */
  activeSubscriptions(applicationId: string, until: Date): Promise<number>;
  /** Sums up the counted clients, as the job does. */
  compactClientDays(): Promise<void>;
  /** Counts the months that are over, as the job does every few minutes. */
  countMonths(): Promise<number>;
  /** Counts the weeks that are over, as its job does. */
  countWeeks(): Promise<number>;
  /** Drops expired events, as the job does; tables that have a reader with this pause between two tries. */
  dropExpired(pauseMs?: number): Promise<void>;
  /** One pass of the erasure, as its job does; how many users are finished. */
  eraseUsers(): Promise<number>;
  setTimezone(timezone: string): Promise<void>;
  /** Time zones of sites as the cms says them; UTC where there is none. Null: the cms is of a release that does not say it. */
  siteZones: Map<string, string | null | 'down'>;
  /** Asks the cms for the zones of the sites that changed, as the job does. */
  readSiteZones(): Promise<number>;
}

/** Statement timeout of jobs that the tests call, in milliseconds; 10 s in production. */
const jobStatementTimeoutMs = 5_000;

/** The service without the jobs that count, and that read zones of sites: its tests call them. */
const withoutCounting: typeof analyticsService = {
  ...analyticsService,
  create(options) {
    const parts = analyticsService.create(options);
    return {
      ...parts,
      jobs: (parts.jobs ?? []).filter(
        ({ name }) => !['count-days', 'count-paid-hours', 'read-site-zones'].includes(name),
      ),
    };
  },
};

/** A site as the cms describes it. */
export const aDescribedSite = (id: string, timezone: string | null) => ({
  id,
  code: `site-${id.slice(-8)}`,
  name: 'Site',
  status: 'active' as const,
  application_id: null,
  website_url: null,
  default_locale: 'ru',
  locales: ['ru'],
  timezone,
});

/** Analytics at a fixed moment, with one application of which catalog knows. */
export async function startAnalytics(
  now: string,
  more: readonly { id: string; code: string }[] = [],
  env: Record<string, string> = {},
): Promise<AnalyticsTest> {
  const clock = fakeClock(now);
  const service = await startService(withoutCounting, { clock, env });
  const application = anApplication();
  const known = [application, ...more];
  await service.answer(catalog.queries.resolveApplication, (asked) => {
    const found = known.find(({ id, code }) =>
      'code' in asked ? asked.code === code : 'id' in asked && asked.id === id,
    );
    return {
      application: found ? { ...found, status: 'active' as const, public_keys: [], identity_provider: null } : null,
    };
  });
  await service.answer(catalog.queries.getApplicationFacts, ({ application_id }) => ({
    application: known.some(({ id }) => id === application_id)
      ? {
          id: application_id,
          code: known.find(({ id }) => id === application_id)?.code ?? '',
          name: 'Test',
          status: 'active' as const,
          payments_enabled: true,
          return_url_schemes: [],
          receipt_settings: null,
          max_active_devices: 10,
          device_limit_policy: 'reject' as const,
        }
      : null,
  }));
  const siteZones = new Map<string, string | null | 'down'>();
  await service.answer(cms.queries.describeSite, ({ id }) => {
    const timezone = siteZones.get(id);
    if (timezone === 'down') throw new Error('the cms is down');
    return { site: aDescribedSite(id, timezone === undefined ? 'UTC' : timezone) };
  });
  const admin = service.as({ admin: anAdmin() });
  const hasStaleHours = async () => {
    const [row] = await service.database.query<{ rows: number }>(
      'SELECT ((SELECT count(*) FROM analytics.stale_hours) + (SELECT count(*) FROM analytics.stale_site_hours))::int AS rows',
    );
    return row?.rows !== 0;
  };
  let opened: ReturnType<typeof openDatabase> | undefined;
  /** Runs a job on the pool of the jobs of this test, beside those of the service. */
  const withDatabase = <T>(run: (app: { db: Database; clock: Clock }) => Promise<T>): Promise<T> => {
    opened ??= openDatabase({
      url: service.database.urlFor('analytics'),
      poolSize: 2,
      service: 'analytics',
      log: createLog('test', 'silent'),
      traced: false,
      statementTimeoutMs: jobStatementTimeoutMs,
    });
    return run({ db: opened.db, clock });
  };
  return {
    service: {
      ...service,
      async stop() {
        try {
          await opened?.close();
        } finally {
          await service.stop();
        }
      },
    },
    clock,
    application,
    admin,
    async store(events, applicationId = application.id) {
      const times = events.map(({ occurred_at }) => occurred_at).sort();
      await service.database.query(
        'SELECT analytics.ensure_partitions($1::timestamptz::date - 1, $2::timestamptz::date + 1)',
        [times[0], times.at(-1)],
      );
      await service.database.query(
        `WITH stored AS (
           INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at, platform, app_version, country_code)
           SELECT $1, event_id, event, user_id, occurred_at, occurred_at, platform, app_version, country_code
           FROM jsonb_to_recordset($2::jsonb) AS e (event_id uuid, event text, user_id uuid, occurred_at timestamptz, platform text, app_version text, country_code text)
           RETURNING occurred_at
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT $1::uuid, 'application', date_trunc('hour', occurred_at, 'UTC'), now() FROM stored`,
        [applicationId, JSON.stringify(events.map((event) => ({ event_id: newId(), ...event })))],
      );
      await service.database.query(
        'INSERT INTO analytics.event_names SELECT $1, unnest($2::text[]), now() ON CONFLICT DO NOTHING',
        [applicationId, [...new Set(events.map(({ event }) => event))]],
      );
    },
    async pay(occurred_at, expires_at) {
      const payment = { payment_id: newId(), user_id: newId(), plan_code: 'pro', amount: 10, currency: 'USD' };
      const period = { starts_at: occurred_at, expires_at: expires_at ?? null };
      const plan = { plan_id: newId(), entitlement_codes: ['pro'] };
      await service.deliver(
        billing.events.paymentSucceeded,
        { ...payment, ...plan, ...period, acquisition_source: null },
        { application_id: application.id, occurred_at },
      );
    },
    counted: () =>
      withDatabase(async (app) => {
        await readSiteZones({ ...app, ask: service.ask });
        // A new counter each time: none lets an owner rest.
        while (await hasStaleHours()) await createCounter(app).countStaleDays();
        await countPaidHours(app);
      }),
    countDays: () => withDatabase((app) => createCounter(app).countStaleDays()),
    countPaidHours: () => withDatabase(countPaidHours),
    activeSubscriptions: (id, until) => withDatabase((app) => readActiveSubscriptions(app, id, until)),
    compactClientDays: () => withDatabase(compactClientDays),
    countMonths: () => withDatabase(countStaleMonths),
    countWeeks: () => withDatabase(countStaleWeeks),
    dropExpired: (pauseMs) => withDatabase((app) => dropExpired(app, pauseMs)),
    eraseUsers: () => withDatabase(eraseUsers),
    siteZones,
    readSiteZones: () => withDatabase((app) => readSiteZones({ ...app, ask: service.ask })),
    setTimezone: async (timezone) => {
      await admin.setAnalyticsSettings({ params: { application_id: application.id }, body: { timezone } });
    },
  };
}
