import type { Browser } from 'playwright-core';

/** Limit of every wait in a page: a busy machine takes longer than the 30 s of Playwright. */
const maxWaitMs = 120_000;

/** The Chromium of this machine. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/**
 * Starts Chromium for a test. It draws without a GPU process and calls no server of its maker. It runs
 * without its sandbox: a test may run as root.
 * @throws Error when the program is absent or does not start
 */
export async function openBrowser(): Promise<Browser> {
  // Most suites start no browser: they do not load its driver.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(maxWaitMs);
    return context;
  };
  return browser;
}
