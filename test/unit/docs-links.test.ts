import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'client/README.md',
  ...globSync(['docs/**/*.md', 'src/**/README.md'], { cwd: ROOT }),
];
const SOURCES = globSync(['src/**/*.ts', 'src/**/*.sql', 'test/**/*.ts', 'bench/**/*.ts', '*.ts', '*.yml'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).filter((file) => file !== 'test/unit/docs-links.test.ts');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const withoutCode = (page: string): string => page.replaceAll(/^```.*?^```$/gms, '');

/** `## Where things are` -> `where-things-are`, as GitHub names it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (page: string): Set<string> =>
  new Set([...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

/** What is wrong with a link; undefined when it leads somewhere. `base`: the folder that it starts from. */
const problemOf = (link: string, base: string, self: string): string | undefined => {
  const [path, anchor] = link.split('#');
  const file = path === '' ? self : normalize(join(base, path!));
  if (!existsSync(join(ROOT, file))) return `no file ${file}`;
  if (anchor !== undefined && !anchorsIn(read(file)).has(anchor)) return `no heading #${anchor} in ${file}`;
  return undefined;
};

/** Links of a page: `[text](target)`, except to the web. */
const linksIn = (page: string): string[] =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^\w+:/.test(link));

/** Files of the clone that a page names in code: `src/config.ts`, `src/domain/orders`. NNN stands for any number. */
const pathsIn = (page: string): string[] =>
  [...withoutCode(page).matchAll(/`((?:src|test|bench)\/[\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.includes('NNN'));

/** Pages that a source points at: `docs/domain.md#orders`. */
const pointersIn = (source: string): string[] =>
  [...source.matchAll(/docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([pointer]) => pointer);

const broken = (file: string, links: readonly string[], base: string): string[] =>
  links.flatMap((link) => {
    const problem = problemOf(link, base, file);
    return problem === undefined ? [] : [`${file}: ${link}: ${problem}`];
  });

describe('the docs', () => {
  test('every link of a page leads to a file and a heading', () => {
    expect(PAGES.length).toBeGreaterThan(20);
    expect(PAGES.flatMap((page) => broken(page, linksIn(read(page)), dirname(page)))).toEqual([]);
  });

  test('the table of the tools of concurrency names each file, and what the file exports', () => {
    const rows = read('src/concurrency/README.md')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    for (const file of globSync('src/concurrency/*.ts', { cwd: ROOT })) {
      const row = rows.find((line) => line.includes(`](${basename(file)})`)) ?? '';
      const exported = [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
      expect(
        exported.filter((name) => !row.includes(`\`${name}\``)),
        `${file} in src/concurrency/README.md`,
      ).toEqual([]);
    }
  });

  test('every file that a page names exists', () => {
    expect(
      PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) => broken(page, pathsIn(read(page)), '.')),
    ).toEqual([]);
  });

  test('every page and heading that a source points at exists', () => {
    const pointers = SOURCES.flatMap((file) => pointersIn(read(file)).map((pointer) => [file, pointer] as const));
    expect(pointers.length).toBeGreaterThan(50);
    expect(pointers.flatMap(([file, pointer]) => broken(file, [pointer], '.'))).toEqual([]);
  });

  test('every decision is in the index of decisions', () => {
    const index = linksIn(read('docs/decisions/README.md'));
    const pages = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((file) => file.split('/').at(-1)!);
    expect(pages.length).toBeGreaterThan(0);
    expect(index.filter((link) => /^0/.test(link))).toEqual(pages.toSorted());
  });
});

describe('the check of links itself', () => {
  test('the check of links sees a missing file and a missing heading', () => {
    expect(problemOf('nothing.md', 'docs', 'docs/domain.md')).toBe('no file docs/nothing.md');
    expect(problemOf('domain.md#nothing', 'docs', 'README.md')).toBe('no heading #nothing in docs/domain.md');
    expect(problemOf('#orders', 'docs', 'docs/domain.md')).toBeUndefined();
  });

  test('the check of links finds links of pages, files in code, and pointers of sources', () => {
    const page =
      'A [page](domain.md#orders), [the web](https://example.org), `src/config.ts`.\n```sh\n[no](link.md)\n```\n';
    expect(linksIn(page)).toEqual(['domain.md#orders']);
    expect(pathsIn(page)).toEqual(['src/config.ts']);
    expect(pointersIn('// The rules (docs/domain.md#orders).')).toEqual(['docs/domain.md#orders']);
  });
});
