import express, { type Router } from 'express';
import { beginPage } from './page-begin.ts';
import { servePrecompressed } from './precompressed.ts';
import { getOnly } from './routing.ts';
import { FOR_ANY_ORIGIN } from './security-headers.ts';

const KEPT_FOR_A_DAY = 'public, max-age=86400';

/** Pictures that the program itself brings. */
export interface Pictures {
  readonly path: string;
  /** SVG by the name of the file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Serves pictures to everybody: they hold nothing of anybody, so that any page may show them. */
export const createPictures = ({ path, files }: Pictures): Router => {
  const router = express.Router({ caseSensitive: true });
  router.use(beginPage(path, { ...FOR_ANY_ORIGIN, 'Cross-Origin-Resource-Policy': 'cross-origin' }));
  for (const [name, svg] of files) {
    getOnly(
      router,
      `/${name}`,
      servePrecompressed('svg', KEPT_FOR_A_DAY, () => Buffer.from(svg)),
    );
  }
  return router;
};
