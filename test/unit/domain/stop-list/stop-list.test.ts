import { describe, expect, it } from 'vitest';
import { stopListDecider } from '../../../../src/domain/stop-list/decide.ts';
import { type StopListEvent, stopListEvents } from '../../../../src/domain/stop-list/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(stopListDecider, stopListEvents);

const ofPoint = {
  brand_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0001',
  point_id: '5f0c1d1e-6d1c-4c53-9d5e-0a3a3c1f0002',
};
const entry = (product_id: number, quantity: number, reason: string | null = null) => ({
  product_id,
  quantity,
  reason,
});
const set = (...entries: ReturnType<typeof entry>[]): StopListEvent => ({
  type: 'StopListSet',
  data: { ...ofPoint, entries },
});
const cleared = (...product_ids: number[]): StopListEvent => ({
  type: 'StopListCleared',
  data: { ...ofPoint, product_ids },
});
const setting = (...entries: ReturnType<typeof entry>[]) => ({ type: 'SetStopList', ...ofPoint, entries }) as const;
const clearing = (product_ids: number[] | null) => ({ type: 'ClearStopList', ...ofPoint, product_ids }) as const;

describe('SetStopList', () => {
  it('SetStopList sets the entries and leaves the others', () => {
    given(set(entry(1, 0), entry(2, 5)))
      .when(setting(entry(2, 3), entry(3, 2.5, 'no rice')))
      .then(set(entry(2, 3), entry(3, 2.5, 'no rice')));
    expect(given(set(entry(1, 0), entry(2, 5)), set(entry(2, 3))).state().entries).toEqual([
      [1, { ...entry(1, 0), stopped: true }],
      [2, { ...entry(2, 3), stopped: false }],
    ]);
  });

  it('SetStopList records only what changes', () => {
    given(set(entry(1, 0), entry(2, 5)))
      .when(setting(entry(1, 0), entry(2, 4)))
      .then(set(entry(2, 4)));
    given(set(entry(1, 0)))
      .when(setting(entry(1, 0)))
      .thenNothing();
  });

  it('SetStopList counts another reason as a change', () =>
    given(set(entry(1, 0)))
      .when(setting(entry(1, 0, 'no rice')))
      .then(set(entry(1, 0, 'no rice'))));

  it('SetStopList is refused when a product is named twice', () =>
    given()
      .when(setting(entry(1, 0), entry(2, 0), entry(1, 4)))
      .thenRefused('invalid', 'field_duplicate', { field: 'entries[2].product_id' }));
});

describe('ClearStopList', () => {
  it('ClearStopList clears the products named that are listed, each once', () =>
    given(set(entry(1, 0), entry(2, 5), entry(3, 1)))
      .when(clearing([3, 1, 3, 9]))
      .then(cleared(3, 1)));

  it('ClearStopList clears everything, and says what it was', () =>
    given(set(entry(1, 0), entry(2, 5)), cleared(1))
      .when(clearing(null))
      .then(cleared(2)));

  it('ClearStopList does nothing where nothing is listed', () => {
    given().when(clearing(null)).thenNothing();
    given(set(entry(1, 0)), cleared(1))
      .when(clearing([1]))
      .thenNothing();
  });
});
