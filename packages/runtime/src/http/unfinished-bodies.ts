import { AppError } from '../errors.ts';

/** The accounting of one body that is being read. */
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
   * @param drop called once when this body is dropped, with the error for the caller
   * @throws AppError `rate_limited` when the caller starts more bodies at once than a real client does
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
 * Bounds the memory of incomplete bodies, over all connections: a body that is sent slowly, or never to its
 * end, holds memory until its request times out. When the bound is reached, the caller that holds most
 * memory loses its oldest body. A caller with many bodies loses the oldest to a new one, once the oldest is
 * slow. So a caller that sends complete bodies, however many at once, disturbs neither slow callers nor
 * itself.
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
      body.drop(
        new AppError('service_unavailable', {
          message: 'Too many bodies are being received: send the request again in some seconds.',
        }),
      );
      return;
    }
  };

  const makeRoom = ({ bodies }: { bodies: Set<Held> }): void => {
    const tooMany = () =>
      new AppError('rate_limited', {
        message: 'Too many bodies are being received from this address: send fewer at once.',
        retryAfterSeconds: 1,
      });
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
      if (client.bodies.size >= maxPerClient) makeRoom(client);
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
