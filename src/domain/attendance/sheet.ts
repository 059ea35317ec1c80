import { type ById, entryOf, withEntries, withoutIds } from '../collections/by-id.ts';
import type { MarkType, ShiftContent } from './events.ts';
import type { SeenMarks } from './seen-marks.ts';

/** A shift on the sheet. Times are milliseconds since the epoch; at least one is there. */
export interface SheetShift extends Omit<ShiftContent, 'check_in' | 'check_out'> {
  readonly note: string | null;
  readonly shift_id: number;
  /** The point's zone when the shift began, even if the point has another one by now. */
  readonly timezone: string;
  readonly check_in: number | null;
  readonly check_out: number | null;
}

/** A shift that has begun and not ended. */
export interface OpenShift extends SheetShift {
  readonly check_in: number;
  readonly check_out: null;
}

interface Page {
  /** The latest check-out on the page: a search for a later moment can skip the page. */
  readonly latest: number | null;
  /** In order of their start. */
  readonly shifts: readonly SheetShift[];
}

/**
 * Shifts of an employee at one point, in pages of some days each: a mark copies one page, not years, and looks only at
 * pages that reach its time.
 */
export interface Sheet {
  readonly pages: ById<Page>;
  /** Shifts without a check-out, in order of their start. */
  readonly open: readonly OpenShift[];
  readonly seen: SeenMarks;
}

export const EMPTY_SHEET: Sheet = { pages: [], open: [], seen: [] };

const PAGE_MS = 16 * 24 * 3_600_000;

/** The time that sorts a shift: its check-in, or its check-out if it has nothing else. */
const startOf = ({ check_in, check_out }: SheetShift): number => check_in ?? check_out ?? 0;
const pageOf = (time: number): number => Math.floor(time / PAGE_MS);
const isOpen = (shift: SheetShift): shift is OpenShift => shift.check_in !== null && shift.check_out === null;

/** A copy with the shift added or replaced. If its start has changed, take the shift off the sheet first. */
export const withShift = (sheet: Sheet, shift: SheetShift): Sheet => {
  const page = pageOf(startOf(shift));
  const isOther = ({ shift_id }: SheetShift) => shift_id !== shift.shift_id;
  const others = entryOf(sheet.pages, page)?.shifts.filter(isOther) ?? [];
  const open = sheet.open.filter(isOther);
  return {
    ...sheet,
    pages: withEntries(sheet.pages, [[page, pageWith(inserted(others, shift))]]),
    open: isOpen(shift) ? inserted(open, shift) : open,
  };
};

/** A copy without the shift, whether or not it was there. */
export const withoutShift = (sheet: Sheet, shiftId: number): Sheet => {
  const isOther = (shift: SheetShift) => shift.shift_id !== shiftId;
  const found = sheet.pages.find(([, page]) => !page.shifts.every(isOther));
  if (!found) return sheet;
  const [pageId, { shifts }] = found;
  const rest = shifts.filter(isOther);
  return {
    ...sheet,
    pages: rest.length > 0 ? withEntries(sheet.pages, [[pageId, pageWith(rest)]]) : withoutIds(sheet.pages, [pageId]),
    open: sheet.open.filter(isOther),
  };
};

const inserted = <Shift extends SheetShift>(shifts: readonly Shift[], shift: Shift): readonly Shift[] => {
  const start = startOf(shift);
  const after = shifts.findLastIndex((other) => startOf(other) <= start) + 1;
  return shifts.toSpliced(after, 0, shift);
};

const pageWith = (shifts: readonly SheetShift[]): Page => {
  let latest: number | null = null;
  for (const { check_out } of shifts)
    if (check_out !== null && (latest === null || check_out > latest)) latest = check_out;
  return { latest, shifts };
};

export const shiftOf = (sheet: Sheet, shiftId: number): SheetShift | undefined => {
  for (const [, page] of sheet.pages) {
    const found = page.shifts.find(({ shift_id }) => shift_id === shiftId);
    if (found) return found;
  }
  return undefined;
};

/** The shift with a check-in at most `windowMs` before or after the time. */
export const checkedInNear = (sheet: Sheet, time: number, windowMs: number): SheetShift | undefined => {
  const last = pageOf(time + windowMs);
  for (let page = pageOf(time - windowMs); page <= last; page++) {
    const found = entryOf(sheet.pages, page)?.shifts.find(
      ({ check_in }) => check_in !== null && Math.abs(check_in - time) <= windowMs,
    );
    if (found) return found;
  }
  return undefined;
};

/** The shift with a check-out at most `windowMs` before or after the time. An automatic closure is no check-out. */
export const checkedOutNear = (sheet: Sheet, time: number, windowMs: number): SheetShift | undefined =>
  findReaching(
    sheet,
    time - windowMs,
    ({ check_out, automatic_note }) =>
      check_out !== null && automatic_note !== 'auto_closed' && Math.abs(check_out - time) <= windowMs,
  );

/** The closed shift that contains the time of a mark. A check-in at the very end of a shift begins the next one. */
export const closedAround = (sheet: Sheet, type: MarkType, time: number): SheetShift | undefined =>
  findReaching(
    sheet,
    time,
    ({ check_in, check_out }) =>
      check_in !== null &&
      check_out !== null &&
      check_in <= time &&
      (type === 'check_in' ? time < check_out : time <= check_out),
  );

/** The latest shift that fits, among those of the pages with a check-out at the time or after it. */
const findReaching = ({ pages }: Sheet, time: number, fits: (shift: SheetShift) => boolean): SheetShift | undefined => {
  for (let index = pages.length - 1; index >= 0; index--) {
    const { latest, shifts } = pages[index]![1];
    const found = latest !== null && latest >= time ? shifts.findLast(fits) : undefined;
    if (found) return found;
  }
  return undefined;
};
