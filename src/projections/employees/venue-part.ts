import { employeeDetails, type Standing } from '../../domain/employees/events.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { versioned } from '../engine/versioned.ts';
import type { VenuePart } from '../venue/part.ts';

const standsAs =
  (standing: Standing) =>
  ({ data }: EventOf<'EmployeeBlocked' | 'EmployeeUnblocked' | 'EmployeeDismissed'>, write: BatchWriter): void =>
    write.patch('employees', { employee_id: data.employee_id }, { standing });

export const employeesPart: VenuePart = {
  version: 2,
  tables: [
    versioned({
      name: 'employees',
      columns: {
        employee_id: 'bigint',
        brand_id: 'uuid',
        login: 'text',
        name: 'text',
        role: 'text',
        role_name: 'text',
        position_id: 'bigint',
        position_name: 'text',
        point_id: 'uuid',
        standing: 'text',
      },
      key: ['employee_id'],
      indexes: [['brand_id', 'employee_id']],
    }),
  ],
  on: {
    EmployeeHired: (event, write) => write.put('employees', { ...employeeDetails(event.data), standing: 'active' }),
    EmployeeDetailsChanged: (event, write) => {
      const { employee_id, ...details } = employeeDetails(event.data);
      write.patch('employees', { employee_id }, details);
    },
    EmployeeBlocked: standsAs('blocked'),
    EmployeeUnblocked: standsAs('active'),
    EmployeeDismissed: standsAs('dismissed'),
    EmployeeErased: ({ data: { employee_id } }, write) =>
      write.forget('employees', { employee_id }, { login: null, name: null }),
  },
};
