import { HALLS } from './brand/halls.ts';
import {
  ACCOUNTS,
  CANCEL_CAUSES,
  ORDER_TYPE_SUBS,
  PAYMENT_PURPOSES,
  PAYMENT_TYPES,
  REGION,
} from './brand/references.ts';
import { forEach, Ids, type Step } from './steps.ts';

/** The brand's lists; answers the ids of the order type subs by key. */
export const seedReferences = async (step: Step, points: Ids<string>): Promise<Ids<number>> => {
  const subs = new Ids<number>();
  await forEach(Object.entries(ORDER_TYPE_SUBS), async ([key, fields]) => {
    subs.set(key, (await step(`order_type_sub/${key}`, 'DefineOrderTypeSub', fields)).id);
  });
  await forEach(Object.entries(PAYMENT_TYPES), ([key, { points: taking, ...fields }]) => {
    const point_ids = taking.map((point) => points.get(point));
    return step(`payment_type/${key}`, 'DefinePaymentType', { ...fields, point_ids });
  });
  await forEach(Object.entries(PAYMENT_PURPOSES), ([key, fields]) =>
    step(`payment_purpose/${key}`, 'DefinePaymentPurpose', fields),
  );
  await forEach(Object.entries(CANCEL_CAUSES), ([key, fields]) =>
    step(`cancel_cause/${key}`, 'DefineCancelCause', fields),
  );
  await forEach(Object.entries(ACCOUNTS), ([key, { point, ...fields }]) =>
    step(`account/${key}`, 'DefineAccount', { ...fields, point_id: point && points.get(point) }),
  );
  await seedHalls(step, points);
  await seedRegion(step);
  return subs;
};

const seedHalls = async (step: Step, points: Ids<string>): Promise<void> => {
  const halls = Object.entries(HALLS);
  const hallIds = await forEach(halls, async ([key, { point, name }]) => {
    return (await step(`hall/${key}`, 'DefineHall', { point_id: points.get(point), name })).id;
  });
  const tables = halls.flatMap(([key, { table, seats }], hall) =>
    seats.map((capacity, index) => ({
      key: `${key}/${index + 1}`,
      fields: { hall_id: hallIds[hall], name: `${table} ${index + 1}`, capacity },
    })),
  );
  await forEach(tables, ({ key, fields }) => step(`table/${key}`, 'DefineTable', fields));
};

const seedRegion = async (step: Step): Promise<void> => {
  const { id: region_id } = await step('region', 'DefineRegion', { name: REGION.name });
  await forEach(REGION.districts, (name) => step(`district/${name}`, 'DefineDistrict', { region_id, name }));
};
