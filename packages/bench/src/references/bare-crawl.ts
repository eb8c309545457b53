import { createServer } from 'node:http';
import { defaultTreeAdapter, parse } from 'parse5';
import { Agent, request } from 'undici';

/**
 * Lower bound of a crawler: fetches each page once, parses it, follows its links. It analyses and stores
 * nothing.
 */
const origin = process.env.SITE ?? '';
const concurrency = Number(process.env.CONCURRENCY);
const dispatcher = new Agent({ connections: concurrency });

type Node =
  | ReturnType<typeof defaultTreeAdapter.createDocument>
  | Parameters<typeof defaultTreeAdapter.getChildNodes>[0];

function collectLinks(node: Node, links: string[]): void {
  for (const child of defaultTreeAdapter.getChildNodes(node)) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    if (child.tagName === 'a') links.push(child.attrs.find(({ name }) => name === 'href')?.value ?? '');
    collectLinks(child, links);
  }
}

async function crawl(): Promise<number> {
  const seenUrls = new Set([`${origin}/`]);
  const queue = [...seenUrls];
  let active = 0;
  await new Promise<void>((resolve, reject) => {
    const visit = async (url: string) => {
      const { body } = await request(url, { dispatcher });
      const links: string[] = [];
      collectLinks(parse(await body.text()), links);
      for (const link of links) {
        const address = new URL(link, url).href;
        if (!seenUrls.has(address)) queue.push(address);
        seenUrls.add(address);
      }
    };
    const next = (): void => {
      if (queue.length === 0 && active === 0) resolve();
      while (active < concurrency) {
        const url = queue.shift();
        if (url === undefined) return;
        active += 1;
        visit(url).then(() => {
          active -= 1;
          next();
        }, reject);
      }
    };
    next();
  });
  return seenUrls.size;
}

createServer(async (req, res) => {
  const started = performance.now();
  const pages = req.url === '/ready' ? 0 : await crawl();
  const body = { pages, seconds: (performance.now() - started) / 1000 };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(process.env.PORT), '127.0.0.1');
