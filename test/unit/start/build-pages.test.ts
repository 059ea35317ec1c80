import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPages } from '../../../src/start/build-pages.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A Vite that notes that it was called, and builds one file. */
const VITE = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
appendFileSync(new URL('../calls', import.meta.url), 'x');
if (process.env.VITE_IS_KILLED) process.kill(process.pid);
if (process.env.VITE_FAILS) throw new Error('a mistake in a page');
mkdirSync(out, { recursive: true });
writeFileSync(out + '/index.html', 'built');`;

const makeRoot = async (): Promise<string> => {
  const root = await tempFolder();
  const vite = join(root, 'node_modules/vite');
  await mkdir(join(vite, 'bin'), { recursive: true });
  await mkdir(join(root, 'back-office/src'), { recursive: true });
  await writeFile(join(vite, 'package.json'), '{"name":"vite","type":"module"}');
  await writeFile(join(vite, 'bin/vite.js'), VITE);
  await writeFile(join(root, 'back-office/package.json'), '{}');
  await writeFile(join(root, 'back-office/src/main.tsx'), '1');
  return root;
};
const builds = async (root: string): Promise<number> =>
  (await readFile(join(root, 'node_modules/vite/calls'), 'utf8').catch(() => '')).length;

const said: string[] = [];
const log = { info: (_: object, text: string) => said.push(text), warn: (_: object, text: string) => said.push(text) };

test('the pages are built once, and again when a source has changed', async () => {
  const root = await makeRoot();
  await buildPages(log, root);
  await buildPages(log, root);
  expect(await builds(root)).toBe(1);
  expect(await readFile(join(root, 'back-office/dist/index.html'), 'utf8')).toBe('built');
  await writeFile(join(root, 'back-office/src/main.tsx'), '2');
  await buildPages(log, root);
  expect(await builds(root)).toBe(2);
});

test('two processes that start at once leave whole pages', async () => {
  const root = await makeRoot();
  await Promise.all([buildPages(log, root), buildPages(log, root)]);
  expect(await readFile(join(root, 'back-office/dist/index.html'), 'utf8')).toBe('built');
});

test('a build that fails is told, and what was built before stays', async () => {
  const root = await makeRoot();
  await buildPages(log, root);
  await writeFile(join(root, 'back-office/src/main.tsx'), 'a mistake');
  process.env.VITE_FAILS = 'yes';
  await buildPages(log, root);
  delete process.env.VITE_FAILS;
  expect(said.at(-1)).toContain('could not be built');
  expect(await readFile(join(root, 'back-office/dist/index.html'), 'utf8')).toBe('built');
});

test('a build that is killed, as by a stop of the whole program, is no failure, and is made by the next start', async () => {
  const root = await makeRoot();
  const before = said.length;
  process.env.VITE_IS_KILLED = 'yes';
  await buildPages(log, root, true);
  delete process.env.VITE_IS_KILLED;
  expect(said.slice(before)).toEqual([expect.stringContaining('building the pages')]);
  expect(existsSync(join(root, 'back-office/dist'))).toBe(false);
  await buildPages(log, root, true);
  expect(await readFile(join(root, 'back-office/dist/index.html'), 'utf8')).toBe('built');
});

test('an image has the pages, and neither their sources nor what builds them', async () => {
  const root = await tempFolder();
  await mkdir(join(root, 'back-office/dist'), { recursive: true });
  await symlink(join(root, 'nowhere'), join(root, 'node_modules'));
  await buildPages(log, root);
  expect(existsSync(join(root, 'back-office/dist'))).toBe(true);
});
