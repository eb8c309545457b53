import { createDailyBudget } from '@platform/runtime';
import { and, count, eq, gte, sum } from 'drizzle-orm';
import type { App } from './app.ts';
import { leads, support_attachments } from './schema.ts';
import type { VisitorBudgets } from './visitor-budgets.ts';

interface Limits {
  CMS_FORMS_PER_DAY: number;
  CMS_USER_UPLOAD_MIB_PER_DAY: number;
}

const mebibyte = 1024 * 1024;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** The rows themselves are the account. */
const add = () => {};

/** Makes the budgets of a process. */
export function createVisitorBudgets(
  { db, clock, log, metrics }: Pick<App, 'db' | 'clock' | 'log' | 'metrics'>,
  { CMS_FORMS_PER_DAY, CMS_USER_UPLOAD_MIB_PER_DAY }: Limits,
): VisitorBudgets {
  const refusal = (budget: 'forms' | 'uploads') => (owner_id: string, isFirst: boolean) => {
    metrics.overBudget.inc({ budget });
    if (isFirst) log.warn({ budget, owner_id }, 'visitors have stored as much as they may in a day');
  };
  const forms = createDailyBudget({
    clock,
    limit: CMS_FORMS_PER_DAY,
    async load(siteId, day) {
      const today = and(eq(leads.site_id, siteId), gte(leads.created_at, startOf(day)));
      const [row] = await db.select({ forms: count() }).from(leads).where(today);
      return row?.forms ?? 0;
    },
    add,
    refused: refusal('forms'),
    message: 'The site has received as many forms as it may in a day.',
  });
  const uploads = createDailyBudget({
    clock,
    limit: CMS_USER_UPLOAD_MIB_PER_DAY * mebibyte,
    async load(userId, day) {
      const today = and(eq(support_attachments.user_id, userId), gte(support_attachments.created_at, startOf(day)));
      const [row] = await db
        .select({ bytes: sum(support_attachments.size_bytes) })
        .from(support_attachments)
        .where(today);
      return Number(row?.bytes ?? 0);
    },
    add,
    refused: refusal('uploads'),
    message: 'The user has uploaded as much as it may in a day.',
  });
  return { forms, uploads };
}
