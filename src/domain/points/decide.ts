import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { DefinePoint, PointCommand } from './commands.ts';
import { decideSpecialDay } from './decide-special-day.ts';
import type { PointDefined, PointEvent, ReservationRules } from './events.ts';
import { evolvePoint, type PointState } from './state.ts';
import { completeWeek } from './working-hours.ts';

const decide = (state: PointState, command: PointCommand): readonly PointEvent[] => {
  if (command.type === 'DefinePoint') return definePoint(state, command);
  if (state?.brand_id !== command.brand_id) throw notFound('point_not_found');
  return decideSpecialDay(state, command);
};

const definePoint = (state: PointState, { point: given, replaces, named }: DefinePoint): readonly PointEvent[] => {
  const isOwn = state !== null && state.brand_id === given.brand_id;
  if (replaces ? !isOwn : state !== null && !isOwn) throw notFound('point_not_found');
  const { special_days: _, clocks: __, ...before } = state ?? { special_days: {}, clocks: [] };
  const point: PointDefined = state ? mended(before as PointDefined, given, named) : given;
  checkDurations(point.reservation_rules);
  const data = { ...point, working_hours: completeWeek(point.working_hours) };
  return isSameValue(before, data) ? [] : [{ type: 'PointDefined', data }];
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
  stateVersion: 3,
  initial: null,
  evolve: evolvePoint,
  decide,
};
