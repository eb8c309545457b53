import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openBrowser } from '@platform/testing';

/** A newcomer's second terminal: one shell that lives through all steps. */
export interface Terminal {
  /**
   * Runs commands.
   * @returns their output and their errors, in order
   * @throws Error with that text, when a command fails whose exit status no condition asks for, or ends the
   * shell
   */
  type(commands: string): Promise<string>;
  /** Ends the shell and the programs that it left running. */
  close(): Promise<void>;
}

export function openTerminal(cwd: string, env: NodeJS.ProcessEnv = {}): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env: { ...process.env, ...env } });
  const exited = once(shell, 'exit');
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  // A block has several commands: the trap notices also one in the middle.
  shell.stdin.write("exec 2>&1\ntrap 'failed=$?' ERR\n");
  const type: Terminal['type'] = async (commands) => {
    output = '';
    const mark = `done-${Math.random()}`;
    shell.stdin.write(`failed=0\n${commands}\necho; echo "${mark} $failed"\n`);
    const end = new RegExp(`\\n${mark} (\\d+)\\n`);
    while (!end.test(output)) {
      await Promise.race([once(shell.stdout, 'data'), exited]);
      // A syntax error ends the shell.
      if (shell.exitCode !== null) throw new Error(`exit status ${shell.exitCode}: ${commands}\n${output.trim()}`);
    }
    const [, status] = end.exec(output) ?? [];
    const printed = output.replace(end, '').trim();
    if (status !== '0') throw new Error(`exit status ${status}: ${commands}\n${printed}`);
    return printed;
  };
  return {
    type,
    async close() {
      if (shell.exitCode === null) shell.stdin.end('kill $(jobs -p) 2> /dev/null\n');
      await exited;
    },
  };
}

/** Chooses the card that succeeds on a payment page, and waits for the return to an address of this kind. */
export async function payInBrowser(address: string, returned: RegExp): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    // Addresses of examples lead nowhere.
    await page.route('https://example.com/**', (route) => route.fulfill({ body: 'bought' }));
    await page.goto(address);
    await page.getByTestId('pay-success').click();
    await page.waitForURL(returned);
  } finally {
    await browser.close();
  }
}
