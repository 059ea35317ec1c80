import { expect, test } from 'vitest';
import { z } from 'zod';
import { INPUTS } from '../../../src/brand-file/inputs.ts';
import { SECTIONS, sectionNames } from '../../../src/brand-file/sections.ts';
import { commandRegistry } from '../../../src/commands/all-commands.ts';

test.each(sectionNames)('%s in a file take what the command that makes one takes', (section) => {
  const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  expect(shapeOf(INPUTS[section])).toEqual(shapeOf(commandRegistry.get(SECTIONS[section].define)!.input));
});
