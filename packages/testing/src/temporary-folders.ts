import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder in memory for the temporary files of a test run, for `TMPDIR`. A database is some 1,300 files: to
 * create one takes up to a second on a disk, and 50 ms in memory. Folders of runs that were killed are removed.
 * @param sharedMemory where the system has a file system in memory
 * @param neededBytes the most that a run takes of it, with room for the programs beside it
 * @returns null where files of that file system cannot be written or executed, or where less than
 *   `neededBytes` of it or of memory are free
 */
export function makeMemoryFolder(sharedMemory = '/dev/shm', neededBytes = 8 * 1024 ** 3): string | null {
  try {
    removeFoldersOfEndedRuns(sharedMemory);
    if (!isExecutable(sharedMemory) || freeBytes(sharedMemory) < neededBytes) return null;
    const folder = mkdtempSync(join(sharedMemory, `platform-tests-${process.pid}-`));
    // The user that PostgreSQL runs as has to pass through it.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return null;
  }
}

function removeFoldersOfEndedRuns(sharedMemory: string): void {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^platform-tests-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(sharedMemory, name), { recursive: true, force: true });
    } catch {
      // The folder of another user, or a program of that run still writes into it.
    }
  }
}

/** Tests execute scripts that they write. Docker mounts /dev/shm without that permission. */
function isExecutable(folder: string): boolean {
  const [, options = ''] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, present]) => present === folder)
      ?.slice(2) ?? [];
  return !options.split(',').includes('noexec');
}

/** Free bytes of a file system, or of memory within the limit of the container, whichever is less. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory());
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

/** @returns a folder for temporary files on a disk: for a copy of the repository, whose packages are hard links */
export const diskFolder = (): string => process.env[diskFolderVariable] ?? tmpdir();
