import { expect, test } from 'vitest';
import { VACUUMED } from '../../../src/processes/erasure/tables.ts';
import { forgettingByHand } from '../../support/everything-kept.ts';

test("the operator's guide names each table that erasures delete from, to be written anew by hand", async () => {
  const statement = (await forgettingByHand()).find((each) => each.startsWith('vacuum (full, analyze)'));
  const tables = statement!
    .replace('vacuum (full, analyze)', '')
    .split(',')
    .map((name) => name.trim());
  expect(tables.sort()).toEqual([...VACUUMED, 'pg_catalog.pg_statistic'].sort());
});
