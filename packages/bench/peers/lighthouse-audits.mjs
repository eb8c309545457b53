import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

/** Audits pages with Lighthouse: arguments are addresses; prints `{url: {audit: score}}` as JSON. */
const onlyAudits = (process.env.AUDITS ?? '').split(',');
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
const found = {};
try {
  for (const url of process.argv.slice(2)) {
    const run = await lighthouse(
      url,
      { port: chrome.port, logLevel: 'silent' },
      {
        extends: 'lighthouse:default',
        settings: {
          onlyAudits,
          ignoreStatusCode: true,
          throttlingMethod: 'provided',
          formFactor: 'desktop',
          screenEmulation: { disabled: true },
        },
      },
    );
    found[url] = Object.fromEntries(Object.entries(run.lhr.audits).map(([id, { score }]) => [id, score]));
  }
} finally {
  chrome.kill();
}
process.stdout.write(JSON.stringify(found));
