/** Things that change without a call of the application. */
export type Change = 'entitlements' | 'features' | 'config';

export interface Emitter {
  /** @returns a function that ends the subscription */
  on(change: Change, listener: () => void): () => void;
  emit(change: Change): void;
}

export function createEmitter(): Emitter {
  const listeners = new Map<Change, Set<() => void>>();
  return {
    on(change, listener) {
      const ownListener = () => listener();
      listeners.set(change, (listeners.get(change) ?? new Set()).add(ownListener));
      return () => void listeners.get(change)?.delete(ownListener);
    },
    emit(change) {
      for (const listener of [...(listeners.get(change) ?? [])]) listener();
    },
  };
}
