import type { analytics } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile, hourMs } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { findApplication } from '../application.ts';
import { readRange } from '../calendar/range.ts';
import { findKnownSteps } from './funnel-source.ts';
import { percent } from './percent.ts';
import { readFunnel } from './read-funnel.ts';
import { seeOneMoment } from './see-one-moment.ts';

type Contract = typeof analytics.endpoints.getFunnel;
type Funnel = z.input<Contract['response']>;

const shownValues = 50;

/**
 * How many users did the steps one after another within the window, and where they stopped.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function getFunnel(
  app: Pick<App, 'ask' | 'db' | 'clock'>,
  { application_code, steps, window_hours, breakdown, format, ...askedRange }: EndpointRequest<Contract>['query'],
): Promise<Funnel | StreamedBody> {
  const application = await findApplication(app, application_code);
  const now = app.clock.now();
  const range = readRange(askedRange, application.timezone, now);
  const { furthest, knownSteps } = await seeOneMoment(app.db, async (tx) => ({
    furthest: await readFunnel(tx, application.id, range, { steps, windowMs: window_hours * hourMs, breakdown }),
    knownSteps: await findKnownSteps(tx, application.id, steps),
  }));
  // A user that came further came this far as well.
  const values = [...furthest].map(([value, counts]) => ({
    value,
    users: counts.map((_, step) => counts.slice(step).reduce((sum, users) => sum + users, 0)),
  }));
  const users = steps.map((_, step) => values.reduce((sum, value) => sum + (value.users[step] ?? 0), 0));
  const rows = steps.map((event, step) => ({
    event,
    is_known: knownSteps.has(event),
    users: users[step] ?? 0,
    share_of_first: percent(users[step] ?? 0, users[0] ?? 0),
    share_of_previous: percent(users[step] ?? 0, users[step === 0 ? 0 : step - 1] ?? 0),
  }));
  const shown = breakdown === undefined ? [] : values.sort(mostUsersFirst).slice(0, shownValues);
  if (format === 'csv') return asCsv(`funnel-${application_code}-${range.to}.csv`, rows, breakdown, shown);
  const { from, to, timezone } = range;
  // Single events are read as they are stored, so everything up to now is in it.
  return { from, to, timezone, as_of: now.toISOString(), window_hours, steps: rows, breakdown: shown };
}

type Value = Funnel['breakdown'][number];

const mostUsersFirst = (a: Value, b: Value): number =>
  (b.users[0] ?? 0) - (a.users[0] ?? 0) || ((a.value ?? '') < (b.value ?? '') ? -1 : 1);

/** The steps, or with a breakdown a row for each value and step. */
function asCsv(name: string, steps: Funnel['steps'], breakdown: string | undefined, values: Value[]): StreamedBody {
  if (breakdown === undefined)
    return csvFile(name, ['event', 'users', 'share_of_first', 'share_of_previous', 'is_known'], [steps]);
  const rows = values.flatMap(({ value, users }) =>
    steps.map(({ event }, step) => ({ value, event, users: users[step] ?? 0 })),
  );
  return csvFile(name, ['value', 'event', 'users'], [rows]);
}
