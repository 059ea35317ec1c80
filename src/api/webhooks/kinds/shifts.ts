import type { z } from 'zod';
import { defineWebhookKind, type Notice, type WebhookViews } from '../../../commands/webhooks/webhook-kind.ts';
import { readShift, SHIFTS_FROM } from '../../../projections/shifts/shifts-report.ts';
import { shiftSchema } from '../../partner/reports/shifts.ts';

type Shown = z.input<typeof shiftSchema>;

/** The shift as the report shows it at the event, without the name of a person: that is no partner's business. */
const tell = async (
  { shift_id, brand_id, point_id }: { readonly shift_id: number; readonly brand_id: string; readonly point_id: string },
  views: WebhookViews,
): Promise<Notice<Shown>[]> => {
  const shift = await views.readThen(SHIFTS_FROM, (reading) => readShift(reading, { brand_id, point_id, shift_id }));
  if (shift === undefined) return [];
  const employee_ids = [shift.cashier_id, ...shift.employee_debts.map(({ employee_id }) => employee_id)];
  return [{ to: 'all', point_id, employee_ids, data: shiftSchema.parse({ ...shift, accepted_by_name: null }) }];
};

const ofShifts = { shown_by: null, permission: 'reports', data: shiftSchema } as const;

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
];
