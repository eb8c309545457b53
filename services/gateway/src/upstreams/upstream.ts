import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@platform/contracts';
import type { PathParams } from '@platform/runtime';

/** A service behind the gateway. The request already carries the signed context and none of the caller's credentials. */
export interface Upstream {
  handle(route: Route, params: PathParams, req: IncomingMessage, res: ServerResponse): Promise<void> | void;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}
