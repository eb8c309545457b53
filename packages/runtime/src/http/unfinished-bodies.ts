import { AppError } from '../errors.ts';

/** What one body that is being read holds. */
export interface UnfinishedBody {
  /** Counts bytes that arrived. May drop this body or another one. */
  add(bytes: number): void;
  /** The body is read, refused or given up. */
  end(): void;
}

export interface UnfinishedBodies {
  /**
   * Counts a body that begins to be read.
   * @param client address of the caller, as limits count it
   * @param drop called, once, when this body has to go; with what the caller is told
   * @throws AppError `rate_limited` when the caller begins more at once than anybody does
   */
  begin(client: string, drop: (reason: AppError) => void): UnfinishedBody;
  /** Bytes that are held now. */
  readonly heldBytes: number;
}

interface Held {
  bytes: number;
  /** In milliseconds of `performance.now()`. */
  begunAt: number;
  drop(reason: AppError): void;
}

/** How many times as many bodies may begin within a moment as may be slow. */
const mostAtOnce = 16;

/**
 * Bounds what bodies hold that are not whole yet, over all connections: a body that is sent slowly, or never to its end, holds memory
 * for as long as its request may take. When there is no room, the caller that holds most of it loses the oldest of its bodies, and a
 * caller that has many bodies loses the oldest to a new one, once it is slow. So callers who send what they announce, however
 * many at once, are not in the way of those who do not, nor of themselves.
 */
export function createUnfinishedBodies({
  maxBytes,
  maxPerClient = 128,
  slowMs = 2_000,
}: {
  /** Bytes that unfinished bodies may hold together. */
  maxBytes: number;
  maxPerClient?: number;
  /** After so many milliseconds a body is slow. */
  slowMs?: number;
}): UnfinishedBodies {
  const clients = new Map<string, { bytes: number; bodies: Set<Held> }>();
  let heldBytes = 0;

  const dropOldestOfLargest = (): void => {
    let largest: { bytes: number; bodies: Set<Held> } | undefined;
    for (const client of clients.values()) if (!largest || client.bytes > largest.bytes) largest = client;
    for (const body of largest?.bodies ?? []) {
      if (body.bytes === 0) continue;
      body.drop(new AppError('service_unavailable', { message: 'Too many bodies are on their way; send it again.' }));
      return;
    }
  };

  const makePlace = ({ bodies }: { bodies: Set<Held> }): void => {
    const tooMany = () =>
      new AppError('rate_limited', { message: 'Too many bodies are on their way.', retryAfterSeconds: 1 });
    // In the order in which they began.
    const [oldest] = bodies;
    if (oldest && performance.now() - oldest.begunAt >= slowMs) oldest.drop(tooMany());
    else if (bodies.size >= maxPerClient * mostAtOnce) throw tooMany();
  };

  return {
    get heldBytes() {
      return heldBytes;
    },
    begin(name, drop) {
      const client = clients.get(name) ?? { bytes: 0, bodies: new Set<Held>() };
      if (client.bodies.size >= maxPerClient) makePlace(client);
      clients.set(name, client);
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        heldBytes -= body.bytes;
        client.bytes -= body.bytes;
        client.bodies.delete(body);
        if (client.bodies.size === 0) clients.delete(name);
      };
      const body: Held = {
        bytes: 0,
        begunAt: performance.now(),
        drop(reason) {
          end();
          drop(reason);
        },
      };
      client.bodies.add(body);
      return {
        add(bytes) {
          if (isOver) return;
          body.bytes += bytes;
          client.bytes += bytes;
          heldBytes += bytes;
          if (heldBytes > maxBytes) dropOldestOfLargest();
        },
        end,
      };
    },
  };
}
