import type { Sharp } from 'sharp';
import type { ImageFile, ImageFiles } from './image-store.ts';
import { isPlainPicture } from './plain-picture.ts';

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
 * One that is already as we would make it keeps its bytes: it would lose a little each time that it goes from brand to brand.
 * Throws UnreadableImage, TooManyPixels.
 */
export const makeSizes = async (bytes: Buffer): Promise<MadeImage> => {
  if (!contentTypeOf(bytes)) throw new UnreadableImage();
  const sharp = await loadSharp();
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  try {
    const { width, height, hasAlpha, space } = await sharp(bytes, { limitInputPixels: false }).metadata();
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
    const encoded = await encode(open().autoOrient(), LONGEST_SIDE.full);
    const isOurs =
      Math.max(width, height) <= LONGEST_SIDE.full &&
      space === 'srgb' &&
      bytes.length <= encoded.file.bytes.length * SAME_SIZE &&
      contentTypeOf(bytes) === encoded.file.contentType &&
      isPlainPicture(bytes);
    const full = isOurs ? { ...encoded, file: { ...encoded.file, bytes } } : encoded;
    const thumbnail = await encode(sharp(full.file.bytes), LONGEST_SIDE.thumbnail);
    const { width: shownWidth, height: shownHeight } = full.info;
    return { files: { full: full.file, thumbnail: thumbnail.file }, width: shownWidth, height: shownHeight };
  } catch (error) {
    if (error instanceof TooManyPixels) throw error;
    throw new UnreadableImage('the picture can not be decoded', { cause: error });
  }
};

const LONGEST_SECONDS = 20;
/** Encoded once more, a picture of ours has about as many bytes. */
const SAME_SIZE = 1.1;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** By the first bytes: no other decoder of the library ever sees what a caller sent. Undefined: none of these. */
export const contentTypeOf = (bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | undefined => {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
};

/**
 * Looks whether makeSizes will take a picture, at a part of its cost. Throws UnreadableImage, TooManyPixels.
 */
export const checkPicture = async (bytes: Buffer): Promise<void> => {
  if (!contentTypeOf(bytes)) throw new UnreadableImage();
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw new TooManyPixels();
    // All of it is read, and little of it made: what is cut off is found.
    await sharp(bytes, { failOn: 'error', sequentialRead: true }).resize(16, 16, { fit: 'inside' }).raw().toBuffer();
  } catch (error) {
    if (error instanceof TooManyPixels) throw error;
    throw new UnreadableImage('the picture can not be decoded', { cause: error });
  }
};

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
