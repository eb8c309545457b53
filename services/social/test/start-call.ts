import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeProgram, testEnvironment } from '@platform/testing';
import type { SocialWorld } from './start-social.ts';

const program = fileURLToPath(new URL('call-host.ts', import.meta.url));

/**
 * Starts another process of the service beside that of the test, which makes one call as an owner.
 * @returns kills the process
 */
export async function startCall(
  t: SocialWorld,
  call: { operation: string; method: string; path: string; body: object },
): Promise<() => Promise<void>> {
  const host = fork(program, [], {
    ...nodeProgram,
    env: {
      ...nodeProgram.env,
      ...testEnvironment(t.service.database),
      ...t.environment,
      DATABASE_URL: t.service.database.urlFor('social'),
      LOG_LEVEL: 'silent',
      SOCIAL_TIMEOUT_MS: '60000',
      TEST_CLOCK_AT: String(t.clock.now().getTime()),
      TEST_CALL: JSON.stringify(call),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await Promise.race([once(host, 'message'), once(host, 'exit')]);
  return async () => {
    const exit = once(host, 'exit');
    host.kill('SIGKILL');
    await exit;
  };
}
