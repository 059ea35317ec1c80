import type { z } from 'zod';
import { defineWebhookKind, type Notice, type WebhookViews } from '../../../commands/webhooks/webhook-kind.ts';
import { findShift, SHIFTS_FROM } from '../../../projections/attendance/queries.ts';
import type { Language } from '../../http/messages/languages.ts';
import { shiftSchema, viewShift } from '../../partner/attendance-view.ts';

interface OfShift {
  readonly brand_id: string;
  readonly point_id: string;
  readonly employee_id: number;
  readonly shift_id: number;
}

/** The shift as the attendance methods show it at the event.  */
const tell = async (
  { brand_id, point_id, employee_id, shift_id }: OfShift,
  views: WebhookViews,
): Promise<Notice<z.input<typeof shiftSchema>>[]> => {
  const row = await views.readThen(SHIFTS_FROM, (reading) => findShift(reading, brand_id, shift_id));
  if (row === undefined) return [];
  const language = (await views.language()) as Language;
  return [{ to: 'all', point_id, employee_ids: [employee_id], data: viewShift(row, language) }];
};

const ofAttendance = {
  shown_by: null,
  permission: 'attendance',
  data: shiftSchema,
  about_data: 'the shift, as `GET /v1/attendance/shifts`',
} as const;

/** The webhooks about who works. */
export const kinds = [
  defineWebhookKind({
    ...ofAttendance,
    event: 'attendance.shift_opened',
    summary: 'An employee began a shift, or the back office entered one that is not over',
    types: ['ShiftStarted', 'ShiftAdded'],
    tells: async ({ type, data }, views) =>
      type === 'ShiftAdded' && (data.check_in === null || data.check_out !== null) ? [] : tell(data, views),
  }),
  defineWebhookKind({
    ...ofAttendance,
    event: 'attendance.shift_closed',
    summary: 'The shift of an employee is over',
    types: ['ShiftEnded', 'ShiftAutoClosed', 'CheckOutRecorded', 'ShiftAdded', 'ShiftCorrected'],
    tells: async ({ type, data }, views) => {
      if (type === 'ShiftAdded' && data.check_out === null) return [];
      if (type === 'ShiftCorrected' && (data.check_out === null || data.before.check_out !== null)) return [];
      return tell(data, views);
    },
  }),
];
