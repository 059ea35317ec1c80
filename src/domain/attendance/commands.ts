import type { Mark } from './events.ts';

interface OfPoint {
  readonly employee_id: number;
  readonly brand_id: string;
  readonly point_id: string;
  readonly timezone: string;
  /** `HH:MM`: until then it is still yesterday's business day. */
  readonly business_day_cutoff: string;
}

export type TimesheetCommand =
  /** `shift_id`: of the shift that the mark may have to begin. */
  | (OfPoint & { readonly type: 'RecordMark'; readonly shift_id: number; readonly mark: Mark })
  | (OfPoint & {
      readonly type: 'AddShift';
      readonly shift_id: number;
      readonly check_in: string;
      readonly check_out: string | null;
    })
  /** What is undefined stays; check_out null opens the shift again. Its zone is the shift's own. */
  | (Omit<OfPoint, 'timezone'> & {
      readonly type: 'EditShift';
      readonly shift_id: number;
      readonly check_in: string | undefined;
      readonly check_out: string | null | undefined;
      readonly note: string | null | undefined;
    })
  | { readonly type: 'DeleteShift'; readonly brand_id: string; readonly shift_id: number };

export type CommandOf<Type extends TimesheetCommand['type']> = Extract<TimesheetCommand, { type: Type }>;
