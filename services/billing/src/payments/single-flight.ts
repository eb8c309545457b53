export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Callers that come while work under the same key runs get its result instead of starting it again. */
export function singleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const present = running.get(key) as Promise<T> | undefined;
    if (present) return present;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
