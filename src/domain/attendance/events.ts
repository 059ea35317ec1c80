import { z } from 'zod';

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
/** What the service itself has to say of a shift. */
export const AUTOMATIC_NOTES = ['auto_closed', 'check_out_without_check_in'] as const;

const ofShift = z.object({ employee_id: id, brand_id: z.uuid(), point_id: z.uuid(), shift_id: id });

/** The mark that brought the event about, as it came in. */
const mark = z.object({
  type: z.enum(MARK_TYPES),
  time: instant,
  source: z.enum(MARK_SOURCES),
  /** Null: made at the till. */
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
  note: z.string().nullable(),
});

/** Of the point, when the mark was made. */
const timezone = z.string();
const marked = ofShift.extend({ timezone, mark });

export const timesheetEvents = {
  /** A check-in. `auto_closed_shift_id`: the shift it brought to its end, more than 14 hours old. */
  ShiftStarted: {
    version: 1,
    schema: marked.extend({ date, check_in: instant, auto_closed_shift_id: id.nullable() }),
  },
  ShiftEnded: { version: 1, schema: marked.extend({ check_in: instant, check_out: instant }) },
  /** Nobody checked out in 14 hours: the next check-in ends the shift. */
  ShiftAutoClosed: { version: 1, schema: ofShift.extend({ check_in: instant, check_out: instant }) },
  /** A check-out with no shift before it: kept as a shift that has nothing else, and counts for nothing until mended. */
  CheckOutRecorded: { version: 1, schema: marked.extend({ date, check_out: instant }) },
  /** A mark that changes nothing; `shift_id` is the shift it adds nothing to. */
  MarkDisregarded: { version: 1, schema: marked.extend({ result: z.enum(MARK_RESULTS) }) },
  /** Entered in the back office, as are the next two. */
  ShiftAdded: { version: 1, schema: ofShift.extend({ timezone, ...content.shape }) },
  /** The shift as it is from now on, whole, and as it was. */
  ShiftCorrected: { version: 1, schema: ofShift.extend({ timezone, ...content.shape, before: content }) },
  ShiftRemoved: { version: 1, schema: ofShift.extend({ before: content }) },
} as const;

export type MarkType = (typeof MARK_TYPES)[number];
export type MarkResult = (typeof MARK_RESULTS)[number];
export type AutomaticNote = (typeof AUTOMATIC_NOTES)[number];
export type Mark = z.infer<typeof mark>;
export type MarkedData = z.infer<typeof marked>;
export type ShiftContent = z.infer<typeof content>;

type Schemas = typeof timesheetEvents;
export type TimesheetEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: z.infer<Schemas[Type]['schema']> };
}[keyof Schemas];
