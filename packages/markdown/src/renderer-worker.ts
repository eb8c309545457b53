/** Worker thread of renderer.ts. Posts `{ready}` once, then `{rendered}` or `{error}` for each task. */
import { parentPort } from 'node:worker_threads';
import { addQueryToLinks, sanitizeBannerHtml } from './banner.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderTask } from './renderer.ts';
import type { Rendered } from './types.ts';

function render(task: RenderTask): Rendered | string {
  if ('markdown' in task) return renderMarkdown(task.markdown, task.options);
  return task.query === null ? sanitizeBannerHtml(task.banner) : addQueryToLinks(task.banner, task.query);
}

parentPort?.on('message', (task: RenderTask) => {
  try {
    parentPort?.postMessage({ rendered: render(task) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage({ ready: true });
