import type { Standing } from '../../domain/employees/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Row } from '../engine/projection.ts';
import type { VenuePart } from '../venue/part.ts';

const standsAs = (standing: Standing) => (event: RecordedEvent, write: BatchWriter) =>
  write.patch('employees', { employee_id: dataOf<Row>(event).employee_id }, { standing });

export const employeesPart: VenuePart = {
  tables: [
    {
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
      indexes: [['brand_id']],
    },
  ],
  on: {
    EmployeeHired: (event, write) => write.put('employees', { ...dataOf<Row>(event), standing: 'active' }),
    EmployeeDetailsChanged: (event, write) => {
      const { employee_id, ...details } = dataOf<Row>(event);
      write.patch('employees', { employee_id }, details);
    },
    EmployeeBlocked: standsAs('blocked'),
    EmployeeUnblocked: standsAs('active'),
    EmployeeDismissed: standsAs('dismissed'),
  },
};
