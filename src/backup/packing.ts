import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib';
import { untilOneFails } from '../concurrency/until-one-fails.ts';
import { codeOf } from '../database/thrown.ts';
import type { PackedFile } from './manifest.ts';

/** Files up to this size are read at once; most of a database are small. */
const SMALL = 4 * 1024 ** 2;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const packedPath = (folder: string, path: string): string => join(folder, `${path}.zst`);

/**
 * Compresses a file of a living database into a folder. It may grow, shrink or go meanwhile: what the write-ahead log
 * says of that is applied at the restore.
 * @returns undefined if the file has gone
 */
export const pack = async (source: string, folder: string, path: string): Promise<PackedFile | undefined> => {
  const target = packedPath(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const note = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  try {
    if ((await stat(source)).size <= SMALL) {
      const content = await readFile(source);
      note(content);
      await writeFile(target, await compress(content), { mode: 0o600, flush: true });
    } else {
      await pipeline(
        createReadStream(source),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            note(chunk);
            yield chunk;
          }
        },
        createZstdCompress(),
        createWriteStream(target, { mode: 0o600, flush: true }),
      );
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return { path, bytes, sha256: hash.digest('hex') };
};

/** Files that are packed or brought back at once. */
export const FILES_AT_ONCE = 4;

/** Packs these files of a folder. Those that are gone meanwhile are left out. */
export const packAll = async (root: string, folder: string, paths: readonly string[]): Promise<PackedFile[]> => {
  const packed: PackedFile[] = [];
  const packOne = async (path: string): Promise<void> => {
    const file = await pack(join(root, path), folder, path);
    if (file) packed.push(file);
  };
  await untilOneFails(paths, packOne, FILES_AT_ONCE);
  return packed;
};

/**
 * Brings files back, or only reads them where `targetOf` is left out.
 * @throws Error of one line that names the file
 */
export const unpackAll = (
  folder: string,
  files: readonly PackedFile[],
  targetOf?: (path: string) => string,
): Promise<void> => untilOneFails(files, (file) => unpack(folder, file, targetOf?.(file.path)), FILES_AT_ONCE);

/**
 * Brings a file back, or only reads it when `target` is undefined, and compares it with what was packed.
 * @throws Error of one line that names the file
 */
export const unpack = async (folder: string, { path, bytes, sha256 }: PackedFile, target?: string): Promise<void> => {
  const source = packedPath(folder, path);
  const hash = createHash('sha256');
  let read = 0;
  try {
    if ((await stat(source)).size <= SMALL && bytes <= SMALL) {
      const content = await decompress(await readFile(source), { maxOutputLength: SMALL });
      hash.update(content);
      read = content.length;
      if (target !== undefined) await writeFile(target, content, { mode: 0o600, flush: true });
    } else {
      const file = target === undefined ? undefined : await open(target, 'w', 0o600);
      try {
        await pipeline(createReadStream(source), createZstdDecompress(), async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) {
            hash.update(chunk);
            read += chunk.length;
            await file?.writeFile(chunk);
          }
        });
        await file?.sync();
      } finally {
        await file?.close();
      }
    }
  } catch (cause) {
    throw new Error(`${source} can not be read back: ${codeOf(cause) ?? 'it is damaged'}`, { cause });
  }
  if (read !== bytes || hash.digest('hex') !== sha256) {
    throw new Error(`${source} is not what was packed: it has changed since, or the disk has`);
  }
};
