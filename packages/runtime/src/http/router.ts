import type { IncomingMessage, ServerResponse } from 'node:http';
import { expressPath, type Method } from '@platform/contracts/kit';
import type { Route } from '@platform/contracts/route-table';
import { type NextFunction, type Request, type Response, Router } from 'express';

export type PathParams = Record<string, string>;
export type RouteHandler = (route: Route, params: PathParams, req: IncomingMessage, res: ServerResponse) => void;

/** What to do with a request that no route matches: `allow` lists the methods that the address does have. */
export type Fallback = (req: IncomingMessage, res: ServerResponse, allow: Method[]) => unknown;

/** Splits the target of a request into path and query string (without `?`). */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

const countSegments = (path: string): number => path.split('/').length;

/**
 * Matches requests with `express.Router()` on bare node:http. Routes are spread over one router for each method and number
 * of segments, so a request is compared with a handful of patterns instead of with the whole table.
 */
export function buildRouter(routes: readonly Route[], handle: RouteHandler, fallback: Fallback) {
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const { method, path } = route.endpoint;
    const bucket = `${method} ${countSegments(path)}`;
    const router = routers.get(bucket) ?? Router({ strict: true, caseSensitive: true });
    routers.set(bucket, router);
    const verb = method.toLowerCase() as Lowercase<Method>;
    router[verb](expressPath(path), (req: Request, res: Response) => handle(route, req.params as PathParams, req, res));
  }
  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  return (req: IncomingMessage, res: ServerResponse): void => {
    const { path } = splitTarget(req.url ?? '/');
    const segments = countSegments(path);
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET');
    const router = routers.get(`${method} ${segments}`);
    const unmatched: NextFunction = (error?: unknown) => {
      // The router reports a path that cannot be percent-decoded; such an address does not exist.
      if (error) return fallback(req, res, []);
      const allow = methods.filter((other) => other !== method && matches(routers.get(`${other} ${segments}`), path));
      return fallback(req, res, allow);
    };
    if (router) router(req as Request, res as Response, unmatched);
    else unmatched();
  };
}

/** Whether some route of the router has this path, whatever the method. */
const matches = (router: Router | undefined, path: string): boolean =>
  router?.stack.some((layer) => {
    try {
      return layer.match(path);
    } catch {
      return false;
    }
  }) ?? false;

declare module 'express-serve-static-core' {
  interface ILayer {
    match(path: string): boolean;
  }
}
