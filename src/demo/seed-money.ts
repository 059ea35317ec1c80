import { ORGANIZATIONS, SUPPLIERS } from './brand/counterparties.ts';
import { type DemoEmployee, EMPLOYEES } from './brand/employees.ts';
import { MOTIVATIONS, TERMS, TERMS_FROM } from './brand/pay.ts';
import { type Ids, oneByOne, type Step } from './steps.ts';

/** Companies that eat on account, and suppliers. */
export const seedCounterparties = async (
  step: Step,
  { region_id, districts }: { readonly region_id: number; readonly districts: Ids<number> },
): Promise<void> => {
  await oneByOne(Object.entries(ORGANIZATIONS), ([key, { district, ...fields }]) =>
    step(`organization/${key}`, 'RegisterOrganization', { ...fields, region_id, district_id: districts.get(district) }),
  );
  await oneByOne(Object.entries(SUPPLIERS), ([key, fields]) => step(`supplier/${key}`, 'RegisterSupplier', fields));
};

export interface PaySeed {
  /** By login. */
  readonly employees: Ids<number>;
  readonly points: Ids<string>;
  readonly categories: Ids<number>;
}

/** What those who work at a point earn, and for what. */
export const seedPay = async (step: Step, { employees, points, categories }: PaySeed): Promise<void> => {
  await oneByOne(EMPLOYEES, async ({ login, position, point }) => {
    if (position === 'director' || point === null) return;
    const whose = { employee_id: employees.get(login), point_id: points.get(point) };
    await step(`terms/${login}`, 'SetSalaryTerms', { ...whose, ...TERMS[position], from: TERMS_FROM });
    await step(`salary balance/${login}`, 'OpenSalaryBalance', { ...whose, amount: 0 });
  });
  await oneByOne(Object.entries(MOTIVATIONS), async ([key, { name, calculation_type, rate, positions, ...scoped }]) => {
    const category_ids = 'categories' in scoped ? scoped.categories.map((category) => categories.get(category)) : null;
    const fields = { name, calculation_type, rate, scope: { category_ids } };
    const { id: motivation_id } = await step(`motivation/${key}`, 'DefineMotivation', fields);
    const held: readonly DemoEmployee['position'][] = positions;
    const employee_ids = EMPLOYEES.filter(({ position }) => held.includes(position)).map(({ login }) =>
      employees.get(login),
    );
    await step(`motivation/${key}/employees`, 'AssignMotivation', { motivation_id, employee_ids });
  });
};
