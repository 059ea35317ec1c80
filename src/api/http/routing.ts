import type { Express, RequestHandler } from 'express';
import { HttpError } from './errors.ts';
import { stateOf } from './request-state.ts';
import type { Method, Route, RouteGroup } from './route.ts';

/**
 * Puts every route of every group on the app. A known path with another method is a 405 before anything else is looked at.
 */
export const addRoutes = (
  app: Express,
  groups: readonly RouteGroup[],
  toHandler: (route: Route, pattern: string) => RequestHandler,
): void => {
  const byPattern = new Map<string, Route[]>();
  for (const { base, routes } of groups) {
    for (const route of routes) {
      const pattern = base + route.path;
      byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), route]);
    }
  }
  for (const pattern of [...byPattern.keys()].sort(literalFirst)) {
    const routes = byPattern.get(pattern)!;
    const methods = routes.map((route) => route.method);
    if (new Set(methods).size < methods.length) throw new Error(`two routes for one method of ${pattern}`);
    const place = app.route(pattern);
    for (const route of routes) place[route.method](toHandler(route, pattern));
    place.all(methodNotAllowed(pattern, methods));
  }
};

const methodNotAllowed = (pattern: string, methods: readonly Method[]): RequestHandler => {
  const allow = methods
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .sort()
    .join(', ');
  return (req, res) => {
    stateOf(res).pattern = pattern;
    res.setHeader('Allow', allow);
    throw new HttpError(405, 'method_not_allowed', { method: req.method });
  };
};

/** `/orders/calculate` before `/orders/:order_id`, whatever order they were written in. */
const literalFirst = (a: string, b: string): number => {
  const left = a.split('/');
  const right = b.split('/');
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = Number(left[index]!.startsWith(':')) - Number(right[index]!.startsWith(':'));
    if (order !== 0) return order;
  }
  return left.length - right.length;
};
