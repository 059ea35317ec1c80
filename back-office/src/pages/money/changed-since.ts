import type { Shift } from './types.ts';

const FIELDS = ['cheques_count', 'revenue', 'cash_balance'] as const;
type Compared = Pick<Shift, (typeof FIELDS)[number] | 'is_open'>;

/** The figures of a shift that are no longer what they were when it was closed. While it was open they all changed. */
export const changedSince = (then: Compared, now: Compared) =>
  then.is_open
    ? []
    : FIELDS.filter((field) => then[field] !== now[field]).map((field) => ({
        field,
        was: then[field],
        is: now[field],
      }));
