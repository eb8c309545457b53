import type { IncomingMessage, ServerResponse } from 'node:http';
import { expressPath, type Method } from '@platform/contracts/kit';
import type { Route } from '@platform/contracts/route-table';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { boundedCache, bytesOf, detached } from '../bounded-cache.ts';

export type PathParams = Record<string, string>;
export type RouteHandler = (route: Route, params: PathParams, req: IncomingMessage, res: ServerResponse) => void;

/** Handles a request that no route matches: `allow` lists the methods of the path. */
export type Fallback = (req: IncomingMessage, res: ServerResponse, allow: Method[]) => unknown;

/** Splits the target of a request into path and query string (without `?`). */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

const countSegments = (path: string): number => path.split('/').length;

/**
 * Memory for paths whose match is remembered, in bytes: those that many clients read are always among them.
 */
const rememberedBytes = 2 * 1024 * 1024;
const rememberedLength = 200;

interface Match {
  route: Route;
  params: PathParams;
}

/**
 * Matches requests with `express.Router()` on bare node:http. Routes are spread over one router for each
 * method and number of segments, so a request is compared with a handful of patterns instead of with the
 * whole table; a path that was matched lately is not compared at all.
 */
export function buildRouter(routes: readonly Route[], handle: RouteHandler, fallback: Fallback) {
  const routers = new Map<string, Router>();
  const remembered = boundedCache<Match>({ maxBytes: rememberedBytes, sizeOf: ({ params }) => bytesOf(params) });
  for (const route of spelledOutFirst(routes)) {
    const { method, path } = route.endpoint;
    const bucket = `${method} ${countSegments(path)}`;
    const router = routers.get(bucket) ?? Router({ strict: true, caseSensitive: true });
    routers.set(bucket, router);
    const verb = method.toLowerCase() as Lowercase<Method>;
    router[verb](expressPath(path), (req: Request, res: Response) => {
      const name = nameOf(req);
      // Cut out of the address, the values would hold all of it, the query too, for as long as they are
      // remembered.
      const isRemembered = name.length <= rememberedLength;
      const params = Object.freeze(
        isRemembered ? detachedValues(req.params as PathParams) : { ...req.params },
      ) as PathParams;
      if (isRemembered) remembered.set(detached(name), { route, params });
      handle(route, params, req, res);
    });
  }
  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

  return (req: IncomingMessage, res: ServerResponse): void => {
    const match = remembered.get(nameOf(req));
    if (match) {
      handle(match.route, match.params, req, res);
      return;
    }
    const { path } = splitTarget(req.url ?? '/');
    const segments = countSegments(path);
    const method = matchedMethod(req);
    const router = routers.get(`${method} ${segments}`);
    const unmatched: NextFunction = (error?: unknown) => {
      // The router reports a path that cannot be percent-decoded; such an address does not exist.
      const others = error ? [] : methods.filter((other) => other !== method);
      const allow = others.filter((other) => matches(routers.get(`${other} ${segments}`), path));
      fallback(req, res, allow);
    };
    if (router) router(req as Request, res as Response, unmatched);
    else unmatched();
  };
}

/**
 * `/items/me` before `/items/{id}`, wherever the contracts declare them: `{` sorts behind every character of
 * a path.
 */
const spelledOutFirst = (routes: readonly Route[]): Route[] =>
  routes.toSorted((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1));

const detachedValues = (params: PathParams): PathParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, detached(value)]));

/** A HEAD is answered by the GET of the same path. */
const matchedMethod = (req: IncomingMessage): string => (req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET'));

const nameOf = (req: IncomingMessage): string => `${matchedMethod(req)} ${splitTarget(req.url ?? '/').path}`;

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
