import { createServer } from 'node:http';
import { CheerioCrawler, Configuration } from '@crawlee/cheerio';

/** Crawls a site with @crawlee/cheerio: each page once, its links followed. It keeps titles alone. */
const site = process.env.SITE ?? '';
const concurrency = Number(process.env.CONCURRENCY);

async function crawl() {
  const configuration = new Configuration({ persistStorage: false, logLevel: 'ERROR' });
  let pages = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      useSessionPool: false,
      async requestHandler({ $, enqueueLinks }) {
        if ($('title').text() === '') throw new Error('a page without a title');
        pages += 1;
        await enqueueLinks({ strategy: 'same-origin' });
      },
    },
    configuration,
  );
  await crawler.run([`${site}/`]);
  return pages;
}

createServer(async (req, res) => {
  const started = performance.now();
  const pages = req.url === '/ready' ? 0 : await crawl();
  const body = { pages, seconds: (performance.now() - started) / 1000 };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(process.env.PORT), '127.0.0.1');
