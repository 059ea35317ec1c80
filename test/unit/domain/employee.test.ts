import { describe, it } from 'vitest';
import { employeeDecider } from '../../../src/domain/employee/employee.ts';
import { type EmployeeDetails, type EmployeeEvent, employeeEvents } from '../../../src/domain/employee/events.ts';
import { specOf } from '../../support/given-when-then.ts';

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
const hired: EmployeeEvent = { type: 'EmployeeHired', data: employee };

describe('an employee', () => {
  it('is hired, once', () => {
    given().when({ type: 'HireEmployee', employee }).then(hired);
    given(hired).when({ type: 'HireEmployee', employee }).thenNothing();
  });

  it('keeps the details an update leaves out', () => {
    given(hired)
      .when({
        type: 'UpdateEmployee',
        brand_id,
        details: { position_id: 3, position_name: 'Manager', role: undefined },
      })
      .then({
        type: 'EmployeeDetailsChanged',
        data: { ...employee, position_id: 3, position_name: 'Manager' },
      });
  });

  it('can be of no point in particular: null is a detail, not an omission', () => {
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id, details: { point_id: null } })
      .then({ type: 'EmployeeDetailsChanged', data: { ...employee, point_id: null } });
  });

  it('is not changed by an update that says what is so', () => {
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id, details: { name: employee.name } })
      .thenNothing();
  });

  it('is compared with the last change', () => {
    const renamed: EmployeeEvent = { type: 'EmployeeDetailsChanged', data: { ...employee, name: 'D. Karimova' } };
    given(hired, renamed)
      .when({ type: 'UpdateEmployee', brand_id, details: { name: 'D. Karimova' } })
      .thenNothing();
  });

  it('must be hired, and by this brand, to be changed', () => {
    given().when({ type: 'UpdateEmployee', brand_id, details: {} }).thenRefused('not_found', 'employee_not_found');
    given(hired)
      .when({ type: 'UpdateEmployee', brand_id: '11d1c0de-0000-4000-8000-000000000001', details: {} })
      .thenRefused('not_found', 'employee_not_found');
  });
});
