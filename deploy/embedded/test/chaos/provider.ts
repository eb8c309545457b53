import { listen } from '@platform/runtime';
import { createYookassaSandbox } from '@platform/sandbox';

export interface ProviderOptions {
  port: number;
  dataDir: string;
  shopId: string;
  secretKey: string;
  webhookUrl: string;
}

/**
 * The payment provider as a separate program, so that it can be killed and paused; its state is on its disk.
 */
const { port, ...options } = JSON.parse(process.env.CHAOS_PROVIDER ?? '{}') as ProviderOptions;
const sandbox = createYookassaSandbox({
  ...options,
  publicUrl: `http://127.0.0.1:${port}`,
  webhookRetryDelaysMs: [500, 1_000, 2_000, 4_000],
});
await listen(sandbox.handler, { port, host: '127.0.0.1' });
