import { z } from 'zod';
import { fileSchema } from './schema.ts';

/** The JSON Schema of a brand's file: editors complete by it, and mark what is wrong. */
export const brandJsonSchema = (): object => ({
  $id: '/schemas/brand.json',
  title: 'A brand as a file',
  // What zod checks and no JSON Schema can say is checked when the file is read.
  ...z.toJSONSchema(fileSchema(), { io: 'input', unrepresentable: 'any', reused: 'ref' }),
});
