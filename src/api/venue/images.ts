import type { Request } from 'express';
import { z } from 'zod';
import { invalid } from '../../domain/refusal.ts';
import type { Images, UploadedImage } from '../../images/images.ts';
import { HttpError } from '../http/errors.ts';
import { IMAGES_PATH } from '../http/images.ts';
import { commaSeparated, queryText } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { createTimedQueue } from '../http/timed-queue.ts';

export interface ImageDependencies {
  readonly images: Pick<Images, 'upload' | 'bySource'>;
  readonly publicOrigin: string | undefined;
}

const MB = 1024 ** 2;
const MAX_BYTES = 10 * MB;
/** What pictures that wait for their turn may take: of all brands, and of one. */
const WAITING = { all: 64 * MB, ofBrand: 32 * MB };
const WAIT_MS = 20_000;
const RETRY_AFTER_S = 2;
/** An address of so many hashes is as long as any server takes. */
const MOST_ASKED = 100;
const SHA256 = /^[0-9a-f]{64}$/;

const pictureSchema = z.object({
  hash: z.string().meta({ description: 'What it is known by: its address is /images/<hash>' }),
  image: z.string().meta({ description: 'The address of the picture' }),
  thumbnail: z.string().meta({ description: 'The address of the small picture' }),
  content_type: z.string(),
  width: z.int(),
  height: z.int(),
});

const shown = (uploaded: UploadedImage, origin: string): z.infer<typeof pictureSchema> => {
  const image = `${origin}${IMAGES_PATH}/${uploaded.hash}`;
  return { ...uploaded, image, thumbnail: `${image}/thumbnail` };
};

const sentSchema = pictureSchema.extend({ sha256: z.string().meta({ description: 'Of the bytes that were sent' }) });

/** Whether pictures are here already, so that they need not be sent. */
export const knownImagesRoute = ({ images, publicOrigin }: ImageDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listImages',
    path: '/images',
    audience: 'venue',
    tags: ['Catalogue'],
    summary: 'The pictures that were made of files, by the SHA-256 of the files',
    description:
      'What was never sent is left out: send it. A picture that was loaded from its address is known as well.',
    query: z.object({
      sha256: queryText(MOST_ASKED * 66)
        .transform(commaSeparated)
        .pipe(z.array(z.string().regex(SHA256)).max(MOST_ASKED))
        .meta({
          type: 'array',
          items: { type: 'string', pattern: SHA256.source },
          param: { style: 'form', explode: false },
          description: `In hexadecimal digits, at most ${MOST_ASKED}, separated by commas`,
        }),
    }),
    responses: { 200: z.object({ images: z.array(sentSchema).meta({ description: 'Those that are here' }) }) },
    handler: async ({ brandId, query, req }) => {
      const found = await images.bySource(brandId, query.sha256);
      const origin = publicOrigin ?? originOf(req);
      return { body: { images: found.map(({ sha256, picture }) => ({ sha256, ...shown(picture, origin) })) } };
    },
  });

/**
 * Takes in a picture. One at a time in each app process: to decode one takes as much of a processor as hundreds of orders. Brands take
 * turns, so that the pictures of one do not make those of another wait.
 */
export const imageRoute = ({ images, publicOrigin }: ImageDependencies): Route => {
  const inTurn = createTimedQueue({ count: 1, waitMs: WAIT_MS });
  const waiting = createWaitingBytes();
  return defineRoute({
    method: 'post',
    operationId: 'uploadImage',
    path: '/images',
    audience: 'venue',
    tags: ['Catalogue'],
    summary: 'Takes in a picture, and answers its address',
    description: `The body is the picture itself: JPEG, PNG or WebP, 10 MB and 40 megapixels at most. It is encoded anew, upright and without
metadata, and scaled to 1600 pixels at most; \`thumbnail\` has 320. The addresses are for \`image\` of products, categories and menus and
for \`logo\` of points. Anybody can open them; they never change, so browsers keep them for good. The same picture sent twice is one.`,
    bytes: { types: ['image/jpeg', 'image/png', 'image/webp'], most: MAX_BYTES },
    responses: {
      200: pictureSchema,
    },
    errors: [409],
    handler: async ({ brandId, body, req }) => {
      const picture = body as Buffer | undefined;
      if (!picture) throw invalid('image_unreadable');
      const leave = waiting.enter(brandId, picture.length);
      try {
        const uploaded = await inTurn(() => images.upload(brandId, picture), brandId);
        return { body: shown(uploaded, publicOrigin ?? originOf(req)) };
      } finally {
        leave();
      }
    },
  });
};

/** Where the caller reached us. */
const originOf = (req: Request): string => `${req.protocol}://${req.host}`;

const createWaitingBytes = () => {
  let all = 0;
  const ofBrand = new Map<string, number>();
  return {
    /** Throws 503 if too much waits already. Answers how to leave. */
    enter(brandId: string, bytes: number): () => void {
      const own = ofBrand.get(brandId) ?? 0;
      if (all + bytes > WAITING.all || own + bytes > WAITING.ofBrand) {
        throw new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
      }
      all += bytes;
      ofBrand.set(brandId, own + bytes);
      return () => {
        all -= bytes;
        const left = ofBrand.get(brandId)! - bytes;
        if (left > 0) ofBrand.set(brandId, left);
        else ofBrand.delete(brandId);
      };
    },
  };
};
