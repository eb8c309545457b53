import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchUser } from '../embedded.ts';

export type Verification = Awaited<ReturnType<BenchUser['client']['verifyConsents']>>['data'];

/**
 * Verifies a ledger to its end, however often the platform is restarted meanwhile.
 * @param options.watch gets the progress, some times a second
 * @returns the result, and how long it took in seconds
 */
export async function verifyLedger(
  client: () => BenchUser['client'],
  application_id: string,
  options: { scope: 'recent' | 'whole'; watch?: (running: NonNullable<Verification['running']>) => Promise<void> },
): Promise<{ result: Verification; seconds: number }> {
  const { scope, watch } = options;
  const params = { application_id };
  const began = performance.now();
  let { data } = await client().requestConsentsVerification({ params, body: { scope } });
  while (data.running) {
    await watch?.(data.running);
    await sleep(50);
    ({ data } = await client().verifyConsents({ params }));
  }
  return { result: data, seconds: (performance.now() - began) / 1000 };
}
