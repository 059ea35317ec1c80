import type { BookedOutside, PointDefined, ReservationRules } from './events.ts';
import type { SpecialDay } from './special-days.ts';

/** A date gets other hours than its weekday has, or loses them. */
export interface SpecialDayCommand {
  readonly type: 'SetSpecialDay';
  readonly brand_id: string;
  readonly date: string;
  /** Null: the hours of the weekday count again. */
  readonly day: SpecialDay | null;
  /** What must be there to be removed. */
  readonly removes?: 'closed_day' | 'special_hours';
  readonly outside: BookedOutside;
  /** The first and the last date that may get other hours. */
  readonly from: string;
  readonly to: string;
}

export type PointCommand = DefinePoint | SpecialDayCommand;

export interface DefinePoint {
  readonly type: 'DefinePoint';
  /** Working hours as given: in any order; days that are missing are closed. */
  readonly point: PointDefined;
  /** The caller named the id: it must already be a point of the brand. */
  readonly replaces: boolean;
  /** The fields that are meant, if not the whole point: the others stay what they are. */
  readonly named?: readonly string[] | undefined;
}

/** The rules of a point that was defined without rules. Minutes and days. */
export const DEFAULT_RESERVATION_RULES: ReservationRules = {
  default_duration_minutes: 90,
  min_duration_minutes: 15,
  max_duration_minutes: 720,
  max_days_ahead: 90,
  slot_step_minutes: 30,
  no_show_after_minutes: 30,
  unassigned_auto_confirm_guests_per_hour: null,
};
