/** Runs work; concurrent callers under one key share a run. */
export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>;

type Flights = Map<string, Promise<unknown>>;

/** Callers that come while work under the same key runs get its result instead of starting it again. */
export function singleFlight(): SingleFlight & { isRunning(key: string): boolean } {
  const running: Flights = new Map();
  const run = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const present = running.get(key) as Promise<T> | undefined;
    if (present) return present;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return Object.assign(run, { isRunning: (key: string) => running.has(key) });
}

/**
 * Callers that come while work under the same key runs share one more run after it: the state that they ask
 * about may have changed since the running one read. When that one fails, they fail with it: the upstream
 * that did not answer it would not answer them.
 */
export function nextFlight(): SingleFlight {
  const running: Flights = new Map();
  const waiting: Flights = new Map();
  const start = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const next = waiting.get(key) as Promise<T> | undefined;
    if (next) return next;
    const present = running.get(key);
    if (!present) return start(key, work);
    const follow = present.then(
      () => {
        waiting.delete(key);
        return start(key, work);
      },
      (error) => {
        waiting.delete(key);
        throw error;
      },
    );
    waiting.set(key, follow);
    return follow;
  };
}
