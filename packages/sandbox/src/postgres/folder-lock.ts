import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { processIdentity } from './process-info.ts';

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isHeld(content: string): boolean {
  const pid = Number.parseInt(content, 10);
  return Number.isInteger(pid) && pid > 0 && processIdentity(pid) === content;
}

/**
 * Makes the lock whole or not at all: a link appears with its content, where a created file is empty for a
 * moment.
 */
function tryCreate(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Locks a data folder for this process. The lock of a dead process is taken over.
 * @param path the lock file
 * @param dataDir the folder, for the message
 * @returns a function that unlocks
 * @throws `LocalPostgresError` when a live process holds it
 */
export function lockFolder(path: string, dataDir: string): () => void {
  const ownIdentity = processIdentity(process.pid) ?? String(process.pid);
  for (let tries = 0; tries < 10; tries += 1) {
    if (tryCreate(path, ownIdentity)) {
      return () => {
        if (readLock(path) === ownIdentity) rmSync(path, { force: true });
      };
    }
    const content = readLock(path);
    if (content === null) continue;
    if (isHeld(content)) {
      throw new LocalPostgresError(
        `The data folder "${dataDir}" is in use by the running process ${Number.parseInt(content, 10)}: stop that process first, or choose another folder.`,
      );
    }
    // Renaming makes sure that of two processes that see the same dead lock only one removes it.
    const movedLock = `${path}.${randomUUID()}`;
    try {
      renameSync(path, movedLock);
    } catch {
      continue;
    }
    // Another process may have replaced the dead lock in between; then its lock goes back.
    if (readLock(movedLock) !== content) {
      try {
        linkSync(movedLock, path);
      } catch {
        // A third process holds it now.
      }
    }
    rmSync(movedLock, { force: true });
  }
  throw new LocalPostgresError(
    `The data folder "${dataDir}" could not be locked with "${path}": delete that file and start again.`,
  );
}
