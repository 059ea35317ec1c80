import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { streamCategories } from '../../../src/domain/stream-categories.ts';

const DOMAIN = new URL('../../../src/domain/', import.meta.url).pathname;

test("every aggregate's category is among those that tell our events from others'", () => {
  const sources = globSync('**/*.ts', { cwd: DOMAIN }).map((file) => readFileSync(join(DOMAIN, file), 'utf8'));
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}category: '(\w+)',$/gm)].map(([, name]) => name),
  );
  expect(declared.length).toBeGreaterThan(10);
  expect(streamCategories.toSorted()).toEqual(declared.toSorted());
});
