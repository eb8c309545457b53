import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line, event and query of one piece of work carries. */
export interface Scope {
  request_id: string;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` so that everything it starts knows the request it belongs to. */
export const runInScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

export const currentScope = (): Scope | undefined => storage.getStore();
