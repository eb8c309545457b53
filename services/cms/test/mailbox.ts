import {
  createLog,
  createMetrics,
  createSealer,
  createWakeup,
  openDatabase,
  openMailer,
  withOwnMetrics,
} from '@platform/runtime';
import { type FakeClock, logLines, restJobs, type TestDatabase, testEncryptionKeys } from '@platform/testing';
import { cmsMetrics } from '../src/metrics.ts';

/** Configuration of the service under test with a mail server. */
export const mailEnv = (mailUrl: string) => ({ MAIL_URL: mailUrl, MAIL_FROM: 'Notes <notes@example.test>' });

/**
 * Parts of the service for the work of its mail jobs at the time of the clock. The own mail jobs of the
 * service under test rest meanwhile: their leases are taken.
 */
export async function openMailParts(database: TestDatabase, clock: FakeClock, mailUrl: string) {
  await restJobs(database, 'cms', ['send-mails', 'queue-notices']);
  const lines = logLines();
  const log = createLog('test', 'warn', lines);
  const opened = openDatabase({ url: database.urlFor('cms'), poolSize: 4, service: 'cms', log, traced: false });
  const timeouts = { connect: 2_000, greeting: 2_000, answer: 2_000, total: 4_000 };
  const mailer = openMailer('cms', mailEnv(mailUrl), timeouts);
  return {
    db: opened.db,
    clock,
    log,
    metrics: withOwnMetrics(createMetrics(), cmsMetrics),
    sealer: createSealer([testEncryptionKeys('cms')]),
    mailer,
    mailWakeup: createWakeup(),
    logged: () => lines.all.join('\n'),
    async close() {
      mailer?.close();
      await opened.close();
    },
  };
}

export type MailParts = Awaited<ReturnType<typeof openMailParts>>;
