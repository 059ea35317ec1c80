import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { purgeableTypes } from '../../../src/commands/all-commands.ts';

const readDocs = () => readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

test('the documentation names each command whose result is deleted, and no other', async () => {
  const section = (await readDocs()).split('\n## Results of commands\n')[1]!.split('\n## ')[0]!;
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, type]) => type));
  expect(named.toSorted()).toEqual(purgeableTypes.toSorted());
});
