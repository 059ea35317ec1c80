import { describe, expect, it } from 'vitest';
import { employeeDecider } from '../../../../src/domain/employees/decide.ts';
import {
  type EmployeeDetails,
  type EmployeeEvent,
  employeeEvents,
  recordedDetails,
} from '../../../../src/domain/employees/events.ts';
import { wasDismissed } from '../../../../src/domain/employees/state.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(employeeDecider, employeeEvents);

const employee: EmployeeDetails = {
  employee_id: 12,
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  login: 'dilnoza',
  name: 'Dilnoza Karimova',
  role: 'cashier',
  role_name: 'Cashier',
  position_id: 2,
  position_name: 'Senior cashier',
  point_id: '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11',
};
const { brand_id } = employee;
const business_date = '2026-03-02';
const changedTo = (fields: Partial<EmployeeDetails>): EmployeeEvent => ({
  type: 'EmployeeDetailsChanged',
  data: { ...recordedDetails({ ...employee, ...fields }), business_date },
});
const hired: EmployeeEvent = { type: 'EmployeeHired', data: recordedDetails(employee) };

describe('an employee', () => {
  it('an employee is hired, once', () => {
    given().when({ type: 'HireEmployee', employee }).then(hired);
    given(hired).when({ type: 'HireEmployee', employee }).thenNothing();
  });

  it('an employee keeps the details an update leaves out', () => {
    given(hired)
      .when({
        type: 'UpdateEmployee',
        brand_id,
        business_date,
        details: { position_id: 3, position_name: 'Manager', role: undefined },
      })
      .then(changedTo({ position_id: 3, position_name: 'Manager' }));
  });

  it('an employee can be of no point in particular: null is a detail, not an omission', () => {
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id, business_date, details: { point_id: null } })
      .then(changedTo({ point_id: null }));
  });

  it('an employee is not changed by an update that says what is so', () => {
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id, business_date, details: { name: employee.name } })
      .thenNothing();
  });

  it('an employee is compared with the last change', () => {
    const renamed = changedTo({ name: 'D. Karimova' });
    given(hired, renamed)
      .when({ type: 'UpdateEmployee', brand_id, business_date, details: { name: 'D. Karimova' } })
      .thenNothing();
  });

  it('an employee must be hired, and by this brand, to be changed', () => {
    given()
      .when({ type: 'UpdateEmployee', brand_id, business_date, details: {} })
      .thenRefused('not_found', 'employee_not_found');
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id: '11d1c0de-0000-4000-8000-000000000001', business_date, details: {} })
      .thenRefused('not_found', 'employee_not_found');
  });

  const { employee_id } = employee;
  const stands = (type: 'EmployeeBlocked' | 'EmployeeUnblocked'): EmployeeEvent => ({
    type,
    data: { employee_id, brand_id },
  });
  const at = '2026-03-02T09:00:00.000Z';
  const dismissed: EmployeeEvent = {
    type: 'EmployeeDismissed',
    data: { employee_id, brand_id, dismissed_at: at },
  };

  it('an employee is blocked and unblocked, once each', () => {
    given(hired).when({ type: 'BlockEmployee', brand_id, at }).then(stands('EmployeeBlocked'));
    given(hired, stands('EmployeeBlocked')).when({ type: 'BlockEmployee', brand_id, at }).thenNothing();
    given(hired, stands('EmployeeBlocked'))
      .when({ type: 'UnblockEmployee', brand_id, at })
      .then(stands('EmployeeUnblocked'));
    given(hired).when({ type: 'UnblockEmployee', brand_id, at }).thenNothing();
  });

  it('an employee is dismissed for good, blocked or not', () => {
    for (const before of [[hired], [hired, stands('EmployeeBlocked')]]) {
      given(...before)
        .when({ type: 'DismissEmployee', brand_id, at })
        .then(dismissed);
    }
    const history = [hired, dismissed];
    given(...history)
      .when({ type: 'DismissEmployee', brand_id, at })
      .thenNothing();
    for (const type of ['BlockEmployee', 'UnblockEmployee'] as const) {
      given(...history)
        .when({ type, brand_id, at })
        .thenRefused('conflict', 'employee_dismissed');
    }
  });

  it('an employee is gone from the dismissal on', () => {
    const wasGone = (instant: string, ...history: readonly EmployeeEvent[]): boolean =>
      wasDismissed(given(hired, ...history).state()!, instant);
    const [before, after] = ['2026-03-02T08:59:59.999Z', '2026-03-02T09:00:00.001Z'];
    expect([before, at, after].map((instant) => wasGone(instant, dismissed))).toEqual([false, true, true]);
    expect(wasGone(after)).toBe(false);
  });

  it('an employee stays blocked whatever its details', () => {
    const renamed = changedTo({ name: 'D. Karimova' });
    given(hired, stands('EmployeeBlocked'), renamed).when({ type: 'BlockEmployee', brand_id, at }).thenNothing();
  });
});

