/** Worker thread of `checker.ts`: checks one document after the other. */
import { parentPort } from 'node:worker_threads';
import type { CheckTask, FromCheckWorker } from './checker.ts';
import { checkDocument } from './document-check.ts';
import { stripMarkdown } from './strip-text.ts';

const send = (message: FromCheckWorker) => parentPort?.postMessage(message);

parentPort?.on('message', ({ clauses, kind, markdown, policy, site, is_recorded, owner }: CheckTask) => {
  try {
    const document = {
      kind,
      site,
      is_recorded,
      text: stripMarkdown(markdown),
      policy: policy === null ? null : stripMarkdown(policy),
    };
    send({ result: checkDocument(clauses, document, owner) });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
});
send({ ready: true });
