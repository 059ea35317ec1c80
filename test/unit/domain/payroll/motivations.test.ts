import { describe, expect, it } from 'vitest';
import { MAX_ACTIVE_MOTIVATIONS, payrollDecider } from '../../../../src/domain/payroll/decide.ts';
import { type Motivation, type PayrollEvent, payrollEvents } from '../../../../src/domain/payroll/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(payrollDecider, payrollEvents);

const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const motivation = (motivation_id: number, more: Partial<Motivation> = {}): Motivation => ({
  motivation_id,
  brand_id,
  name: 'Desserts',
  calculation_type: 'per_item',
  rate: 2_000,
  is_active: true,
  scope: {
    point_ids: null,
    product_ids: [5],
    category_ids: null,
    menu_folder_ids: null,
    order_type_ids: null,
    days: 'worked',
  },
  ...more,
});
const defined = (data: Motivation): PayrollEvent => ({ type: 'MotivationDefined', data });
const define = (motivation: Motivation, replaces = false) =>
  ({ type: 'DefineMotivation', motivation, replaces }) as const;
const assign = (...employee_ids: number[]) =>
  ({ type: 'AssignMotivation', brand_id, motivation_id: 1, employee_ids }) as const;
const assigned = (employee_ids: number[], added_ids: number[], removed_ids: number[]): PayrollEvent => ({
  type: 'MotivationAssigned',
  data: { motivation_id: 1, brand_id, employee_ids, added_ids, removed_ids },
});

describe('a motivation', () => {
  it('a motivation is defined, and replaced whole under an id that exists', () => {
    given()
      .when(define(motivation(1)))
      .then(defined(motivation(1)));
    given()
      .when(define(motivation(1), true))
      .thenRefused('not_found', 'motivation_not_found');
    given(defined(motivation(1)))
      .when(define(motivation(1), true))
      .thenNothing();
    given(defined(motivation(1)))
      .when(define(motivation(1, { rate: 1 }), true))
      .then(defined(motivation(1, { rate: 1 })));
  });

  it('a motivation is assigned to all who are named, and to nobody else; a new definition keeps them', () => {
    given(defined(motivation(1)))
      .when(assign(12, 11, 12))
      .then(assigned([11, 12], [12, 11], []));
    const both = assigned([11, 12], [11, 12], []);
    given(defined(motivation(1)), both)
      .when(assign(12, 13))
      .then(assigned([12, 13], [13], [11]));
    given(defined(motivation(1)), both)
      .when(assign(12, 11))
      .thenNothing();
    given(defined(motivation(1)), both, defined(motivation(1, { rate: 1 })))
      .when(assign(11, 12))
      .thenNothing();
    given(defined(motivation(1)), both)
      .when(assign())
      .then(assigned([], [], [11, 12]));
    given().when(assign(12)).thenRefused('not_found', 'motivation_not_found');
  });

  it('a brand has a limited number of active ones', () => {
    const full = Array.from({ length: MAX_ACTIVE_MOTIVATIONS }, (_, index) => defined(motivation(index + 1)));
    const one = motivation(9_999);
    given(...full)
      .when(define(one))
      .thenRefused('conflict', 'motivations_too_many', { max: MAX_ACTIVE_MOTIVATIONS });
    expect(
      given(...full)
        .when(define({ ...one, is_active: false }))
        .result().events,
    ).toHaveLength(1);
    expect(
      given(...full)
        .when(define(motivation(1, { rate: 3 }), true))
        .result().events,
    ).toHaveLength(1);
    const freed = defined(motivation(2, { is_active: false }));
    expect(
      given(...full, freed)
        .when(define(one))
        .result().events,
    ).toHaveLength(1);
  });
});
