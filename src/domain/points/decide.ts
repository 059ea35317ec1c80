import type { Decider } from '../decider.ts';
import { invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { PointCommand } from './commands.ts';
import type { PointEvent, ReservationRules } from './events.ts';
import type { PointState } from './state.ts';
import { completeWeek } from './working-hours.ts';

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
