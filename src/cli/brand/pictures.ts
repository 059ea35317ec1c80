import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import type { BrandModel } from '../../brand-file/export-brand.ts';
import { slug } from '../../brand-file/names.ts';
import { type FilePicture, hashIn, mapPictures } from '../../brand-file/pictures.ts';
import type { Problem } from '../../brand-file/problems.ts';
import type { PictureBeside } from '../../brand-file/read-pictures.ts';
import type { ToldCode } from '../../brand-file/told.ts';
import { checkPicture, contentTypeOf, MAX_PIXELS, TooManyPixels } from '../../images/make-sizes.ts';
import { contentsOf } from './contents.ts';
import type { BrandServer } from './venue-of.ts';

const MOST_BYTES = 10 * 1024 ** 2;
/** The server takes them in one at a time: one is on its way meanwhile. */
const SENT_AT_ONCE = 2;
const READ_AT_ONCE = 8;

/** A picture that lies beside a file: whether it is there, and by its beginning one that can be sent. */
export const pictureBeside = (folder: string, path: string): PictureBeside => {
  const unusable = (code: ToldCode, problem: string): PictureBeside => ({ problem, told: { code, values: { path } } });
  if (/^[/\\]|\\/.test(path) || path.split('/').includes('..')) {
    return unusable('picture_elsewhere', `${path} must lie beside this file, or in a folder there: pictures/plov.jpg`);
  }
  const bytes = contentsOf(join(folder, path));
  if (!bytes) return unusable('picture_missing', `there is no picture ${path}`);
  if (bytes.length > MOST_BYTES) return unusable('picture_large', `${path} is larger than 10 MB`);
  if (!contentTypeOf(bytes)) return unusable('picture_kind', `${path} is no JPEG, PNG or WebP`);
  return { sha256: hash('sha256', bytes, 'hex') };
};

type FilePictures = ReadonlyMap<string, FilePicture>;

/** What is wrong with these pictures, after all of each was read. */
export const unfitPictures = async (
  folder: string,
  pictures: FilePictures,
  paths: readonly string[],
): Promise<Problem[]> => {
  const problems: Problem[] = [];
  for (const path of paths) {
    try {
      await checkPicture(readFileSync(join(folder, path)));
    } catch (error) {
      const isLarge = error instanceof TooManyPixels;
      const why = isLarge ? `has more than ${MAX_PIXELS / 1_000_000} million pixels` : 'is broken: it can not be read';
      const told = { code: isLarge ? 'picture_pixels' : 'picture_broken', values: { path } } as const;
      problems.push(pictures.get(path)!.problemAt(`${path} ${why}`, told));
    }
  }
  return problems;
};

/** Sends pictures, and answers their addresses by their paths. */
export const sendPictures = async (
  server: BrandServer,
  folder: string,
  paths: readonly string[],
  sent: (count: number) => void,
): Promise<ReadonlyMap<string, string>> => {
  const queue = new PQueue({ concurrency: SENT_AT_ONCE });
  const addresses = new Map<string, string>();
  await queue.addAll(
    paths.map((path) => async () => {
      const bytes = readFileSync(join(folder, path));
      addresses.set(path, await server.sendPicture(bytes, contentTypeOf(bytes)!));
      sent(addresses.size);
    }),
  );
  return addresses;
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * Writes the pictures of the server into a folder beside the file, and answers the file that names them by their paths. Pictures that
 * lie elsewhere keep their addresses.
 */
export const writePicturesBeside = async (
  server: BrandServer,
  model: BrandModel,
  { out, folder }: { readonly out: string; readonly folder: string },
): Promise<BrandModel> => {
  /** The first place of each. */
  const places = new Map<string, readonly (string | number)[]>();
  mapPictures(model, (address, path) => {
    const id = hashIn(address);
    if (id !== undefined && !places.has(id)) places.set(id, path);
    return address;
  });
  const queue = new PQueue({ concurrency: READ_AT_ONCE });
  const read = await queue.addAll(
    [...places].map(([id, place]) => async () => ({ id, place, picture: await server.picture(id) })),
  );
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, place, picture } of read) {
    const extension = EXTENSIONS[picture?.contentType ?? ''];
    if (!picture || !extension) continue;
    if (taken.size === 0) mkdirSync(join(dirname(out), folder), { recursive: true });
    const base = nameOf(place);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
    taken.add(name);
    writeFileSync(join(dirname(out), folder, `${name}.${extension}`), picture.bytes);
    paths.set(id, `${folder}/${name}.${extension}`);
  }
  return mapPictures(model, (address) => paths.get(hashIn(address) ?? '') ?? address) as BrandModel;
};

/** A dish's picture has the dish's name, in small letters as many disks tell no others apart; others have their section before it. */
const nameOf = ([section, key, ...inner]: readonly (string | number)[]): string => {
  const index = inner.find((part) => typeof part === 'number');
  const parts = [section === 'products' ? '' : section, slug(String(key)), index === undefined ? '' : index + 1];
  return parts.filter((part) => part !== '').join('_') || 'picture';
};
