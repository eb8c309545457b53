import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@platform/runtime';
import type { ProcessEnd } from './processes.ts';

/** An image as `deploy/docker/open-image` unpacks it. */
export interface OpenedImage {
  /** Path of its root filesystem. */
  root: string;
  /** Bytes that it has over its base image. */
  size: number;
  config: {
    User: string;
    Env: string[];
    WorkingDir: string;
    Entrypoint: string[];
    Cmd?: string[] | null;
    ExposedPorts?: Record<string, object>;
    Healthcheck?: { Test: string[] };
    Labels: Record<string, string>;
  };
}

export interface Container {
  /**
   * Process of its entrypoint on this machine; it is process 1 in the container.
   * @throws where it has ended
   */
  pid(): Promise<number>;
  output(): string;
  isRunning(): boolean;
  ended: Promise<ProcessEnd>;
  /** Runs a command in it, as its user, in its folder and environment, with more variables; answers the exit code. */
  exec(command: readonly string[], variables?: Environment): Promise<number | null>;
  /** Sends a signal to process 1 and waits for the end. */
  end(signal: NodeJS.Signals): Promise<ProcessEnd>;
}

export interface ContainerOptions {
  args?: readonly string[];
  env: Environment;
  /** Folders of this machine by their path in the container. */
  volumes?: Readonly<Record<string, string>>;
}

/**
 * What docker compose does with `read_only`, `tmpfs: [/tmp]`, `cap_drop: [ALL]` and `no-new-privileges`, on the network
 * of this machine. `setpriv` is a part of every Debian image. Arguments: root filesystem, user and group, folder,
 * number of volumes, each volume as two arguments, the command.
 */
const enter = `
set -e
root=$1 user=$2 folder=$3 volumes=$4
shift 4
mount --bind "$root" "$root"
while [ "$volumes" -gt 0 ]; do mount --bind "$1" "$root$2"; shift 2; volumes=$((volumes - 1)); done
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do : >"$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
for file in hosts resolv.conf; do [ -e "$root/etc/$file" ] || : >"$root/etc/$file"; mount --bind "/etc/$file" "$root/etc/$file"; done
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --clear-groups \
  --reuid="\${user%:*}" --regid="\${user#*:}" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`;

const running = new Set<ChildProcess>();

/** For afterAll: the kernel ends the processes of a container with its process 1. */
export async function killContainers(): Promise<void> {
  for (const child of running) {
    // The process changes its user at its start, by which the kernel forgets to end it with its parent.
    const pid = await pidOf(child).catch(() => null);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
  }
}

/** Process 1 of the container, which its parent forks only after it has made the namespaces. */
async function pidOf(child: ChildProcess): Promise<number> {
  for (;;) {
    const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const pid = Number(text.trim());
    if (pid > 0) return pid;
    await sleep(10);
  }
}

/**
 * Starts the entrypoint of an image as an engine would: as the image's user without rights, as process 1, on a root
 * filesystem that is read-only, with /tmp in memory.
 */
export async function startContainer({ root, config }: OpenedImage, options: ContainerOptions): Promise<Container> {
  const volumes = Object.entries(options.volumes ?? {});
  // An engine makes the folder of a volume too.
  for (const [path] of volumes) await mkdir(join(root, path), { recursive: true });
  const env = {
    ...Object.fromEntries(config.Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2))),
    ...options.env,
  };
  const command = [...config.Entrypoint, ...(options.args ?? config.Cmd ?? [])];
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--propagation=private',
      'sh',
      '-c',
      enter,
      'sh',
      root,
      config.User,
      config.WorkingDir,
      String(volumes.length),
      ...volumes.flatMap(([path, folder]) => [folder, path]),
      ...command,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code, signal]): ProcessEnd => {
    running.delete(child);
    return { code, signal };
  });
  return {
    pid: () => pidOf(child),
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async exec(argv, variables = {}) {
      const [user = '', group = user] = config.User.split(':');
      const target = ['--target', String(await pidOf(child)), '--mount', '--pid', '--root', '--wd'];
      const inside = spawn('nsenter', [...target, '--setuid', user, '--setgid', group, ...argv], {
        env: { ...env, ...variables },
        stdio: 'ignore',
      });
      const [code] = await once(inside, 'close');
      return code;
    },
    async end(signal) {
      process.kill(await pidOf(child), signal);
      return ended;
    },
  };
}
