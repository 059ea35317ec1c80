import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/tillstream-tests/bundles');
const ENTRIES = [
  ...['src/main', 'src/cli/audit', 'src/cli/backup', 'src/cli/brand', 'src/cli/invite', 'src/cli/rebuild'],
  ...['src/cli/report', 'src/cli/restore'],
  // Programs of tests, around parts of the app.
  ...['test/contract/processes/run-enqueuer', 'test/contract/projections/run-projections'],
  ...['test/contract/event-store/writers', 'test/race/webhooks/run-app'],
  ...['test/nemesis/app-entry', 'test/race/loyalty/app-entry'],
];
const IMPORT_OF_KIND = 'import(new URL(file, FOLDER).href)';
/** Longer than a run takes. */
const OLD_MS = 3_600_000;
const TURN_MS = 60_000;
const POLL_MS = 100;
let made: Promise<string> | undefined;

/**
 * A program of the app as a few large files, made once for these sources. To find and link a thousand small files takes
 * half of the processor time that a start takes, and tests start a hundred processes.
 * @param entry a source file of `ENTRIES`, from the root of the project
 * @returns the path of the file to start instead
 */
export const bundled = async (entry: string): Promise<string> => {
  made ??= bundle();
  return join(await made, entry.replace(/\.ts$/, '.mjs'));
};

/** What a bundled program prints, with the places in the sources instead of those in the bundle. */
export const withSourcePlaces = (output: string): string =>
  output.replaceAll(/(?:file:\/\/)?(\/[^\s:()]+\/bundles\/[^\s:()]+):(\d+):(\d+)/g, (place, file, line, column) => {
    if (!existsSync(`${file}.map`)) return place;
    const entry = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))).findOrigin(
      Number(line),
      Number(column),
    );
    return 'fileName' in entry
      ? `${join(file, '..', entry.fileName)}:${entry.lineNumber}:${entry.columnNumber}`
      : place;
  });

const bundle = async (): Promise<string> => {
  const folder = join(CACHE, hashOfSources());
  await mkdir(CACHE, { recursive: true });
  const turn = `${folder}-turn`;
  // All workers ask at about the same time. One makes it: that takes five seconds of a processor.
  while (!existsSync(folder)) {
    if (!(await takeTurn(turn))) {
      await delay(POLL_MS);
      continue;
    }
    try {
      if (!existsSync(folder)) await make(folder);
    } finally {
      await rm(turn, { recursive: true, force: true });
    }
  }
  await utimes(folder, new Date(), new Date());
  return folder;
};

/** Whether it is ours: it is while its folder is there. One who died in his turn has lost it after a minute. */
const takeTurn = async (turn: string): Promise<boolean> => {
  const { mtimeMs } = await stat(turn).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (Date.now() - mtimeMs > TURN_MS) await rm(turn, { recursive: true, force: true });
  try {
    await mkdir(turn);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const make = async (folder: string): Promise<void> => {
  await dropOld();
  const unfinished = await mkdtemp(join(CACHE, 'unfinished-'));
  const { build } = await import('rolldown');
  await build({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
    platform: 'node',
    // Nobody installs it; pg does without.
    external: ['pg-native'],
    plugins: [asAtHome],
    experimental: { nativeMagicString: true },
    logLevel: 'silent',
    output: {
      dir: unfinished,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    },
  });
  // Whoever had lost his turn may have made the same meanwhile.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
};

/** Other runs may still use what was made or asked for in the last hour. */
const dropOld = async (): Promise<void> => {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name)).catch(() => ({ mtimeMs: Number.NaN }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(join(CACHE, name), { recursive: true, force: true });
  }
};

/** A module finds what it reads, migrations for example, and the modules that it looks for in a folder. */
const asAtHome: Plugin = {
  name: 'as at home',
  transform(code, id, { magicString }) {
    if (!magicString || !code.includes('import.meta.url')) return undefined;
    if (id.endsWith('/all-kinds.ts')) {
      if (!code.includes(IMPORT_OF_KIND)) throw new Error(`${id} imports no kinds by ${IMPORT_OF_KIND}`);
      const kinds = readdirSync(join(id, '../kinds')).map((name) => `'${name}': () => import('./kinds/${name}')`);
      magicString.replace(IMPORT_OF_KIND, `({ ${kinds.join(', ')} })[file]()`);
    }
    magicString.replaceAll('import.meta.url', `'${pathToFileURL(id).href}'`);
    return { code: magicString };
  },
};

const hashOfSources = (): string => {
  const sources = globSync('{src,test}/**/*.ts', { cwd: ROOT }).filter((name) => !name.endsWith('.test.ts'));
  const files = ['package-lock.json', ...sources.sort()];
  const add = (hash: Hash, name: string) => hash.update(name).update(readFileSync(join(ROOT, name)));
  return files.reduce(add, createHash('sha256')).digest('hex').slice(0, 16);
};
