import { execFileSync, spawnSync } from 'node:child_process';
import type { PostgresBinaries } from './binaries.ts';
import { LocalPostgresError } from './local-postgres-error.ts';

/** How PostgreSQL's programs are started, and the owner of their data. */
export type RunAs = {
  /** `null`: as ourselves. */
  owner: { uid: number; gid: number } | null;
  /** Converts a program call into the one to spawn. */
  command(program: string, args: readonly string[]): { program: string; args: string[]; uid?: number; gid?: number };
};

const NOBODY = 65534;
const CAPABILITIES = '+dac_override,+dac_read_search';

function findUser(name: string): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    const user = { uid: id('-u'), gid: id('-g') };
    return user.uid > 0 && user.gid > 0 ? user : null;
  } catch {
    return null;
  }
}

function createUser(name: string): { uid: number; gid: number } | null {
  spawnSync('groupadd', ['--system', name], { stdio: 'ignore' });
  spawnSync('useradd', ['--system', '--gid', name, '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
    stdio: 'ignore',
  });
  return findUser(name);
}

/**
 * Chooses the user that PostgreSQL runs as. It refuses to run as root, so root uses the user `postgres`
 * (created when missing), else `nobody`. Where that user cannot reach the folders, a clone under `/root` for
 * example, it gets the two capabilities that pass closed folders, if `setpriv` is there to give them.
 * @param binaries the server's programs
 * @param parentDir the folder that the data folder lies in
 * @throws `LocalPostgresError` when nothing works
 */
export function chooseRunAs(binaries: PostgresBinaries, parentDir: string): RunAs {
  if (process.getuid?.() !== 0) return { owner: null, command: (program, args) => ({ program, args: [...args] }) };

  const owner = findUser('postgres') ?? createUser('postgres') ?? { uid: NOBODY, gid: NOBODY };
  const plain: RunAs = { owner, command: (program, args) => ({ program, args: [...args], ...owner }) };
  if (canReach(plain, binaries, parentDir)) return plain;

  const privileged: RunAs = {
    owner,
    command: (program, args) => ({
      program: 'setpriv',
      args: [
        `--reuid=${owner.uid}`,
        `--regid=${owner.gid}`,
        '--clear-groups',
        // Else access(2), by which PostgreSQL searches its own programs, ignores the capabilities.
        '--securebits=+no_setuid_fixup',
        `--inh-caps=${CAPABILITIES}`,
        `--ambient-caps=${CAPABILITIES}`,
        program,
        ...args,
      ],
    }),
  };
  if (canReach(privileged, binaries, parentDir)) return privileged;
  throw new LocalPostgresError(
    `PostgreSQL does not run as root, and the user with the id ${owner.uid} that it runs as instead cannot reach "${parentDir}" or "${binaries.postgres}": move the project to a folder that every user may enter (not under /root), or start it as an ordinary user.`,
  );
}

/**
 * Tried out rather than computed from modes: access lists, mounts and missing capabilities count as well.
 * `--show` makes `initdb` search its sibling `postgres`, run it, and end without touching anything.
 */
function canReach(runAs: RunAs, { initdb }: PostgresBinaries, parentDir: string): boolean {
  const script = 'cd "$1" && exec "$2" --show --pgdata="$1/postgres"';
  const { program, args, ...ids } = runAs.command('/bin/sh', ['-c', script, 'sh', parentDir, initdb]);
  return spawnSync(program, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}
