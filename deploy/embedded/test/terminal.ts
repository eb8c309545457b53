import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from 'playwright-core';

/** A newcomer's second terminal: one shell that lives through all steps. */
export interface Terminal {
  /** Runs commands and returns what they print. */
  type(commands: string): Promise<string>;
  /** Ends the shell and the programs that it left running. */
  close(): Promise<void>;
}

export function openTerminal(cwd: string, env: NodeJS.ProcessEnv = {}): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const type: Terminal['type'] = async (commands) => {
    output = '';
    const mark = `done-${Math.random()}`;
    shell.stdin.write(`${commands}\necho; echo "${mark} $?"\n`);
    const end = new RegExp(`\\n${mark} (\\d+)\\n`);
    while (!end.test(output)) await once(shell.stdout, 'data');
    return output.replace(end, '').trim();
  };
  return {
    type,
    async close() {
      const closed = once(shell, 'exit');
      shell.stdin.end('kill $(jobs -p) 2> /dev/null\n');
      await closed;
    },
  };
}

/** Chooses the card that succeeds on a payment page, and waits for the return to an address of this kind. */
export async function payInBrowser(address: string, returned: RegExp): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
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
