import type { analytics } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, cursorId, cursorText, defineCursor, toPage } from '@platform/runtime';
import { z } from 'zod';
import { mergeLists, type RangeOfApplication, readReportedRange } from './reported-applications.ts';
import { readVersionUsers, type UserPosition, type VersionsApp, type VersionUser } from './versions.ts';

type Contract = typeof analytics.endpoints.listAppVersionUsers;
type Row = z.input<Contract['response']>;
type UserOfApplication = VersionUser & { application_id: string };
type ReadUsers = (
  application: RangeOfApplication,
  after: UserPosition | null,
  count: number,
) => Promise<UserOfApplication[]>;

const userCursor = defineCursor([z.string().regex(/^\d{1,16}$/), cursorId, cursorText]);
const rowsOfFile = 10_000;

/**
 * Users by version, of one application or of all, seen last first; the file of all goes application by
 * application. A user that is seen again between two pages moves to the front.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function listAppVersionUsers(
  app: VersionsApp,
  { application_code, platform, app_version, cursor, limit, format, ...askedRange }: EndpointRequest<Contract>['query'],
): Promise<Page<Row> | StreamedBody> {
  const { applications, range } = await readReportedRange(app, application_code, askedRange);
  const readUsers: ReadUsers = async ({ id, range }, after, count) => {
    const rows = await readVersionUsers(app, id, range, { platform, app_version, after, limit: count });
    return rows.map((row) => ({ ...row, application_id: id }));
  };
  if (format === 'csv') {
    const columns = ['user_id', 'platform', 'app_version', 'last_event_at', 'application_id'] as const;
    return csvFile(
      `version-users-${application_code ?? 'all'}-${range.to}.csv`,
      columns,
      allRows(applications, readUsers),
    );
  }
  const after = userCursor.parse(cursor);
  const lists = await Promise.all(applications.map((one) => readUsers(one, after, limit + 1)));
  const rows = mergeLists(lists, limit + 1);
  return toPage(rows, limit, toRow, (row) => userCursor.print(positionOf(row)));
}

async function* allRows(applications: readonly RangeOfApplication[], readUsers: ReadUsers): AsyncGenerator<Row[]> {
  for (const application of applications)
    for (let after: UserPosition | null = null; ; ) {
      const rows: UserOfApplication[] = await readUsers(application, after, rowsOfFile);
      yield rows.map(toRow);
      const last = rows.at(-1);
      if (!last || rows.length < rowsOfFile) break;
      after = positionOf(last);
    }
}

const positionOf = ({ micros, user_id, platform }: VersionUser): UserPosition => [micros, user_id, platform];

const toRow = ({ application_id, user_id, platform, app_version, last_event_at }: UserOfApplication): Row => ({
  application_id,
  user_id,
  platform: platform || null,
  app_version,
  last_event_at: last_event_at.toISOString(),
});
