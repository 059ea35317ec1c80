import { personBehind } from '../accounts/person-behind.ts';
import { versioned } from '../engine/versioned.ts';
import type { VenuePart } from '../venue/part.ts';

export const shiftsPart: VenuePart = {
  version: 3,
  tables: [
    versioned({
      name: 'till_shifts',
      columns: {
        shift_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        shift_number: 'integer',
        business_date: 'date',
        timezone: 'text',
        opened_at: 'timestamptz',
        closed_at: 'timestamptz',
        cashier_id: 'bigint',
        cashier_login: 'text',
        cashier_name: 'text',
        opening_cash: 'bigint',
        counted_cash: 'bigint',
        left_cash: 'bigint',
        /** The account that got its money; null: not handed over yet. */
        account_id: 'bigint',
        accepted_amount: 'bigint',
        /** The cash that was to be handed over. Null: it was not known, or it is not handed over yet. */
        expected_amount: 'bigint',
        accepted_at: 'timestamptz',
        /** The account of the person who took it over. Null: a key did, or nobody has yet. */
        accepted_by: 'bigint',
      },
      key: ['shift_id'],
      indexes: [
        ['point_id', 'shift_number'],
        ['brand_id', 'business_date'],
        ['brand_id', 'shift_id'],
      ],
    }),
  ],
  on: {
    EmployeeErased: ({ data }, write) => {
      for (const shift_id of data.shift_ids) {
        write.forget('till_shifts', { shift_id }, { cashier_login: null, cashier_name: null });
      }
    },
    ShiftOpened: (event, write) => {
      const { personal, ...shift } = event.data;
      write.insert('till_shifts', { ...shift, cashier_login: personal.login, cashier_name: personal.name });
    },
    ShiftClosed: (event, write) => {
      const { shift_id, counted_cash, left_cash, closed_at } = event.data;
      write.patch('till_shifts', { shift_id }, { counted_cash, left_cash, closed_at });
    },
    ShiftAccepted: (event, write) => {
      const { shift_id, account_id, amount: accepted_amount, expected_amount, accepted_at } = event.data;
      const accepted_by = personBehind(event);
      write.patch(
        'till_shifts',
        { shift_id },
        { account_id, accepted_amount, expected_amount, accepted_at, accepted_by },
      );
    },
  },
};
