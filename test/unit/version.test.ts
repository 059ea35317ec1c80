import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the version is that of the changelog, wherever it stands', () => {
  const newest = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1];
  const lock = JSON.parse(read('package-lock.json'));
  for (const file of ['package.json', 'client/package.json', 'back-office/package.json'])
    expect(JSON.parse(read(file)).version).toBe(newest);
  expect([lock.version, lock.packages[''].version]).toEqual([newest, newest]);
});
