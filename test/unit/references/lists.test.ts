import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { commandRegistry } from '../../../src/commands/all-commands.ts';
import { listNames, referenceLists } from '../../../src/domain/references/lists.ts';
import { listTables } from '../../../src/projections/references/lists.ts';

describe.each(listNames)('the list %s', (list) => {
  const { command, id, schema } = referenceLists[list];
  const recorded = Object.keys(schema.shape).sort();

  it('a reference list records every field that its command takes', () => {
    const { input } = commandRegistry.get(command)!;
    const given = Object.keys((input as z.ZodObject).shape).map((field) => (field === 'id' ? id : field));
    expect(given.filter((field) => !recorded.includes(field))).toEqual([]);
  });

  it('the table of a reference list stores every field that its event has', () => {
    const table = listTables.find(({ name }) => name === list)!;
    expect(Object.keys(table.columns).sort()).toEqual([...recorded, 'is_retired'].sort());
  });
});
