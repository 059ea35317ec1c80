import { describe, expect, it } from 'vitest';
import { DEFAULT_RESERVATION_RULES, type PointCommand } from '../../../../src/domain/points/commands.ts';
import { pointDecider } from '../../../../src/domain/points/decide.ts';
import {
  type PointDefined,
  type PointEvent,
  pointEvents,
  type WorkingDay,
} from '../../../../src/domain/points/events.ts';
import { closedDay } from '../../../../src/domain/points/special-days.ts';
import { ALWAYS_OPEN } from '../../../../src/domain/points/working-hours.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(pointDecider, pointEvents);

const point: PointDefined = {
  point_id: '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11',
  brand_id: '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10',
  name: 'Plov House, Amir Temur',
  short_name: 'Centre',
  address: null,
  phone: '+998712000000',
  latitude: 41.311,
  longitude: 69.279,
  delivery_distance: 5_000,
  timezone: 'Asia/Tashkent',
  business_day_cutoff: '04:00',
  preparation_minutes: 20,
  working_hours: [...ALWAYS_OPEN],
  reservation_rules: DEFAULT_RESERVATION_RULES,
};
const defined: PointEvent = { type: 'PointDefined', data: point };

describe('a point', () => {
  it('DefinePoint records a new point', () => {
    given().when({ type: 'DefinePoint', point, replaces: false }).then(defined);
  });

  it('a point is replaced whole', () => {
    const moved = { ...point, address: 'Amir Temur 5', phone: '+998712000001' };
    given(defined)
      .when({ type: 'DefinePoint', point: moved, replaces: true })
      .then({ type: 'PointDefined', data: moved });
  });

  it('a point is not defined again by the same values', () => {
    given(defined).when({ type: 'DefinePoint', point, replaces: true }).thenNothing();
  });

  it('a point must exist to be replaced', () => {
    given().when({ type: 'DefinePoint', point, replaces: true }).thenRefused('not_found', 'point_not_found');
  });

  it.each([true, false])('a point of another brand does not exist (named by the caller: %s)', (replaces) => {
    const foreign = { ...point, brand_id: '11d1c0de-0000-4000-8000-000000000001' };
    given(defined).when({ type: 'DefinePoint', point: foreign, replaces }).thenRefused('not_found', 'point_not_found');
  });
});

describe('working hours', () => {
  const friday: WorkingDay = { day: 5, is_open: true, open: '18:00', close: '02:00' };
  const monday: WorkingDay = { day: 1, is_open: true, open: '09:00', close: '24:00' };
  const closed = (day: number): WorkingDay => ({ day, is_open: false, open: '00:00', close: '00:00' });
  const define = (working_hours: WorkingDay[]) =>
    given().when({ type: 'DefinePoint', point: { ...point, working_hours }, replaces: false });

  it('working hours are kept from Monday to Sunday, and a day that is not named is closed', () => {
    define([friday, monday]).then({
      type: 'PointDefined',
      data: { ...point, working_hours: [monday, closed(2), closed(3), closed(4), friday, closed(6), closed(7)] },
    });
  });

  it('working hours name a day once', () => {
    define([monday, friday, { ...monday, open: '10:00' }]).thenRefused('invalid', 'field_duplicate', {
      field: 'working_hours[2].day',
    });
  });

  it('working hours of an open day last for some time', () => {
    define([friday, { ...monday, open: '09:00', close: '09:00' }]).thenRefused('invalid', 'field_invalid', {
      field: 'working_hours[1].close',
    });
  });
});

