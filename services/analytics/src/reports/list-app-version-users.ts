import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile } from '@platform/runtime';
import type { z } from 'zod';
import { findApplication } from '../application.ts';
import { readRange } from '../calendar/range.ts';
import { readPlace, writePlace } from './page-cursor.ts';
import { readVersionUsers, type VersionsApp, type VersionUser } from './versions.ts';

type Contract = typeof analytics.endpoints.listAppVersionUsers;
type Row = z.input<Contract['response']>;

/** Micros, user, platform: no platform has more to it than printable text, and it comes last. */
const place = /^\d{1,16} [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12} .{0,32}$/s;
const rowsOfFile = 10_000;

/**
 * Users by version, seen last first. A user that is seen again between two pages moves to the front.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function listAppVersionUsers(
  app: VersionsApp,
  { application_code, platform, app_version, cursor, limit, format, ...asked }: EndpointRequest<Contract>['query'],
): Promise<Page<Row> | StreamedBody> {
  const application = await findApplication(app, application_code);
  const range = readRange(asked, application.timezone, app.clock.now());
  const read = (after: readonly string[] | null, count: number) =>
    readVersionUsers(app, application.id, range, { platform, app_version, after, limit: count });
  if (format === 'csv') {
    const columns = ['user_id', 'platform', 'app_version', 'last_event_at'] as const;
    return csvFile(`version-users-${application_code}-${range.to}.csv`, columns, allRows(read));
  }
  const rows = await read(readAfter(cursor), limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toRow), next_cursor: last ? writePlace(...placeOf(last)) : null };
}

/** A platform may have blanks in it, so whatever stands behind the user is the platform. */
function readAfter(cursor: string | undefined): string[] | null {
  const parts = readPlace(cursor, place);
  if (parts === null) return null;
  const [micros = '', user_id = '', ...platform] = parts;
  return [micros, user_id, platform.join(' ')];
}

async function* allRows(
  read: (after: readonly string[] | null, count: number) => Promise<VersionUser[]>,
): AsyncGenerator<Row[]> {
  for (let after: string[] | null = null; ; ) {
    const rows = await read(after, rowsOfFile);
    yield rows.map(toRow);
    const last = rows.at(-1);
    if (!last || rows.length < rowsOfFile) return;
    after = placeOf(last);
  }
}

const placeOf = ({ micros, user_id, platform }: VersionUser): string[] => [micros, user_id, platform];

const toRow = ({ user_id, platform, app_version, last_event_at }: VersionUser): Row => ({
  user_id,
  platform: platform || null,
  app_version,
  last_event_at: last_event_at.toISOString(),
});
