import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditedCall } from './audit.ts';
import { newId } from './ids.ts';

/** Context that every log line, event and query of one unit of work carries. */
export interface Scope {
  request_id: string;
  /** The call of an administrator that this work belongs to, while it runs. */
  audited?: AuditedCall;
  /** Statements of this work run on the reports pool and may take so many seconds each. */
  reports?: { statementSeconds: number };
  /** This work has its share of the main pool and leaves the rest to users. */
  isBackground?: boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` so that everything it starts knows the request it belongs to. */
export const runInScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

/** Runs `work` as background work, outside of the request or job that began it. */
export const runInBackground = <T>(work: () => T): T => runInScope({ request_id: newId(), isBackground: true }, work);

export const currentScope = (): Scope | undefined => storage.getStore();
