import type { Decider } from '../decider.ts';
import { invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { PointDefined, PointEvent, ReservationRules } from './events.ts';
import { completeWeek } from './working-hours.ts';

/** One restaurant of the brand; null until it is defined. Its menu and prices have a stream of their own. */
export type PointState = PointDefined | null;

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

const decide = (state: PointState, { point, replaces }: PointCommand): readonly PointEvent[] => {
  const isOwn = state !== null && state.brand_id === point.brand_id;
  if (replaces ? !isOwn : state !== null && !isOwn) throw notFound('point_not_found');
  checkDurations(point.reservation_rules);
  const data = { ...point, working_hours: completeWeek(point.working_hours) };
  return isSameValue(state, data) ? [] : [{ type: 'PointDefined', data }];
};

const checkDurations = (rules: ReservationRules): void => {
  const { min_duration_minutes: min, default_duration_minutes: usual, max_duration_minutes: max } = rules;
  if (max < min) {
    throw invalid('field_too_small', { field: 'reservation_rules.max_duration_minutes', min });
  }
  const field = 'reservation_rules.default_duration_minutes';
  if (usual < min) throw invalid('field_too_small', { field, min });
  if (usual > max) throw invalid('field_too_big', { field, max });
};

export const pointDecider: Decider<PointState, PointCommand, PointEvent> = {
  category: 'point',
  stateVersion: 1,
  initial: null,
  evolve: (_state, event) => event.data,
  decide,
};
