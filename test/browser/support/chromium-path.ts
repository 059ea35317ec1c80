import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { codeOf } from '../../../src/database/thrown.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/tillstream-tests/', import.meta.url));

/** Without a display, and as root. */
export const BROWSER_ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, or the one that comes with a package. Its own way to unpack it would let two
 * workers write the same file, and fill the memory that tests have their files in.
 */
export const chromiumPath = async (): Promise<string> => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = createRequire(import.meta.url)(join(home, 'package.json')) as { version: string };
  const path = join(CACHE, `chromium-${version}`);
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${path}-${process.pid}`;
  const packed = createReadStream(join(home, 'bin/chromium.br'));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o755 }));
  // Another worker may run the one that is there by now: it is not replaced under it.
  await link(unfinished, path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await rm(unfinished);
  return path;
};
