import { z } from 'zod';
import { amount, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { defineWebhookKind, type Notice } from '../../../commands/webhooks/webhook-kind.ts';
import { toLocalTimestamp } from '../../../domain/local-time.ts';
import { DIRECTIONS, MONEY_SOURCES, OPERATIONS, PARTY_KINDS, REGISTERS } from '../../../domain/money/shapes.ts';
import { movementsEndedAt } from '../../../projections/money/of-movements.ts';
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
  party_kind: z.enum(PARTY_KINDS).nullable(),
  party_id: id.nullable(),
});

const ofDrawers = { data: movement, permission: 'reports' } as const;

/** Of a drawer alone. */
const tell = (rows: readonly object[]): Notice<z.input<typeof movement>>[] =>
  (rows as readonly Row[])
    .filter(({ source }) => source === 'cashbox')
    .map((row) => {
      const { point_id, timezone, created_at, party_kind, party_id } = row;
      const employee_ids = party_kind === 'employee' && party_id != null ? [party_id] : [];
      const instant = new Date(created_at).toISOString();
      const data = movement.parse({ ...NOTHING, ...row, created_at: toLocalTimestamp(instant, timezone) });
      return { to: 'all', point_id, timezone, employee_ids, data };
    });

/** The webhooks about money of cash drawers that is neither a sale nor a return. */
export const kinds = [
  defineWebhookKind({
    ...ofDrawers,
    event: 'money.moved',
    summary: 'Money came to the drawer of a till, or left it, other than by sales and returns',
    about_data:
      'the movement, as `GET /v1/reports/money-movements`, without names and account; a transfer between two drawers sends two',
    types: ['MoneyMoved', 'MoneyTransferred', 'DepositMoved'],
    shown_by: 'money',
    tells: (event) => tell(movementsOf(event)),
  }),
  defineWebhookKind({
    ...ofDrawers,
    event: 'money.cancelled',
    summary: 'A movement of money was a mistake, and is in no report any more',
    about_data: 'the movement as it was told',
    types: ['MovementCancelled'],
    shown_by: null,
    tells: ({ data, position }, views) =>
      views.readThen(['money'], async ({ db }) => tell(await movementsEndedAt(db, data.movement_ids, position))),
  }),
];

const NOTHING = {
  payment_purpose_id: null,
  payment_type_id: null,
  shift_id: null,
  note: null,
  party_kind: null,
  party_id: null,
};

interface Row {
  readonly point_id: string | null;
  readonly timezone: string;
  readonly source: string;
  readonly created_at: string | Date;
  readonly party_kind?: string | null;
  readonly party_id?: number | null;
}
