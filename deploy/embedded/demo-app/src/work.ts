import { useCallback, useEffect, useRef, useState } from 'react';

/** Something that is read when a component is first shown. */
export interface Loaded<T> {
  /** null until it is there. */
  value: T | null;
  error: unknown;
  reload(): void;
}

/**
 * Reads data at once, on `reload()`, and when the network is back. The answer of a read is dropped if a later
 * read was started.
 * @param read a function that stays the same between renders
 */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; error: unknown }>({ value: null, error: null });
  const last = useRef(0);
  const reload = useCallback(() => {
    if (!navigator.onLine) return;
    const number = ++last.current;
    read().then(
      (value) => number === last.current && setState({ value, error: null }),
      (error: unknown) => number === last.current && setState(({ value }) => ({ value, error })),
    );
  }, [read]);
  useEffect(() => {
    reload();
    addEventListener('online', reload);
    return () => {
      removeEventListener('online', reload);
      last.current += 1;
    };
  }, [reload]);
  return { ...state, reload };
}

/** Something that a person starts. While it runs, a second click does nothing. */
export interface Work<A extends unknown[]> {
  run(...input: A): void;
  isRunning: boolean;
  error: unknown;
}

export function useWork<A extends unknown[]>(work: (...input: A) => Promise<unknown>): Work<A> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const run = (...input: A): void => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    setError(null);
    work(...input)
      .catch(setError)
      .finally(() => {
        running.current = false;
        setRunning(false);
      });
  };
  return { run, isRunning, error };
}
