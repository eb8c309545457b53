import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const execute = promisify(execFile);

/** A copy of this repository that a test may change. */
export interface ScratchCopy {
  root: string;
  /** Runs a program in the copy, as a shell of its own would: without the make around this test. */
  run(program: string, ...args: string[]): Promise<{ code: unknown; output: string }>;
  /**
   * The output of a program that succeeds.
   * @throws Error with the output when it fails
   */
  succeed(program: string, ...args: string[]): Promise<string>;
}

/** Copies the files that git knows or would add. Packages are linked and not copied. */
export async function copyRepository(root: string): Promise<ScratchCopy> {
  // The time of the lock file in node_modules is set by the generators, so that one is copied.
  const copy = `
    set -e
    mkdir -p "$1" && cd "$0"
    git ls-files --cached --others --exclude-standard | tar --ignore-failed-read -cf - -T - | tar -xf - -C "$1"
    for modules in node_modules packages/*/node_modules services/*/node_modules deploy/*/node_modules; do
      [ ! -d "$modules" ] || cp -al "$modules" "$1/$modules" || cp -a "$modules" "$1/$modules"
    done
    cp --remove-destination node_modules/.package-lock.json "$1/node_modules/.package-lock.json"
    git init --quiet "$1"`;
  await execute('bash', ['-c', copy, repository, root]);

  const run: ScratchCopy['run'] = (program, ...args) => {
    const { MAKEFLAGS: _, MAKELEVEL: __, ...env } = process.env;
    const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
    return execute(program, args, { cwd: root, env: { ...env, PATH }, maxBuffer: 64 * 1_048_576 }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
    );
  };
  return {
    root,
    run,
    async succeed(program, ...args) {
      const { code, output } = await run(program, ...args);
      if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
      return output;
    },
  };
}
