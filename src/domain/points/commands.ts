import type { PointDefined, ReservationRules } from './events.ts';

export interface PointCommand {
  readonly type: 'DefinePoint';
  /** Working hours as given: in any order, missing days are closed. */
  readonly point: PointDefined;
  /** The caller named the id: it must be a point of the brand already. */
  readonly replaces: boolean;
}

/** What a point has that was defined without rules of its own. Minutes and days. */
export const DEFAULT_RESERVATION_RULES: ReservationRules = {
  default_duration_minutes: 90,
  min_duration_minutes: 15,
  max_duration_minutes: 720,
  max_days_ahead: 90,
  slot_step_minutes: 30,
  no_show_after_minutes: 30,
  unassigned_auto_confirm_guests_per_hour: null,
};
