import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What the pages are made of. Of the client its types alone leave no trace. */
const SOURCES = [
  'back-office/{src,public}/**/*.*',
  'back-office/*.{html,ts,json}',
  'client/src/*.ts',
  'package-lock.json',
];
const TYPES = 'client/src/api-types.ts';
/** In the built folder: which sources it was built of. */
const MARK = '.sources';

interface Says {
  info(fields: object, message: string): void;
  warn(fields: { readonly err: unknown }, message: string): void;
}

/**
 * Builds the pages of the back office, unless they were built of just these sources. An installation without their sources
 * or without the tool that builds them (as the image) has them built already.
 * A failure is logged, not thrown: the API does its work without pages.
 * @param isBeside other work goes first: the rest of the start
 */
export const buildPages = async (log: Says, root = ROOT, isBeside = false): Promise<void> => {
  const home = join(root, 'back-office');
  const vite = viteIn(root);
  if (!existsSync(join(home, 'src')) || vite === undefined) return;
  const built = join(home, 'dist');
  try {
    const sources = await hashOf(root);
    if ((await readFile(join(built, MARK), 'utf8').catch(() => '')) === sources) return;
    log.info({}, 'building the pages of the back office: once, and again when their sources have changed');
    // Another process may build at the same moment, or serve what is there.
    const build = randomUUID();
    const fresh = join(home, `dist-${build}`);
    const isBuilt = await run(
      process.execPath,
      [vite, 'build', home, '--outDir', fresh, '--logLevel', 'error'],
      isBeside,
    );
    if (!isBuilt) return void (await rm(fresh, { recursive: true, force: true }));
    await writeFile(join(fresh, MARK), sources);
    const old = join(home, `dist-old-${build}`);
    await rename(built, old).catch(() => {});
    await rename(fresh, built).catch(() => rm(fresh, { recursive: true, force: true }));
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    log.warn({ err: error }, 'the pages of the back office could not be built');
  }
};

const viteIn = (root: string): string | undefined => {
  try {
    const require = createRequire(join(root, 'back-office/package.json'));
    return join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  } catch {
    return undefined;
  }
};

const hashOf = async (root: string): Promise<string> => {
  const paths = (await Array.fromAsync(glob(SOURCES, { cwd: root }))).filter((path) => path !== TYPES).sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\n`).update(await readFile(join(root, path)));
  return hash.digest('hex');
};

/** As for the helper threads in lower-helpers.ts. */
const LOWER = 10;

const lower = (id: number): void => {
  try {
    setPriority(id, LOWER);
  } catch {
    // Not allowed here, as under systemd, or it has ended already.
  }
};

/** False: it was killed, as when the whole program is told to stop. */
const run = (program: string, words: readonly string[], isBeside: boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (isBeside && child.pid !== undefined) lower(child.pid);
    // A start that fails ends the process at once.
    const stop = () => child.kill();
    process.once('exit', stop);
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      if (code === 0 || signal !== null) resolve(signal === null);
      else reject(new Error(`vite ended with ${code}: ${said}`));
    });
  });
