import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system in memory that Linux has. */
const sharedMemory = '/dev/shm';
const prefix = 'platform-tests-';
/** What a run may take of it at most, with room for the programs beside it. */
const neededBytes = 8 * 1024 ** 3;

/**
 * A folder in memory for the temporary files of a test run, for `TMPDIR`. A database is some 1,300 files: to
 * create one takes up to a second on a disk, and 50 ms in memory. Folders of runs that were killed are removed.
 * @returns null where the system has no such file system, or less than 8 GiB of it or of memory are free
 */
export function makeMemoryFolder(): string | null {
  if (!hasRoom()) return null;
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = name.match(`^${prefix}(\\d+)-`) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(sharedMemory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(sharedMemory, `${prefix}${process.pid}-`));
  // The user that PostgreSQL runs as has to pass through it.
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return Math.min(bavail * bsize, Number(kilobytes) * 1024) >= neededBytes;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The variable that has the folder for temporary files on a disk, while `TMPDIR` is in memory. */
export const diskFolderVariable = 'TEST_DISK_FOLDER';

/** A folder for temporary files on a disk: for a copy of the repository, whose packages are hard links. */
export const diskFolder = (): string => process.env[diskFolderVariable] ?? tmpdir();
