import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ImageKind, imageTypes } from '../images/image.ts';
import type { Log } from '../telemetry/log.ts';
import type { FileStore } from './file-store.ts';

export interface Asset {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

/** Public content-addressed files: the content of a name never changes. */
export interface AssetStore {
  /** Stores a file and answers its name. The same bytes have the same name, however often they come. */
  put(kind: ImageKind, bytes: Buffer): Promise<string>;
  /** Null for a name that was never given. */
  get(name: string): Promise<Asset | null>;
  close(): Promise<void>;
}

const namePattern = new RegExp(`^[0-9a-f]{40}\\.(${Object.keys(imageTypes).join('|')})$`);
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 40);

/**
 * Assets in a file store, with an LRU cache in memory. The content from the store is verified against its
 * name: a damaged or replaced file is not served.
 * @param cacheBytes memory for assets
 */
export function createAssetStore(store: FileStore, log: Log, cacheBytes = 32 * 1_048_576): AssetStore {
  const load = async (name: string): Promise<Asset | undefined> => {
    const bytes = await store.get(name);
    if (!bytes) return undefined;
    const [digest = '', kind = ''] = name.split('.');
    if (digestOf(bytes) !== digest) {
      log.error({ name }, 'a stored file was altered: restore it from a backup, or upload it again');
      return undefined;
    }
    return { bytes, contentType: imageTypes[kind as ImageKind], etag: `"${digest}"` };
  };
  const cache = new LRUCache<string, Asset>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 256,
    fetchMethod: load,
  });
  return {
    async put(kind, bytes) {
      const name = `${digestOf(bytes)}.${kind}`;
      await store.put(name, bytes, imageTypes[kind]);
      return name;
    },
    // Single-flight: concurrent requests for an uncached asset share one read.
    get: async (name) => (namePattern.test(name) ? ((await cache.fetch(name)) ?? null) : null),
    close: () => store.close(),
  };
}
