import { z } from 'zod';
import type { Column } from './render.ts';

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const row = z.record(z.string(), value);
export const asOf = z.object({ position: z.int(), recorded_at: z.string().nullable() });

/** The answer in the form that a table needs. */
export const readAs = <Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> => {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new Error('The answer has another form: are the server and this command of one version?');
  return data;
};

export const footer = (rows: number, { position, recorded_at }: z.infer<typeof asOf>, more = ''): string =>
  `rows: ${rows}${more}, as of position ${position}${recorded_at === null ? '' : ` (${recorded_at})`}`;

/** Columns of fields of the rows, by the fields' names. A number that is an id is no amount. */
export const fields = (titles: Readonly<Record<string, string>>): Column<Readonly<Record<string, unknown>>>[] =>
  Object.entries(titles).map(([name, title]) => ({
    title,
    value: (row) => (isId(name) ? idText(row[name]) : row[name]),
  }));

const isId = (name: string): boolean => /(^|_)id$/.test(name);

const idText = (id: unknown): unknown => (typeof id === 'number' ? String(id) : id);
