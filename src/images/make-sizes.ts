import type { Sharp } from 'sharp';
import type { ImageFile, ImageFiles } from './image-store.ts';

/** Pixels of the longer side. A smaller picture stays as small as it is. */
export const LONGEST_SIDE = { full: 1_600, thumbnail: 320 } as const;
/** What is decoded takes four bytes each: a small file may hold a huge picture. */
export const MAX_PIXELS = 40_000_000;

/** The bytes are no JPEG, PNG or WebP, or are broken. */
export class UnreadableImage extends Error {}
/** It has more pixels than we decode. */
export class TooManyPixels extends Error {}

export interface MadeImage {
  readonly files: ImageFiles;
  /** Of the full size, in pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a picture and encodes it anew in both sizes: upright, in the colours of the web, without metadata (places,
 * cameras, names). A picture with transparent parts becomes WebP, any other JPEG. The work runs in threads of its own.
 * Throws UnreadableImage, TooManyPixels.
 */
export const makeSizes = async (bytes: Buffer): Promise<MadeImage> => {
  if (!isKnownType(bytes)) throw new UnreadableImage();
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  try {
    const { width, height, hasAlpha } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw new TooManyPixels();
    const isTransparent = hasAlpha && !(await open().stats()).isOpaque;
    const encode = async (picture: Sharp, side: number) => {
      const scaled = picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
      const encoded = isTransparent
        ? scaled.webp({ quality: 80 })
        : scaled.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true });
      const { data, info } = await encoded.timeout({ seconds: LONGEST_SECONDS }).toBuffer({ resolveWithObject: true });
      const file: ImageFile = { bytes: data, contentType: isTransparent ? 'image/webp' : 'image/jpeg' };
      return { file, info };
    };
    const full = await encode(open().autoOrient(), LONGEST_SIDE.full);
    const thumbnail = await encode(sharp(full.file.bytes), LONGEST_SIDE.thumbnail);
    const { width: shownWidth, height: shownHeight } = full.info;
    return { files: { full: full.file, thumbnail: thumbnail.file }, width: shownWidth, height: shownHeight };
  } catch (error) {
    if (error instanceof TooManyPixels) throw error;
    throw new UnreadableImage('the picture can not be decoded', { cause: error });
  }
};

const LONGEST_SECONDS = 20;

/** JPEG, PNG, WebP by their first bytes: no other decoder of the library ever sees what a caller sent. */
const isKnownType = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');

/**
 * Loaded at the first picture: its binary takes a while, and most processes never see one. One thread for a picture and
 * no cache: pictures must take neither the processor nor the memory of orders.
 */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  return sharp;
};
