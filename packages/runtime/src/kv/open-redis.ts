import type { Log } from '../telemetry/log.ts';
import type { KeyValueStore } from './store.ts';

/**
 * Opens the key–value store in Redis. Its client is loaded here, so that a process without Redis does not
 * load it.
 * @param owner the service; its keys begin with `platform:<owner>:`
 */
export async function openRedis(url: string, owner: string, log: Log): Promise<KeyValueStore> {
  const { redisKeyValueStore } = await import('./redis.ts');
  return redisKeyValueStore(url, owner, log);
}
