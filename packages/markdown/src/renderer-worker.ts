/** Worker thread of renderer.ts. Posts `{ready}` once, then `{rendered}` or `{error}` for each job. */
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
