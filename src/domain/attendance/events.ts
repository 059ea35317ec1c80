import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const id = z.int();
const instant = z.iso.datetime();
/** `YYYY-MM-DD`: the business day, stamped when it is recorded. */
const date = z.iso.date();

export const MARK_TYPES = ['check_in', 'check_out'] as const;
export const MARK_RESULTS = [
  'shift_opened',
  'shift_closed',
  'check_out_without_shift',
  'shift_already_open',
  'already_counted',
  'inside_shift',
] as const;
/** Where a mark came from: the partner's API, or a camera or till. */
export const MARK_SOURCES = ['api', 'cashbox'] as const;
/** The service's own note on a shift. */
export const AUTOMATIC_NOTES = ['auto_closed', 'check_out_without_check_in'] as const;

const ofShift = z.object({ employee_id: id, brand_id: z.uuid(), point_id: z.uuid(), shift_id: id });

/** The mark that caused the event, as it arrived. */
const mark = z.object({
  type: z.enum(MARK_TYPES),
  time: instant,
  source: z.enum(MARK_SOURCES),
  /** Null: the mark was made at the till. */
  key_id: z.uuid().nullable(),
  event_id: z.string().nullable(),
});

/** A shift as the sheet has it. */
const content = z.object({
  date,
  check_in: instant.nullable(),
  check_out: instant.nullable(),
  source: z.enum([...MARK_SOURCES, 'manual']),
  automatic_note: z.enum(AUTOMATIC_NOTES).nullable(),
});

/** What the back office noted about a shift, and what it had noted before. */
const note = z.string().nullable();
const noted = { personal: z.object({ employee_id: id, note }) };
const notedBefore = { personal: z.object({ employee_id: id, note_before: note }) };

/** The point's zone, when the mark was made. */
const timezone = z.string();
const marked = ofShift.extend({ timezone, mark });

export const timesheetEvents = {
  /** A check-in. `auto_closed_shift_id`: the shift that it ended, which was more than 14 hours old. */
  ShiftStarted: {
    version: 1,
    schema: marked.extend({ date, check_in: instant, auto_closed_shift_id: id.nullable() }),
  },
  ShiftEnded: { version: 1, schema: marked.extend({ check_in: instant, check_out: instant }) },
  /** The employee did not check out in 14 hours: the next check-in ends the shift. */
  ShiftAutoClosed: { version: 1, schema: ofShift.extend({ check_in: instant, check_out: instant }) },
  /**
   * A check-out without a shift before it. It is kept as a shift with an end alone, and does not count until somebody
   * corrects it.
   */
  CheckOutRecorded: { version: 1, schema: marked.extend({ date, check_out: instant }) },
  /** A mark that changes nothing; `shift_id` is the shift that it met. */
  MarkDisregarded: { version: 1, schema: marked.extend({ result: z.enum(MARK_RESULTS) }) },
  /** Entered in the back office, like the next two. */
  ShiftAdded: {
    version: 1,
    schema: ofShift.extend({ timezone, ...content.shape, ...noted }),
  },
  /** The whole shift as it is from now on, and as it was. */
  ShiftCorrected: {
    version: 1,
    schema: ofShift.extend({
      timezone,
      ...content.shape,
      before: content,
      personal: z.object({ employee_id: id, note, note_before: note }),
    }),
  },
  ShiftRemoved: {
    version: 1,
    schema: ofShift.extend({ before: content, ...notedBefore }),
  },
} as const;

export type MarkType = (typeof MARK_TYPES)[number];
export type MarkResult = (typeof MARK_RESULTS)[number];
export type AutomaticNote = (typeof AUTOMATIC_NOTES)[number];
export type Mark = z.infer<typeof mark>;
export type MarkedData = z.infer<typeof marked>;
export type ShiftContent = z.infer<typeof content>;

export type TimesheetEvent = EventsOf<typeof timesheetEvents>;
