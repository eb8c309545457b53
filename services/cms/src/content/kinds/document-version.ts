import { fail } from '@platform/runtime';

/**
 * The version that follows: its last number plus one. 1 becomes 2, 1.0 becomes
 * 1.1, 1.9 becomes 1.10.
 * @throws AppError `version_not_incrementable` for one that is not numbers with dots between
 */
export function nextVersion(version: string): string {
  const match = /^((?:\d+\.)*)(\d{1,9})$/.exec(version);
  if (!match) return fail('version_not_incrementable');
  return `${match[1]}${Number(match[2]) + 1}`;
}
