import { tmpdir } from 'node:os';
import type { GuardedProxy } from '@platform/runtime';
import type { Browser } from 'playwright-core';
import { refuseRoot } from './refuse-root.ts';

/** A running Chromium, in a process group of its own. */
export interface Chromium {
  browser: Browser;
  /** Id of the process group. */
  pid: number;
  /** Ends every process of it; one that does not end in time is killed. */
  end(): Promise<void>;
}

/** Whether a page of a foreign site is rendered inside the sandbox of Chromium alone. No setting switches it off. */
export type Sandbox = 'required' | 'off';

const launchMs = 60_000;
/** A browser that does not close in this time is killed. */
const closeMs = 3_000;
const flags = [
  // Every request leaves through the proxy: no UDP, and no name is resolved here.
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-domain-reliability',
  // Megabytes of the heap of a page.
  '--js-flags=--max-old-space-size=384',
];

/**
 * Starts Chromium behind a proxy. It gets nothing of the environment of this process, which has secrets. It
 * ends with this process, too: its pipe breaks.
 * @param path of the program
 * @param sandbox `off` in tests alone, which may run as root
 * @throws ConfigError as root, where Chromium has no sandbox
 * @throws Error when it does not start
 */
export async function launchChromium(path: string, proxy: GuardedProxy, sandbox: Sandbox): Promise<Chromium> {
  refuseRoot({ path, sandbox });
  // A service that renders nothing does not load it.
  const { chromium } = await import('playwright-core');
  const { server, username, password } = proxy;
  const program = await chromium.launchServer({
    executablePath: path,
    headless: true,
    chromiumSandbox: sandbox === 'required',
    host: '127.0.0.1',
    timeout: launchMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), LANG: 'C.UTF-8', TZ: 'UTC' },
    // Loopback, too, is a matter of the proxy.
    proxy: { server, username, password, bypass: '<-loopback>' },
    args: flags,
  });
  const { pid } = program.process();
  if (pid === undefined) throw new Error('Chromium has no process');
  const ended = new Promise<void>((resolve) => program.process().once('exit', () => resolve()));
  const kill = () => killGroup(pid);
  const browser = await chromium.connect(program.wsEndpoint()).catch((error: unknown) => {
    kill();
    throw error;
  });
  let ending: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    const timer = setTimeout(kill, closeMs);
    await program.close().catch(() => {});
    // What outlives the browser, and a browser that closed in part.
    kill();
    await ended;
    clearTimeout(timer);
  };
  return { browser, pid, end: () => (ending ??= end()) };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