describe('a change of an earlier day', () => {
  const [second, third] = ['0a4a6d6e-3b1f-4f0b-8f5d-000000000002', '0a4a6d6e-3b1f-4f0b-8f5d-000000000003'];
  const changed = (business_date: string, fields: Partial<EmployeeDetails>): EmployeeEvent => ({
    type: 'EmployeeDetailsChanged',
    data: { ...recordedDetails({ ...employee, ...fields }), business_date },
  });
  const update = (business_date: string, details: Partial<EmployeeDetails>) => ({
    type: 'UpdateEmployee' as const,
    brand_id,
    business_date,
    details,
  });
  const toSecond = changed('2026-03-20', { point_id: second });

  it('a transfer is told once more, of an earlier day', () => {
    given(hired, toSecond)
      .when(update('2026-03-15', { point_id: second }))
      .then(changed('2026-03-15', { point_id: second }), toSecond);
    given(hired, toSecond)
      .when(update('2026-03-20', { point_id: second }))
      .thenNothing();
    given(hired, toSecond)
      .when(update('2026-03-25', { point_id: second }))
      .thenNothing();
  });

  it('a change of an earlier day leaves what that day had of the rest, and what was assigned since', () => {
    given(hired, toSecond)
      .when(update('2026-03-15', { role: 'chief' }))
      .then(changed('2026-03-15', { role: 'chief' }), changed('2026-03-20', { point_id: second, role: 'chief' }));
    given(hired, toSecond)
      .when(update('2026-03-15', { point_id: third }))
      .then(changed('2026-03-15', { point_id: third }), toSecond);
    given(hired, changed('2026-03-10', { role: 'chief' }), changed('2026-03-20', { role: 'chief', point_id: second }))
      .when(update('2026-03-05', { role: 'cook', point_id: third }))
      .then(
        changed('2026-03-05', { role: 'cook', point_id: third }),
        changed('2026-03-10', { role: 'chief', point_id: third }),
        changed('2026-03-20', { role: 'chief', point_id: second }),
      );
  });

  it('a name is of no day: a change of it leaves all assignments', () => {
    given(hired, toSecond)
      .when(update('2026-03-15', { name: 'D. Karimova' }))
      .then(changed('2026-03-20', { point_id: second, name: 'D. Karimova' }));
    given(hired, toSecond)
      .when(update('2026-03-15', { point_id: employee.point_id }))
      .thenNothing();
  });

  it('transfers of one day are kept with their instants, whichever is told first, and the latest counts from then on', () => {
    const at = (hour: number) => `2026-03-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const transfer = (point_id: string | null, hour: number) => ({
      ...update('2026-03-20', { point_id }),
      changed_at: at(hour),
    });
    const moved = (...times: readonly (readonly [point_id: string | null, hour: number])[]): EmployeeEvent => {
      const point_times = times.map(([point_id, hour]) => ({ point_id, since: at(hour) }));
      const { data } = changed('2026-03-20', { point_id: times.at(-1)![0] });
      return { type: 'EmployeeDetailsChanged', data: { ...data, point_times } as never };
    };
    const noon = moved([second, 12]);
    given(hired).when(transfer(second, 12)).then(noon);
    given(hired, noon)
      .when(transfer(third, 15))
      .then(moved([second, 12], [third, 15]));
    given(hired, noon)
      .when(transfer(third, 9))
      .then(moved([third, 9], [second, 12]));
    given(hired, noon)
      .when(transfer(third, 12))
      .then(moved([third, 12]));
    given(hired, noon).when(transfer(second, 15)).thenNothing();
    given(hired, noon)
      .when(transfer(second, 9))
      .then(moved([second, 9]));
    // There and back.
    const back = moved([second, 12], [employee.point_id, 15]);
    given(hired, noon).when(transfer(employee.point_id, 15)).then(back);
    given(hired, back).when(transfer(employee.point_id, 15)).thenNothing();
    given(hired, back)
      .when(transfer(null, 13))
      .then(moved([second, 12], [null, 13], [employee.point_id, 15]));
    // A transfer of an earlier day ends with the first of that day, though they led back.
    given(hired, back)
      .when(update('2026-03-15', { point_id: third }))
      .then(changed('2026-03-15', { point_id: third }), back);
    const chief = { ...update('2026-03-20', { role: 'chief' }), changed_at: at(18) };
    given(hired, noon)
      .when(chief)
      .then({ type: 'EmployeeDetailsChanged', data: { ...noon.data, role: 'chief' } as never });
    // The same holds before a later day.
    const later = changed('2026-03-25', { point_id: second, role: 'chief' });
    given(hired, noon, later)
      .when(transfer(third, 9))
      .then(moved([third, 9], [second, 12]), later);
    given(hired, noon, later)
      .when(transfer(third, 15))
      .then(moved([second, 12], [third, 15]), changed('2026-03-25', { point_id: third, role: 'chief' }));
  });
});
