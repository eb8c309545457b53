import { z } from 'zod';
import { type Answer, jsonAnswer } from '../http/answer.ts';
import { type ApiSandbox, createApiSandbox } from '../http/api-sandbox.ts';
import { parseJson } from '../http/body.ts';

/**
 * - `pending`: 202, the key is checked later
 * - `too_many`: 429, potential spam
 * - `server_error`: 500
 * - `hang_up`: the addresses are taken, and the connection ends without an answer
 */
export type IndexNowFault = 'pending' | 'too_many' | 'server_error' | 'hang_up';

export interface IndexNowSandbox extends ApiSandbox<IndexNowFault> {
  /** Addresses that were accepted, in their order. */
  accepted(): string[];
}

const Submission = z.object({
  host: z.string().min(1),
  key: z.string(),
  keyLocation: z.url().optional(),
  urlList: z.array(z.url()).min(1).max(10_000),
});

const keyTimeoutMs = 3_000;
/** Kept for tests. */
const maxAccepted = 20_000;

/**
 * Stand-in for IndexNow: `POST /indexnow` (https://www.indexnow.org/documentation). It reads the key file as
 * search engines do: 403 without it, 422 for addresses of another host or a key of another form.
 */
export function createIndexNowSandbox(): IndexNowSandbox {
  const accepted: string[] = [];
  const empty = (status: number): Answer => ({ status, headers: { 'cache-control': 'no-store' }, body: '' });
  const refuse = (status: number, message: string) => jsonAnswer(status, { code: status, message });

  const sandbox = createApiSandbox({
    faults: ['pending', 'too_many', 'server_error', 'hang_up'],
    async answer({ method, url, text }, fault) {
      if (method !== 'POST' || url.pathname !== '/indexnow') return refuse(404, 'Not Found');
      if (fault === 'server_error') return refuse(500, 'Internal Server Error');
      if (fault === 'too_many') return refuse(429, 'Too Many Requests');
      const read = Submission.safeParse(parseJson(text));
      if (!read.success) return refuse(400, 'Invalid format');
      const { host, key, keyLocation = `https://${host}/${key}.txt`, urlList } = read.data;
      if (!/^[a-zA-Z0-9-]{8,128}$/.test(key)) return refuse(422, 'The key does not match its schema');
      const isForeign = [keyLocation, ...urlList].some((each) => new URL(each).host !== host);
      if (isForeign) return refuse(422, 'URLs do not belong to the host');
      if (!(await hasKey(keyLocation, key))) return refuse(403, 'Key not valid');
      accepted.push(...urlList);
      accepted.splice(0, Math.max(0, accepted.length - maxAccepted));
      if (fault === 'hang_up') return null;
      return empty(fault === 'pending' ? 202 : 200);
    },
  });
  return { ...sandbox, accepted: () => [...accepted] };
}

async function hasKey(address: string, key: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(keyTimeoutMs) });
    return response.ok && (await response.text()).trim() === key;
  } catch {
    return false;
  }
}
