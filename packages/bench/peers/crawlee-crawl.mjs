import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheerioCrawler, Configuration } from '@crawlee/cheerio';
import { MemoryStorage } from '@crawlee/memory-storage';

/**
 * Crawls a site with @crawlee/cheerio as its quick start does: each page once, its links followed, address
 * and title stored. The queue is on disk, so that a crawl survives its process, as a scan does.
 */
const site = process.env.SITE ?? '';
const concurrency = Number(process.env.CONCURRENCY);

async function crawl() {
  const localDataDirectory = await mkdtemp(join(tmpdir(), 'crawlee-'));
  const configuration = new Configuration({
    storageClient: new MemoryStorage({ localDataDirectory }),
    logLevel: 'ERROR',
  });
  let pages = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      async requestHandler({ request, $, enqueueLinks, pushData }) {
        pages += 1;
        await pushData({ url: request.loadedUrl, title: $('title').text() });
        await enqueueLinks();
      },
    },
    configuration,
  );
  await crawler.run([`${site}/`]);
  await rm(localDataDirectory, { recursive: true, force: true });
  return pages;
}

createServer(async (req, res) => {
  const started = performance.now();
  const pages = req.url === '/ready' ? 0 : await crawl();
  const body = { pages, seconds: (performance.now() - started) / 1000 };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(process.env.PORT), '127.0.0.1');
