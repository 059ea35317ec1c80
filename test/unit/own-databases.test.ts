import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What makes a database, alone or with an app. */
const MAKERS = [
  ...['createTestDatabase', 'createAppDatabase', 'createEmptyDatabase', 'startTestCluster'],
  ...['startTestApp', 'startVenueApp', 'startAppPair', 'createVenueWorld'],
];
const MAKES_ONE = new RegExp(`\\b(${MAKERS.join('|')})\\(`);
const SAYS_WHY = /^\/\/ A database of its own: [a-z].*\.\n/;

const saysWhy = (source: string): boolean => SAYS_WHY.test(source);
const makesOne = (source: string): boolean => MAKES_ONE.test(source);

test('the first line of a test file with a database of its own says why a shared app will not do', () => {
  const root = new URL('../', import.meta.url).pathname;
  const silent: string[] = [];
  const vain: string[] = [];
  for (const file of globSync('**/*.test.ts', { cwd: root, exclude: ['unit/**'] })) {
    const source = readFileSync(`${root}${file}`, 'utf8');
    if (makesOne(source) && !saysWhy(source)) silent.push(file);
    if (!makesOne(source) && saysWhy(source)) vain.push(file);
  }
  expect(silent, 'say "// A database of its own: …", or take sharedApp or sharedPair').toEqual([]);
  expect(vain, 'these make no database any more').toEqual([]);
});

test.each([
  ['beforeAll(() => startVenueApp({ clock }));', true, false],
  ['// A database of its own: it locks tables.\n\nconst database = await createTestDatabase();', true, true],
  ['// A database of its own.\n\nconst database = await createTestDatabase();', true, false],
  ["import { startVenueApp } from '../support/ready-venues.ts';\nawait sharedApp();", false, false],
])('a database of its own is found, and its reason: %j', (source, makes, says) => {
  expect([makesOne(source), saysWhy(source)]).toEqual([makes, says]);
});
