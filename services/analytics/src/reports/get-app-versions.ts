import type { analytics } from '@platform/contracts';
import type { EndpointRequest, StreamedBody } from '@platform/contracts/kit';
import { csvFile, normalizeAppVersion } from '@platform/runtime';
import type { z } from 'zod';
import { readAsOf } from './as-of.ts';
import { percent } from './percent.ts';
import { readReportedRange } from './reported-applications.ts';
import { readVersions, type VersionCount, type VersionsApp } from './versions.ts';

type Contract = typeof analytics.endpoints.getAppVersions;
type Versions = z.input<Contract['response']>;

/**
 * Which versions are in use, of one application or of all, each by the days of its own time zone.
 * @throws AppError `application_not_found`, `validation_failed`, `service_unavailable`
 */
export async function getAppVersions(
  app: VersionsApp,
  { application_code, platform, format, ...askedRange }: EndpointRequest<Contract>['query'],
): Promise<Versions | StreamedBody> {
  const { applications, range, timezone } = await readReportedRange(app, application_code, askedRange);
  const ids = applications.map(({ id }) => id);
  const [as_of, counts] = await Promise.all([readAsOf(app, ids), readVersions(app, applications, platform)]);
  const versions = addUp(counts);
  const total_users = versions.reduce((sum, { users }) => sum + users, 0);
  const rows = versions.map((row) => ({
    ...row,
    platform: row.platform || null,
    share: percent(row.users, total_users),
    compared_as: normalizeAppVersion(row.app_version),
  }));
  if (format === 'csv')
    return csvFile(
      `versions-${application_code ?? 'all'}-${range.to}.csv`,
      ['platform', 'app_version', 'users', 'share', 'compared_as'],
      [rows],
    );
  const { from, to } = range;
  return { from, to, timezone, as_of: as_of.toISOString(), total_users, versions: rows };
}

/** Versions of several applications as one list, the most used first. */
function addUp(counts: readonly VersionCount[]): VersionCount[] {
  const sums = new Map<string, VersionCount>();
  for (const count of counts) {
    const key = JSON.stringify([count.platform, count.app_version]);
    const sum = sums.get(key);
    sums.set(key, { ...count, users: count.users + (sum?.users ?? 0) });
  }
  const nameOf = ({ platform, app_version }: VersionCount) => `${platform} ${app_version ?? ''}`;
  return [...sums.values()].sort((a, b) => b.users - a.users || (nameOf(a) < nameOf(b) ? -1 : 1));
}
