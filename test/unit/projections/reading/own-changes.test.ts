import { beforeEach, expect, test } from 'vitest';
import { createOwnChanges } from '../../../../src/projections/reading/own-changes.ts';

const POSITION = 9;

/** Waits for read models, in order. */
let waited: string[];

beforeEach(() => {
  waited = [];
});

/** Everything is recorded at POSITION, and only the catalogue has come there. */
const create = () =>
  createOwnChanges({
    position: (name) => (name === 'catalogue' ? POSITION : 0),
    waitFor: async (names, position) => {
      waited.push(`${names.join(' and ')} at ${position}`);
      return true;
    },
  });
const change = (category: string) => ({ category, id: 'id-1', brand_id: 'brand-1', position: POSITION });

test.each(['brand', 'point', 'catalogue', 'point_menu'])(
  'whoever prices a cheque sees what was changed of the %s just before, and other brands wait for nothing',
  async (category) => {
    const { record, menusShown, stopListShown } = create();
    record(change(category));
    await menusShown('brand-2');
    await stopListShown('id-1');
    expect(waited).toEqual([]);
    await menusShown('brand-1');
    expect(waited).toEqual([`venue and catalogue at ${POSITION}`]);
  },
);

test('a reader of a stop-list sees the units that were taken just before', async () => {
  const { record, menusShown, stopListShown } = create();
  record(change('stop_list'));
  await menusShown('brand-1');
  await stopListShown('id-2');
  expect(waited).toEqual([]);
  await stopListShown('id-1');
  expect(waited).toEqual([`stop_list at ${POSITION}`]);
});

test('requests for a menu or a stop-list do not wait for changes of other things', async () => {
  const { record, menusShown, stopListShown } = create();
  record(change('till'));
  await Promise.all([menusShown('brand-1'), stopListShown('id-1')]);
  expect(waited).toEqual([]);
});
