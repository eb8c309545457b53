import type { Log } from '../telemetry/log.ts';
import type { KeyValueStore } from './store.ts';

/**
 * Opens the key–value store in Redis. Its client is loaded here, so that a process without Redis does not
 * load it.
 * @param owner the service; its keys begin with `platform:<owner>:`
 * @param commandMs how long a command may take, in milliseconds; 200 when absent
 */
export async function openRedis(url: string, owner: string, log: Log, commandMs?: number): Promise<KeyValueStore> {
  const { redisKeyValueStore } = await import('./redis.ts');
  return redisKeyValueStore(url, owner, log, commandMs);
}
