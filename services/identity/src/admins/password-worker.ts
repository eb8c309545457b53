/** Worker thread of password-strength.ts: see thread.ts of the runtime for its messages. */
import { parentPort } from 'node:worker_threads';
import { judgePassword } from './judge-password.ts';

parentPort?.on('message', (account: { password: string; email: string }) => {
  try {
    parentPort?.postMessage({ answer: judgePassword(account) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
parentPort?.postMessage({ ready: true });
