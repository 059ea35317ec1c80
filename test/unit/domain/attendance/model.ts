import type { MarkResult, MarkType } from '../../../../src/domain/attendance/events.ts';

/** Times in minutes. */
export interface ModelShift {
  id: number;
  point: string;
  in: number | null;
  out: number | null;
  auto: boolean;
}

/** What a mark comes to. Where it meets several shifts alike, each of them may be named. */
export interface ModelOutcome {
  readonly result: MarkResult;
  readonly shifts: readonly number[];
  readonly closed: number | null;
}

/** The table of rules once more, as plainly as can be: one list of shifts, searched from end to end. */
export const createModel = () => {
  const shifts: ModelShift[] = [];
  const seen: { point: string; type: MarkType; time: number; shifts: readonly number[] }[] = [];
  let made = 0;

  const mark = (point: string, type: MarkType, time: number): ModelOutcome => {
    const outcome = (result: MarkResult, shifts: readonly number[], closed: number | null = null) => ({
      result,
      shifts,
      closed,
    });
    const here = shifts.filter((shift) => shift.point === point);
    const open = here.filter((shift) => shift.in !== null && shift.out === null);
    const byStart = (a: ModelShift, b: ModelShift) => a.in! - b.in!;
    const within5 = (other: number | null) => other !== null && Math.abs(other - time) <= 5;
    const same = here.filter((it) => (type === 'check_in' ? within5(it.in) : within5(it.out) && !it.auto));
    const sameSeen = seen.filter((it) => it.point === point && it.type === type && within5(it.time));
    if (same.length + sameSeen.length > 0) {
      return outcome('already_counted', [...same.map((it) => it.id), ...sameSeen.flatMap((it) => it.shifts)]);
    }
    const disregarded = (result: MarkResult, shifts: readonly number[]) => {
      seen.push({ point, type, time, shifts });
      return outcome(result, shifts);
    };
    const around = here.filter(
      (it) =>
        it.in !== null &&
        it.out !== null &&
        it.in <= time &&
        time <= it.out &&
        (type === 'check_out' || time !== it.out),
    );
    if (around.length > 0)
      return disregarded(
        'inside_shift',
        around.map((it) => it.id),
      );
    const add = (fields: Partial<ModelShift>): number => {
      made += 1;
      shifts.push({ id: made, point, in: null, out: null, auto: false, ...fields });
      return made;
    };
    if (type === 'check_in') {
      const near = open.filter((it) => Math.abs(it.in! - time) <= 14 * 60).sort(byStart);
      const last = near.findLast((it) => it.in! <= time) ?? near[0];
      if (last) return disregarded('shift_already_open', [last.id]);
      const old = open
        .filter((it) => it.in! < time)
        .sort(byStart)
        .at(-1);
      if (!old) return outcome('shift_opened', [add({ in: time })]);
      old.out = time;
      old.auto = true;
      return outcome('shift_opened', [add({ in: time })], old.id);
    }
    const before = open
      .filter((it) => it.in! < time)
      .sort(byStart)
      .at(-1);
    if (!before) return outcome('check_out_without_shift', [add({ out: time })]);
    before.out = time;
    return outcome('shift_closed', [before.id]);
  };

  return { mark, shifts };
};
