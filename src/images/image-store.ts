/** `full` for a page of one dish, `thumbnail` for lists. */
export const IMAGE_SIZES = ['full', 'thumbnail'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

export interface ImageFile {
  readonly bytes: Buffer;
  /** `image/jpeg` or `image/webp`. */
  readonly contentType: string;
}

export type ImageFiles = Readonly<Record<ImageSize, ImageFile>>;

/** Where the bytes of pictures are. A picture never changes, and is known by its hash. */
export interface ImageStore {
  /** Keeps both sizes. The same hash may be kept again: it is the same picture. */
  put(hash: string, files: ImageFiles): Promise<void>;
  /** Undefined: there is no such picture. */
  get(hash: string, size: ImageSize): Promise<Buffer | undefined>;
}

/** The store of pictures does not answer, or refuses us. The same call may work later. */
export class ImageStoreUnavailable extends Error {
  override name = 'ImageStoreUnavailable';
}
