import type { z } from 'zod';
import type { BrandFile, FilePrice, FileSpecialDay, Words } from './brand-file.ts';
import type { Blocks, Path, Report } from './read-blocks.ts';
import * as schemas from './schema.ts';

type AtPoints = Pick<BrandFile, schemas.PointSection>;

/** What the file says of points: prices, costs, what is not on sale there, special days. */
export const readAtPoints = (whole: Words, { parse, block }: Blocks, report: Report): AtPoints => {
  const byPoint = <Value>(section: schemas.PointSection, read: (value: unknown, path: Path) => Value) =>
    new Map(block(whole[section], [section]).map(([point, value]) => [point, read(value, [section, point])]));
  const byProduct =
    <Schema extends z.ZodType, Value>(schema: Schema, made: (parsed: z.output<Schema>) => Value) =>
    (value: unknown, path: Path): ReadonlyMap<string, Value> =>
      new Map(
        block(value, path).flatMap(([product, given]) => {
          const parsed = parse(schema, given, [...path, product]);
          return parsed === undefined ? [] : [[product, made(parsed)]];
        }),
      );
  const names = (value: unknown, path: Path): readonly string[] => parse(schemas.namesSchema, value ?? [], path) ?? [];
  const days = (value: unknown, path: Path): ReadonlyMap<string, FileSpecialDay> =>
    new Map(
      block(value, path).flatMap(([date, given]) => {
        if (!schemas.dateSchema.safeParse(date).success) {
          report([...path, date], `${path.join('.')} has "${date}": a day is written as 2026-12-31`, { code: 'day' });
          return [];
        }
        const parsed = parse(schemas.specialDaySchema, given, [...path, date]);
        return parsed === undefined ? [] : [[date, parsed]];
      }),
    );
  return {
    prices: byPoint('prices', byProduct(schemas.priceSchema, priceOf)),
    costs: byPoint(
      'costs',
      byProduct(schemas.costSchema, (cost) => cost),
    ),
    not_on_sale: byPoint('not_on_sale', names),
    closed_categories: byPoint('closed_categories', names),
    special_days: byPoint('special_days', days),
  };
};

const priceOf = (price: z.output<typeof schemas.priceSchema>): FilePrice =>
  typeof price === 'number' ? { price, windows: [] } : price;
