import type { DailyBudget } from '@platform/runtime';

/** What visitors of a site and users of an application may store in a day (UTC). */
export interface VisitorBudgets {
  /** Forms of a site, spam included. */
  forms: DailyBudget;
  /** Bytes of attachments that a user uploads. */
  uploads: DailyBudget;
}
