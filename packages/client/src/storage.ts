/** A store for texts: `localStorage`, AsyncStorage of React Native, or the application's own. */
export interface ClientStorage {
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  set(key: string, value: string): unknown;
  remove(key: string): unknown;
}

interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function memoryStorage(): ClientStorage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
  };
}

/** `localStorage`, or the memory where a browser has none or denies it. */
export function defaultStorage(): ClientStorage {
  try {
    const { localStorage: web } = globalThis as { localStorage?: WebStorage };
    if (web && 'document' in globalThis) {
      web.getItem('');
      return {
        get: (key) => web.getItem(key),
        set: (key, value) => web.setItem(key, value),
        remove: (key) => web.removeItem(key),
      };
    }
  } catch {
    // Private windows and sandboxed frames deny it.
  }
  return memoryStorage();
}

/** What is stored, each under a key of its own: two tabs never overwrite another topic of each other. */
export type Topic =
  | 'snapshot'
  | 'newest'
  | 'user'
  | 'payment'
  | 'features'
  | 'config'
  | 'paywalls'
  | 'tabs'
  /** Of guests: the person who is a guest now, see {@link Events}. */
  | 'owner'
  /** Of guests: the last event of each page that a person inherited in another page. */
  | 'inherited'
  | `events.${string}`;

const personal: readonly Topic[] = ['snapshot', 'newest', 'user', 'payment', 'features', 'config', 'paywalls', 'owner'];

/** Values of one person of one application. A storage that fails loses values, and never throws. */
export interface Shelf {
  read<T>(topic: Topic): Promise<T | null>;
  /** @returns whether the value is stored */
  write(topic: Topic, value: unknown): Promise<boolean>;
  remove(topic: Topic): Promise<void>;
  /** Removes everything that is stored for the person, with or without the events that wait. */
  wipe(options?: { keepsEvents?: boolean }): Promise<void>;
  /** Later writes store nothing: an answer that comes after a sign-out leaves no trace. */
  close(): void;
}

export function openShelf(storage: ClientStorage, applicationCode: string, person: string): Shelf {
  const key = (topic: string) => `platform:${applicationCode}:${person}:${topic}`;
  let isClosed = false;
  const shelf: Shelf = {
    async read<T>(topic: Topic) {
      try {
        const text = await storage.get(key(topic));
        return text ? (JSON.parse(text) as T) : null;
      } catch {
        return null;
      }
    },
    async write(topic, value) {
      if (isClosed) return false;
      try {
        await storage.set(key(topic), JSON.stringify(value));
        return true;
      } catch {
        // A full storage: what is not stored is read from the network again.
        return false;
      }
    },
    async remove(topic) {
      try {
        await storage.remove(key(topic));
      } catch {
        // As above.
      }
    },
    async wipe({ keepsEvents = false } = {}) {
      await Promise.all(personal.map(shelf.remove));
      if (keepsEvents) return;
      const tabs = (await shelf.read<Record<string, number>>('tabs')) ?? {};
      const queues = Object.keys(tabs).map((tab): Topic => `events.${tab}`);
      await Promise.all([...queues, 'tabs' as const].map(shelf.remove));
    },
    close() {
      isClosed = true;
    },
  };
  return shelf;
}

/** The id of this installation of the application: made once, the same for every person. */
export async function installationId(
  storage: ClientStorage,
  applicationCode: string,
  make: () => string,
): Promise<string> {
  const key = `platform:${applicationCode}:installation`;
  try {
    const stored = await storage.get(key);
    if (stored) return stored;
    const value = make();
    await storage.set(key, value);
    return value;
  } catch {
    return make();
  }
}
