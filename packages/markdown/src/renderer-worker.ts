/** Worker thread of renderer.ts. Says `{ready}` once, and then answers `{rendered}` or `{error}` to each job. */
import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderOptions } from './types.ts';

parentPort?.on('message', ({ markdown, options }: { markdown: string; options: RenderOptions }) => {
  try {
    parentPort?.postMessage({ rendered: renderMarkdown(markdown, options) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage({ ready: true });
