import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@platform/contracts';
import type { PlatformContext } from '@platform/contracts/kit';
import type { PathParams } from '@platform/runtime';

/** A service behind the gateway. The request carries none of the caller's credentials any more. */
export interface Upstream {
  handle(
    route: Route,
    params: PathParams,
    context: PlatformContext,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> | void;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}
