import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/**
 * The command line of a process.
 * @param pid process id
 * @returns its arguments joined by spaces; `null` when there is no such process, or only its exit status is
 * left
 */
export function commandLine(pid: number): string | null {
  const line =
    process.platform === 'linux'
      ? (readOrNull(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim()
      : ps(pid, 'command');
  return line === null || line === '' ? null : line;
}

/**
 * Distinguishes a process from a later one with the same id: its start time, and the boot it started in.
 * @param pid process id
 * @returns `null` when there is no such process
 */
export function processIdentity(pid: number): string | null {
  if (process.platform !== 'linux') {
    const started = ps(pid, 'lstart');
    return started === null || started === '' ? null : `${pid} ${started}`;
  }
  const status = readOrNull(`/proc/${pid}/stat`);
  if (status === null) return null;
  // The name in parentheses may hold spaces; the fields are counted after it: state is the first, start time
  // the 20th.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return null;
  return `${pid} ${fields[19]} ${readOrNull('/proc/sys/kernel/random/boot_id')?.trim()}`;
}
