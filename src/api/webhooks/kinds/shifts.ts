import type { z } from 'zod';
import { defineWebhookKind, type Notice, type WebhookViews } from '../../../commands/webhooks/webhook-kind.ts';
import type { EventOf } from '../../../domain/event-catalogue.ts';
import { tillDecider } from '../../../domain/shifts/decide.ts';
import type { Recorded } from '../../../event-store/event-store.ts';
import { shiftsOfMovements } from '../../../projections/money/of-movements.ts';
import { shiftsOfRemovedItems } from '../../../projections/shifts/removed-items.ts';
import { isEnded, type NamedShift, readShift, SHIFTS_FROM } from '../../../projections/shifts/shifts-report.ts';
import { shiftSchema } from '../../partner/reports/shifts.ts';

type Shown = z.input<typeof shiftSchema>;

/** The shift as the report shows it at the event, without the name of a person: that is no partner's business. */
const tell = async ({ shift_id, brand_id, point_id }: NamedShift, views: WebhookViews): Promise<Notice<Shown>[]> => {
  const shift = await views.readThen(SHIFTS_FROM, (reading) => readShift(reading, { brand_id, point_id, shift_id }));
  if (shift === undefined) return [];
  const employee_ids = [shift.cashier_id, ...shift.employee_debts.map(({ employee_id }) => employee_id)];
  return [{ to: 'all', point_id, employee_ids, data: shiftSchema.parse({ ...shift, accepted_by_name: null }) }];
};

/** What is counted in a shift, and may come after its end. */
const COUNTED = [
  ...(['ChequeClosed', 'ChequeReopened', 'GoodsReturned', 'OrderDeleted', 'ItemRemoved'] as const),
  ...(['MoneyMoved', 'MoneyTransferred', 'MovementCancelled', 'DepositMoved'] as const),
];

type Counted = Recorded<EventOf<(typeof COUNTED)[number]>>;

const shiftsOf = async (
  { type, data, metadata }: Counted,
  views: WebhookViews,
): Promise<readonly { readonly shift_id: number | null; readonly point_id: string | null }[]> => {
  if (type === 'MovementCancelled') {
    return views.readThen(['money'], ({ db }) => shiftsOfMovements(db, data.movement_ids));
  }
  if (type === 'MoneyTransferred') return [data.from, data.to];
  // What was removed from a cheque counts no more when the cheque is deleted whole.
  const before =
    type === 'OrderDeleted'
      ? await views.readThen(['cheques'], ({ db }) => shiftsOfRemovedItems(db, data.order_id))
      : [];
  return [
    ...before,
    { shift_id: data.shift_id, point_id: metadata.point_id ?? ('point_id' in data ? data.point_id : null) },
  ];
};

/** The shifts of the event that had ended before it. While a shift is open, what it comes to is told by no call. */
const tellEnded = async (event: Counted, views: WebhookViews): Promise<Notice<Shown>[]> => {
  const { brand_id } = event.metadata;
  const notices: Notice<Shown>[] = [];
  const told = new Set<number>();
  for (const { shift_id, point_id } of await shiftsOf(event, views)) {
    if (shift_id === null || point_id === null || told.has(shift_id)) continue;
    told.add(shift_id);
    // Nearly each event is of the shift that is open. One that is open now was open then.
    const { open_shift } = await views.load(tillDecider, point_id);
    if (open_shift?.shift_id === shift_id) continue;
    // One that has ended since: a process that catches up meets whole days of them.
    if (!(await views.readThen(['venue'], (reading) => isEnded(reading, { shift_id })))) continue;
    notices.push(...(await tell({ shift_id, brand_id, point_id }, views)));
  }
  return notices;
};

const ofShifts = {
  shown_by: null,
  permission: 'reports',
  data: shiftSchema,
  about_data: 'the shift, as `GET /v1/reports/shifts`, without the name of the person who accepted it',
} as const;

/** The webhooks about till shifts. */
export const kinds = [
  defineWebhookKind({
    ...ofShifts,
    event: 'shift.opened',
    summary: 'A till shift was opened',
    types: ['ShiftOpened'],
    tells: ({ data }, views) => tell(data, views),
  }),
  defineWebhookKind({
    ...ofShifts,
    event: 'shift.closed',
    summary: 'A till shift was closed',
    types: ['ShiftClosed'],
    tells: ({ data }, views) => tell(data, views),
  }),
  defineWebhookKind({
    ...ofShifts,
    event: 'shift.accepted',
    summary: 'The money of a till shift was handed over',
    types: ['ShiftAccepted'],
    tells: ({ data }, views) => tell(data, views),
  }),
  defineWebhookKind({
    ...ofShifts,
    event: 'shift.changed',
    summary:
      'What a closed till shift came to has changed: a cheque of it was opened again, or deleted after items were taken off it; money of it was booked or cancelled later',
    types: COUNTED,
    tells: tellEnded,
  }),
];
