import type { Express, RequestHandler } from 'express';
import { HttpError } from './errors.ts';
import { stateOf } from './request-state.ts';
import type { Method, Route, RouteGroup } from './route.ts';

type ToHandler = (route: Route, pattern: string) => RequestHandler;

/**
 * Registers every route of every group on the app. A known path with another method is a 405 before anything else is
 * checked. The router tries one pattern after the other, so the group with the most requests comes first.
 */
export const addRoutes = (app: Express, groups: readonly RouteGroup[], toHandler: ToHandler): void => {
  for (const { base, routes } of groups) {
    const byPattern = Map.groupBy(routes, (route) => base + route.path);
    for (const pattern of [...byPattern.keys()].sort(literalFirst)) {
      addPlace(app, pattern, byPattern.get(pattern)!, toHandler);
    }
  }
};

const addPlace = (app: Express, pattern: string, routes: readonly Route[], toHandler: ToHandler): void => {
  const methods = routes.map((route) => route.method);
  if (new Set(methods).size < methods.length) throw new Error(`two routes for one method of ${pattern}`);
  const place = app.route(pattern);
  for (const route of routes) place[route.method](toHandler(route, pattern));
  place.all(methodNotAllowed(pattern, methods));
};

/** Answers every method but these. */
export const methodNotAllowed = (pattern: string, methods: readonly Method[]): RequestHandler => {
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

/** `/orders/calculate` before `/orders/:order_id`, whatever their order in the source. */
const literalFirst = (a: string, b: string): number => {
  const left = matchingOrder(a);
  const right = matchingOrder(b);
  return left < right ? -1 : Number(left > right);
};

const matchingOrder = (pattern: string): string => pattern.replace(/:[^/]+/g, '\uffff');
