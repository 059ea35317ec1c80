import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_PIXELS, makeSizes, TooManyPixels, UnreadableImage } from '../../../src/images/make-sizes.ts';

const RED = { r: 200, g: 30, b: 30 };
const picture = (width: number, height: number, alpha?: number) =>
  sharp({ create: { width, height, channels: 4, background: { ...RED, alpha: alpha ?? 1 } } });

describe('pictures are encoded anew', () => {
  test('a JPEG, a PNG and a WebP become a JPEG in two sizes', async () => {
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const { files, width, height } = await makeSizes(await picture(2_000, 1_000)[type]().toBuffer());
      expect({ type, width, height }).toEqual({ type, width: 1_600, height: 800 });
      expect(files.full.contentType).toBe('image/jpeg');
      expect(await sharp(files.full.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_600, height: 800 });
      expect(await sharp(files.thumbnail.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 160 });
    }
  });

  test('a small picture stays small, and one with transparent parts becomes WebP', async () => {
    const { files, width } = await makeSizes(await picture(40, 30, 0.5).png().toBuffer());
    expect(width).toBe(40);
    expect(files.full.contentType).toBe('image/webp');
    expect(await sharp(files.thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, hasAlpha: true });
  });

  test('it is upright, and nothing says where and by what it was taken', async () => {
    const exif = {
      IFD0: { Make: 'Camera', Copyright: 'Aziza' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 18/1 0/1' },
    };
    const taken = await picture(300, 200).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { files, width, height } = await makeSizes(taken);
    expect({ width, height }).toEqual({ width: 200, height: 300 });
    for (const { bytes } of Object.values(files)) {
      const { exif: left, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect({ left, icc, xmp, iptc, orientation }).toEqual({});
      expect(bytes.includes('Aziza')).toBe(false);
    }
  });

  test('a picture that we made comes through as it is, from brand to brand; one with something beside the picture does not', async () => {
    const noise = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: RED,
      },
    })
      .png()
      .toBuffer();
    const grey = await sharp(noise).greyscale().png().toBuffer();
    const clear = await picture(300, 200, 0.5).png().toBuffer();
    for (const given of [noise, grey, clear]) {
      const first = (await makeSizes(given)).files;
      const second = (await makeSizes(first.full.bytes)).files;
      expect(second.full.bytes.equals(first.full.bytes)).toBe(true);
      expect(second.thumbnail.bytes.equals(first.thumbnail.bytes)).toBe(true);
    }
    const { full } = (await makeSizes(noise)).files;
    const others = [
      Buffer.concat([full.bytes, Buffer.from('<script>')]),
      await sharp(full.bytes)
        .withExif({ IFD0: { Make: 'Camera' } })
        .jpeg({ quality: 60 })
        .toBuffer(),
      await sharp(full.bytes).jpeg({ quality: 100 }).toBuffer(),
    ];
    for (const other of others) expect((await makeSizes(other)).files.full.bytes.equals(other)).toBe(false);
  });

  test('the same bytes give the same picture', async () => {
    const bytes = await picture(500, 400).png().toBuffer();
    const [one, other] = [await makeSizes(bytes), await makeSizes(bytes)];
    expect(one.files.full.bytes.equals(other.files.full.bytes)).toBe(true);
  });
});

describe('pictures that are refused', () => {
  test('a small file that holds a huge picture is not decoded', async () => {
    const bomb = await picture(10, 10).png().toBuffer();
    // Its head comes first: type, width, height and more, then a checksum of them.
    const head = bomb.subarray(12, 29);
    head.writeUInt32BE(30_000, 4);
    head.writeUInt32BE(Math.ceil(MAX_PIXELS / 30_000) + 1, 8);
    bomb.writeUInt32BE(crc32(head), 29);
    await expect(makeSizes(bomb)).rejects.toThrow(TooManyPixels);
  });

  test('what is no JPEG, PNG or WebP, or is broken, is not read', async () => {
    const jpeg = await picture(600, 400).jpeg().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    );
    const others = [
      Buffer.alloc(0),
      Buffer.from('GIF89a'),
      svg,
      Buffer.concat([jpeg.subarray(0, 3), svg]),
      jpeg.subarray(0, jpeg.length / 2),
      Buffer.concat([Buffer.from('RIFF????WEBP'), Buffer.alloc(100)]),
      await picture(9, 9).tiff().toBuffer(),
    ];
    for (const bytes of others) await expect(makeSizes(bytes)).rejects.toThrow(UnreadableImage);
  });

  test('of a moving picture the first frame is kept', async () => {
    const frames = await sharp(Buffer.concat([Buffer.alloc(30 * 3, 10), Buffer.alloc(30 * 3, 200)]), {
      raw: { width: 6, height: 10, channels: 3, pageHeight: 5 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(await makeSizes(frames)).toMatchObject({ width: 6, height: 5 });
  });
});
