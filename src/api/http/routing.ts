import { type Express, type RequestHandler, Router } from 'express';
import { HttpError } from './errors.ts';
import { stateOf } from './request-state.ts';
import type { Method, Route, RouteGroup } from './route.ts';

type ToHandler = (route: Route, pattern: string) => RequestHandler;

/**
 * Registers every route of every group on the app. A known path with another method is a 405 before anything else is
 * checked. A router tries one pattern after the other. So the patterns of a section, as `/v1/orders`, have a router of their own: a
 * request for an order is not compared with all those that come before orders in the alphabet.
 */
export const addRoutes = (app: Express, groups: readonly RouteGroup[], toHandler: ToHandler): void => {
  for (const { base, routes } of groups) {
    const sectionOf = sectionsOf(base);
    const byPattern = Map.groupBy(routes, (route) => base + route.path);
    const bySection = Map.groupBy([...byPattern.keys()].sort(literalFirst), sectionOf);
    const routers = new Map<string | undefined, Router>();
    for (const [section, patterns] of bySection) {
      if (section?.startsWith(':')) throw new Error(`${patterns[0]} begins with no section`);
      const router = Router({ caseSensitive: true });
      for (const pattern of patterns) addPlace(router, pattern, byPattern.get(pattern)!, toHandler);
      routers.set(section, router);
    }
    app.use((req, res, next) => {
      const router = routers.get(sectionOf(req.path));
      if (router) router(req, res, next);
      else next();
    });
  }
};

/** The first part of a path after the base: `orders` of `/v1/orders/12`. Undefined: it has another base. */
const sectionsOf = (base: string): ((path: string) => string | undefined) => {
  const start = `${base}/`;
  return (path) => {
    if (!path.startsWith(start)) return undefined;
    const end = path.indexOf('/', start.length);
    return path.slice(start.length, end < 0 ? path.length : end);
  };
};

const addPlace = (router: Router, pattern: string, routes: readonly Route[], toHandler: ToHandler): void => {
  const methods = routes.map((route) => route.method);
  if (new Set(methods).size < methods.length) throw new Error(`two routes for one method of ${pattern}`);
  const place = router.route(pattern);
  for (const route of routes) place[route.method](toHandler(route, pattern));
  place.all(methodNotAllowed(pattern, methods));
};

/** What is read and no more: a page, a document, a picture. */
export const getOnly = (router: Router, pattern: string, handler: RequestHandler): void => {
  router
    .route(pattern)
    .get(handler)
    .all(methodNotAllowed(pattern, ['get']));
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
