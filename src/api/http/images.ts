import express, { type RequestHandler, type Router } from 'express';
import type { ImageFile, ImageSize } from '../../images/image-store.ts';
import { matchesEtag } from './answer.ts';
import { HttpError } from './errors.ts';
import { beginPage } from './page-begin.ts';
import { getOnly } from './routing.ts';
import { FOR_ANY_ORIGIN } from './security-headers.ts';

/** Where the pictures are that venues have sent. */
export const IMAGES_PATH = '/images';
/** The address says what is in it, so it never changes. */
const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';
const HASH = /^[0-9a-f]{64}$/;

/** Undefined: there is no such picture. */
export type ReadImage = (hash: string, size: ImageSize) => Promise<ImageFile | undefined>;

/** Serves the pictures of venues to everybody, full at `/images/<hash>` and small at `/images/<hash>/thumbnail`. */
export const createImageRouter = (read: ReadImage): Router => {
  const router = express.Router({ caseSensitive: true, strict: true });
  const show =
    (size: ImageSize): RequestHandler =>
    async (req, res) => {
      const hash = String(req.params.hash);
      const file = HASH.test(hash) ? await read(hash, size) : undefined;
      if (!file) throw new HttpError(404, 'image_not_found');
      const etag = `${hash.slice(0, 32)}-${size}`;
      res.set({ 'Cache-Control': KEPT_FOR_GOOD, ETag: `"${etag}"` });
      if (matchesEtag(req.headers['if-none-match'], etag)) res.status(304).end();
      else res.type(file.contentType).send(file.bytes);
    };
  router.use(beginPage(IMAGES_PATH, { ...FOR_ANY_ORIGIN, 'Cross-Origin-Resource-Policy': 'cross-origin' }));
  getOnly(router, '/:hash', show('full'));
  getOnly(router, '/:hash/thumbnail', show('thumbnail'));
  return router;
};
