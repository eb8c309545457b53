import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@platform/contracts';
import type { PlatformContext } from '@platform/contracts/kit';
import type { PathParams } from '@platform/runtime';

/**
 * A service behind the gateway. A service in another process gets none of the caller's credentials, neither
 * in headers nor in the address. One in this process is handed the request as it came, credentials included:
 * taking them off would cost and protect nothing from code that shares our memory. A service believes the
 * context and nothing else.
 */
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