describe('reservation rules', () => {
  const define = (rules: Partial<PointDefined['reservation_rules']>) =>
    given().when({
      type: 'DefinePoint',
      point: { ...point, reservation_rules: { ...DEFAULT_RESERVATION_RULES, ...rules } },
      replaces: false,
    });

  it('reservation rules of a point allow one duration for all', () => {
    const rules = { min_duration_minutes: 60, default_duration_minutes: 60, max_duration_minutes: 60 };
    define(rules).then({
      type: 'PointDefined',
      data: { ...point, reservation_rules: { ...DEFAULT_RESERVATION_RULES, ...rules } },
    });
  });

  it('reservation rules of a point have a default between the shortest and the longest', () => {
    const field = 'reservation_rules.default_duration_minutes';
    define({ default_duration_minutes: 59, min_duration_minutes: 60 }).thenRefused('invalid', 'field_too_small', {
      field,
      min: 60,
    });
    define({ default_duration_minutes: 121, max_duration_minutes: 120 }).thenRefused('invalid', 'field_too_big', {
      field,
      max: 120,
    });
  });

  it('reservation rules of a point have a longest that is not below the shortest', () => {
    define({ min_duration_minutes: 120, max_duration_minutes: 60 }).thenRefused('invalid', 'field_too_small', {
      field: 'reservation_rules.max_duration_minutes',
      min: 120,
    });
  });
});

describe('closed days and special hours', () => {
  const { brand_id, point_id } = point;
  const date = '2026-03-20';
  const outside = { reservations_outside: 2, preorders_outside: 1 };
  const bounds = { from: '2026-03-01', to: '2028-03-02', outside, brand_id };
  const close = (on = date): PointCommand => ({
    type: 'SetSpecialDay',
    date: on,
    day: closedDay(on, 'Navruz'),
    ...bounds,
  });
  const shorten = (open: string, until: string): PointCommand => ({
    type: 'SetSpecialDay',
    date,
    day: { date, is_open: true, open, close: until, reason: null },
    ...bounds,
  });
  const remove = (removes: 'closed_day' | 'special_hours'): PointCommand => ({
    type: 'SetSpecialDay',
    date,
    day: null,
    removes,
    ...bounds,
  });
  const ofDate = { brand_id, point_id, date, ...outside };
  const closed: PointEvent = { type: 'ClosedDayDefined', data: { ...ofDate, reason: 'Navruz' } };
  const shortened: PointEvent = {
    type: 'SpecialHoursDefined',
    data: { ...ofDate, open: '12:00', close: '03:00', reason: null },
  };

  it('a day is closed once, with what stays booked on it', () => {
    given(defined).when(close()).then(closed);
    given(defined, closed).when(close()).thenNothing();
  });

  it('a date has one: special hours take the place of a closed day, and the other way round', () => {
    given(defined, closed).when(shorten('12:00', '03:00')).then(shortened);
    given(defined, closed, shortened).when(shorten('12:00', '03:00')).thenNothing();
    given(defined, closed, shortened).when(close()).then(closed);
  });

  it('a closed day and special hours are removed by their own commands', () => {
    given(defined, closed).when(remove('closed_day')).then({ type: 'ClosedDayRemoved', data: ofDate });
    given(defined, closed).when(remove('special_hours')).thenRefused('not_found', 'special_hours_not_found');
    given(defined, shortened).when(remove('special_hours')).then({ type: 'SpecialHoursRemoved', data: ofDate });
    given(defined, shortened).when(remove('closed_day')).thenRefused('not_found', 'closed_day_not_found');
    given(defined, closed, { type: 'ClosedDayRemoved', data: ofDate })
      .when(remove('closed_day'))
      .thenRefused('not_found', 'closed_day_not_found');
  });

  it('special hours last for some time, on a date within reach', () => {
    given(defined).when(shorten('12:00', '12:00')).thenRefused('invalid', 'field_invalid', { field: 'close' });
    const { from, to } = bounds;
    for (const far of ['2026-02-28', '2028-03-03']) {
      given(defined).when(close(far)).thenRefused('invalid', 'special_day_out_of_range', { field: 'date', from, to });
    }
    for (const near of [from, to]) expect(given(defined).when(close(near)).result().events).toHaveLength(1);
  });

  it('a point that is defined again keeps them, and one of another brand has none', () => {
    const moved = { ...point, address: 'Amir Temur 5' };
    given(defined, closed, { type: 'PointDefined', data: moved }).when(close()).thenNothing();
    given(defined, closed).when({ type: 'DefinePoint', point, replaces: true }).thenNothing();
    const foreign = { ...close(), brand_id: '11d1c0de-0000-4000-8000-000000000001' };
    given(defined).when(foreign).thenRefused('not_found', 'point_not_found');
    given().when(close()).thenRefused('not_found', 'point_not_found');
  });
});
