import express, { type Router } from 'express';
import { servePrecompressed } from './precompressed.ts';
import { stateOf } from './request-state.ts';
import { methodNotAllowed } from './routing.ts';
import { API_HEADERS, FOR_ANY_ORIGIN } from './security-headers.ts';
import { closeIfStopping } from './write-head.ts';

const KEPT_FOR_A_DAY = 'public, max-age=86400';
const HEADERS = new Map([
  ...API_HEADERS,
  ...Object.entries({ ...FOR_ANY_ORIGIN, 'Cross-Origin-Resource-Policy': 'cross-origin' }),
]);

/** Pictures that the program itself brings. */
export interface Pictures {
  readonly path: string;
  /** SVG by the name of the file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Serves pictures to everybody: they hold nothing of anybody, so that any page may show them. */
export const createPictures = ({ path, files }: Pictures): Router => {
  const router = express.Router({ caseSensitive: true });
  router.use((_req, res, next) => {
    const state = stateOf(res);
    state.pattern = path;
    closeIfStopping(res);
    res.setHeaders(new Map([...HEADERS, ['X-Request-Id', state.requestId]]));
    next();
  });
  for (const [name, svg] of files) {
    const pattern = `/${name}`;
    const handler = servePrecompressed('svg', KEPT_FOR_A_DAY, () => Buffer.from(svg));
    router
      .route(pattern)
      .get(handler)
      .all(methodNotAllowed(pattern, ['get']));
  }
  return router;
};
