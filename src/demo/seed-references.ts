import { z } from 'zod';
import { HALLS } from './brand/halls.ts';
import {
  ACCOUNTS,
  CANCEL_CAUSES,
  ORDER_TYPE_SUBS,
  PAYMENT_PURPOSES,
  PAYMENT_TYPES,
  REGION,
} from './brand/references.ts';
import { ZONES } from './brand/zones.ts';
import { Ids, oneByOne, type Step } from './steps.ts';

/** Ids by key. A table's key is its hall and its number there: `amir_temur_main/1`. */
export interface ReferenceIds {
  readonly order_type_subs: Ids<number>;
  readonly tables: Ids<number>;
  readonly region_id: number;
  readonly districts: Ids<number>;
}

/** The brand's lists: all at once, but each in order, because they are shown by id. */
export const seedReferences = async (step: Step, points: Ids<string>): Promise<ReferenceIds> => {
  const [order_type_subs, tables, region] = await Promise.all([
    seedOrderTypeSubs(step),
    seedHalls(step, points),
    seedRegion(step),
    oneByOne(Object.entries(PAYMENT_TYPES), ([key, { points: taking, ...fields }]) => {
      const point_ids = taking.map((point) => points.get(point));
      return step(`payment_type/${key}`, 'DefinePaymentType', { ...fields, point_ids });
    }),
    oneByOne(Object.entries(PAYMENT_PURPOSES), ([key, fields]) =>
      step(`payment_purpose/${key}`, 'DefinePaymentPurpose', fields),
    ),
    oneByOne(Object.entries(CANCEL_CAUSES), ([key, fields]) =>
      step(`cancel_cause/${key}`, 'DefineCancelCause', fields),
    ),
    oneByOne(Object.entries(ACCOUNTS), ([key, { point, ...fields }]) =>
      step(`account/${key}`, 'DefineAccount', { ...fields, point_id: point && points.get(point) }),
    ),
    oneByOne(Object.entries(ZONES), ([key, { point, ...fields }]) =>
      step(`zone/${key}`, 'DefineZone', { ...fields, point_id: points.get(point) }),
    ),
  ]);
  return { order_type_subs, tables, ...region };
};

const seedOrderTypeSubs = async (step: Step): Promise<Ids<number>> => {
  const subs = new Ids(z.int());
  await oneByOne(Object.entries(ORDER_TYPE_SUBS), async ([key, fields]) => {
    subs.set(key, (await step(`order_type_sub/${key}`, 'DefineOrderTypeSub', fields)).id);
  });
  return subs;
};

const seedHalls = async (step: Step, points: Ids<string>): Promise<Ids<number>> => {
  const tables = new Ids(z.int());
  const halls = Object.entries(HALLS);
  const hallIds = await oneByOne(halls, async ([key, { point, name }]) => {
    return (await step(`hall/${key}`, 'DefineHall', { point_id: points.get(point), name })).id;
  });
  const seedTables = ([key, { table, seats }]: (typeof halls)[number], hall: number) =>
    oneByOne(seats, async (capacity, index) => {
      const fields = { hall_id: hallIds[hall], name: `${table} ${index + 1}`, capacity };
      const tableKey = `${key}/${index + 1}`;
      tables.set(tableKey, (await step(`table/${tableKey}`, 'DefineTable', fields)).id);
    });
  await Promise.all(halls.map(seedTables));
  return tables;
};

const seedRegion = async (step: Step): Promise<Pick<ReferenceIds, 'region_id' | 'districts'>> => {
  const region_id = Number((await step('region', 'DefineRegion', { name: REGION.name })).id);
  const districts = new Ids(z.int());
  await oneByOne(REGION.districts, async (name) => {
    districts.set(name, (await step(`district/${name}`, 'DefineDistrict', { region_id, name })).id);
  });
  return { region_id, districts };
};
