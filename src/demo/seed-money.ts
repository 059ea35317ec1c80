import type { Applied } from '../brand-file/apply.ts';
import { ORGANIZATIONS, SUPPLIERS } from './brand/counterparties.ts';
import { demoEntries } from './brand/demo-file.ts';
import { MOTIVATIONS, POSITIONS, type Position, TERMS, TERMS_FROM } from './brand/pay.ts';
import { idIn } from './seed-brand.ts';
import { forEach, oneByOne, type Step } from './steps.ts';

type BrandIds = Applied['ids'];

/** Companies that eat on account, and suppliers. */
export const seedCounterparties = async (step: Step, ids: BrandIds): Promise<void> => {
  const region_id = idIn(ids, 'regions', 'tashkent');
  await oneByOne(Object.entries(ORGANIZATIONS), ([key, { district, ...fields }]) => {
    const district_id = idIn(ids, 'districts', district);
    return step(`organization/${key}`, 'RegisterOrganization', { ...fields, region_id, district_id });
  });
  await oneByOne(Object.entries(SUPPLIERS), ([key, fields]) => step(`supplier/${key}`, 'RegisterSupplier', fields));
};

/**
 * What those who work at a point earn, and for what.
 * @param date the day from which their balances are kept; today unless told
 */
export const seedPay = async (step: Step, ids: BrandIds, date?: string): Promise<void> => {
  const staff = demoEntries('staff').map(([login, { position_id, point }]) => {
    const position: Position = POSITIONS[position_id as keyof typeof POSITIONS];
    return { employee_id: idIn(ids, 'staff', login), login, position, point };
  });
  const paid = staff.flatMap(({ employee_id, login, position, point }) =>
    position === 'director' || typeof point !== 'string'
      ? []
      : [{ login, terms: TERMS[position], whose: { employee_id, point_id: idIn(ids, 'points', point) } }],
  );
  await forEach(paid, ({ login, terms, whose }) =>
    step(`terms/${login}`, 'SetSalaryTerms', { ...whose, ...terms, from: TERMS_FROM }),
  );
  await forEach(paid, ({ login, whose }) =>
    step(`salary balance/${login}`, 'OpenSalaryBalance', { ...whose, amount: 0, ...(date && { date }) }),
  );
  await oneByOne(Object.entries(MOTIVATIONS), async ([key, { name, calculation_type, rate, positions, ...scoped }]) => {
    const category_ids = 'categories' in scoped ? scoped.categories.map((it) => idIn(ids, 'categories', it)) : null;
    const fields = { name, calculation_type, rate, scope: { category_ids } };
    const { id: motivation_id } = await step(`motivation/${key}`, 'DefineMotivation', fields);
    const held: readonly Position[] = positions;
    const employee_ids = staff.filter(({ position }) => held.includes(position)).map((it) => it.employee_id);
    await step(`motivation/${key}/employees`, 'AssignMotivation', { motivation_id, employee_ids });
  });
};
