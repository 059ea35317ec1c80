import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { defineWebhookKind } from '../../../commands/webhooks/webhook-kind.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { DIRECTIONS, MONEY_SOURCES, OPERATIONS, REGISTERS } from '../../../domain/money/shapes.ts';
import { movementsOf } from '../../../projections/money/projection.ts';

const id = z.int();

/** A movement as the report of movements has it, without the names. */
const movement = z.object({
  point_id: z.uuid().nullable(),
  register: z.enum(REGISTERS),
  id,
  business_date: z.iso.date(),
  created_at: localTimestamp(),
  source: z.enum(MONEY_SOURCES),
  direction: z.enum(DIRECTIONS),
  amount: amount(),
  operation: z.enum(OPERATIONS),
  payment_purpose_id: id.nullable(),
  payment_type_id: id.nullable(),
  shift_id: id.nullable(),
  note: z.string().nullable(),
});

/** The webhook about money of cash drawers that is neither a sale nor a return. */
export const kinds = [
  defineWebhookKind({
    event: 'money.moved',
    summary: 'Money came to the drawer of a till, or left it, other than by sales and returns',
    data: movement,
    types: ['MoneyMoved', 'MoneyTransferred', 'DepositMoved'],
    shown_by: 'money',
    permission: 'reports',
    tells: (event) =>
      movementsOf(event)
        .filter(({ source }) => source === 'cashbox')
        .map((row) => {
          const { point_id, timezone, created_at, party_kind, party_id } = row as unknown as Row;
          const employee_ids = party_kind === 'employee' && party_id != null ? [party_id] : [];
          const data = movement.parse({ ...NOTHING, ...row, created_at: toLocalTimestamp(created_at, timezone) });
          return { to: 'all' as const, point_id, timezone, employee_ids, data };
        }),
  }),
];

const NOTHING = { payment_purpose_id: null, payment_type_id: null, shift_id: null, note: null };

interface Row {
  readonly point_id: string | null;
  readonly timezone: string;
  readonly created_at: string;
  readonly party_kind?: string | null;
  readonly party_id?: number | null;
}
