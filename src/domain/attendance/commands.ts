import type { Mark } from './events.ts';

interface OfPoint {
  readonly employee_id: number;
  readonly brand_id: string;
  readonly point_id: string;
  readonly timezone: string;
  /** `HH:MM`: before this time it is still yesterday's business day. */
  readonly business_day_cutoff: string;
}

export type TimesheetCommand =
  /** `shift_id`: the id for a shift that the mark may begin. */
  | (OfPoint & { readonly type: 'RecordMark'; readonly shift_id: number; readonly mark: Mark })
  | (OfPoint & {
      readonly type: 'AddShift';
      readonly shift_id: number;
      readonly check_in: string;
      readonly check_out: string | null;
    })
  /** An undefined field stays as it is; check_out null opens the shift again. Times are in the shift's own zone. */
  | (Omit<OfPoint, 'timezone'> & {
      readonly type: 'EditShift';
      readonly shift_id: number;
      readonly check_in: string | undefined;
      readonly check_out: string | null | undefined;
      readonly note: string | null | undefined;
    })
  | { readonly type: 'DeleteShift'; readonly brand_id: string; readonly shift_id: number };

export type CommandOf<Type extends TimesheetCommand['type']> = Extract<TimesheetCommand, { type: Type }>;
