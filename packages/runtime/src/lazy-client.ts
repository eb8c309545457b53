/** A client or library whose package is loaded with its first use. */
export interface LazyClient<T> {
  /** @throws Error after `close`, or the error of a failed load, which the next call tries again */
  open(): Promise<T>;
  /** Ends the client where it was opened, and refuses every later use. */
  close(): Promise<void>;
}

/**
 * Undici and nodemailer are a sixth of the CPU time in which a service loads, and many services use neither.
 * @param load imports the package and makes the client
 * @param end closes the client; nothing is closed when absent
 */
export function lazyClient<T>(load: () => Promise<T>, end?: (client: T) => Promise<void> | void): LazyClient<T> {
  let opened: Promise<T> | undefined;
  let isClosed = false;
  return {
    async open() {
      if (isClosed) throw new Error('the client is closed');
      opened ??= load().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async close() {
      isClosed = true;
      // A load that failed left nothing to end.
      const client = await opened?.catch(() => undefined);
      if (client !== undefined) await end?.(client);
    },
  };
}
