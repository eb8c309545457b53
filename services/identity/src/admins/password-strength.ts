import { fail, invalidField } from '@platform/runtime';
import { ThreadBusyError, Threads } from '@platform/threads';
import type * as judge from './judge-password.ts';

/** An idle thread ends: its lists of words take 40 MB. */
const threads = new Threads<typeof judge>({
  program: new URL('judge-password.ts', import.meta.url),
  name: 'the judge of passwords',
  timeoutMs: 10_000,
  memoryMb: 128,
  waiting: 20,
});

/**
 * Why a password is too weak for the account with this e-mail; null when it is not. It is judged in a worker thread: one
 * password takes up to 0.1 s.
 * @throws AppError `service_unavailable` while many others wait
 */
export async function passwordWeakness(password: string, email: string): Promise<string | null> {
  if (password.toLowerCase() === email.toLowerCase()) return 'is the e-mail address: choose another password';
  try {
    return await threads.run('judgePassword', { password, email });
  } catch (error) {
    if (!(error instanceof ThreadBusyError)) throw error;
    return fail('service_unavailable', { message: 'Many passwords are being judged: try again.', cause: error });
  }
}

/**
 * @throws `validation_failed` that names why the password in the field `path` is too weak,
 * `service_unavailable`
 */
export async function requireStrongPassword(path: string, password: string, email: string): Promise<void> {
  const weakness = await passwordWeakness(password, email);
  if (weakness !== null)
    invalidField(path, weakness.includes(':') ? weakness : `${weakness}: choose a longer password, such as four words`);
}
