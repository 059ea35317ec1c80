// A database of its own: it reads the tables of a read model without an app.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openShiftOf } from '../../../src/projections/points/queries.ts';
import { recorded } from '../../support/log.ts';
import { createVenueWorld, NOW, point, refused, venueOf } from '../../support/venue-world.ts';

const world = createVenueWorld();

const employee = {
  login: 'dilnoza',
  name: 'Dilnoza Karimova',
  role: 'cashier',
  role_name: 'Cashier',
  position_id: 2,
  position_name: 'Senior cashier',
};

describe('till shifts', () => {
  it('till shifts open, close and are counted per point', async () => {
    const brand_id = await world.createBrand();
    const venue = venueOf(brand_id);
    const point_id = (await world.run(venue, 'DefinePoint', { ...point, business_day_cutoff: '05:00' })).id;
    const cashier_id = (await world.run(venue, 'HireEmployee', { ...employee, point_id })).id;
    await world.run(venue, 'UpdateEmployee', { id: cashier_id, name: 'D. Karimova' });

    const command_id = randomUUID();
    const opened = await world.run(venue, 'OpenShift', { point_id, cashier_id, opening_cash: 200_000 }, command_id);
    const { shift_id } = opened.result;
    expect(opened.result).toEqual({ id: shift_id, shift_id, shift_number: 1 });
    expect(await openShiftOf(world.pool, brand_id, point_id)).toEqual({
      shift_id,
      shift_number: 1,
      opened_at: NOW,
      timezone: 'Asia/Tashkent',
    });
    const shifts = `select business_date, cashier_login, cashier_name, opening_cash, counted_cash from read.till_shifts where known_to is null and shift_id = $1`;
    const { rows } = await world.pool.query(shifts, [shift_id]);
    // 04:30 on 2 March in Tashkent, before the cutoff.
    expect(rows).toEqual([
      {
        business_date: '2026-03-01',
        cashier_login: 'dilnoza',
        cashier_name: 'D. Karimova',
        opening_cash: 200_000,
        counted_cash: null,
      },
    ]);
    await expect(world.run(venue, 'OpenShift', { point_id, cashier_id })).rejects.toEqual(
      refused('conflict', 'shift_already_open'),
    );

    await world.run(venue, 'CloseShift', { shift_id, counted_cash: 950_000 });
    expect(await openShiftOf(world.pool, brand_id, point_id)).toBeNull();
    expect((await world.pool.query(shifts, [shift_id])).rows).toEqual([{ ...rows[0], counted_cash: 950_000 }]);
    await expect(world.run(venue, 'CloseShift', { shift_id })).rejects.toEqual(refused('conflict', 'shift_not_open'));

    const account_id = (await world.run(venue, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' }))
      .id;
    const accept = { shift_id, account_id, amount: 940_000 };
    await expect(world.run(venue, 'AcceptShift', { ...accept, account_id: 999_999 })).rejects.toEqual(
      refused('invalid', 'account_not_found'),
    );
    await world.run(venue, 'AcceptShift', accept);
    const acceptance =
      'select account_id, accepted_amount, accepted_at from read.till_shifts where known_to is null and shift_id = $1';
    expect((await world.pool.query(acceptance, [shift_id])).rows).toEqual([
      { account_id, accepted_amount: 940_000, accepted_at: new Date(NOW) },
    ]);
    await expect(world.run(venue, 'AcceptShift', accept)).rejects.toEqual(
      refused('conflict', 'shift_already_accepted'),
    );

    expect((await world.run(venue, 'OpenShift', { point_id, cashier_id })).result).toMatchObject({ shift_number: 2 });
    const repeat = await world.run(venue, 'OpenShift', { point_id, cashier_id, opening_cash: 200_000 }, command_id);
    expect(repeat).toMatchObject({ status: 'duplicate', result: opened.result });
  });

  it('till shifts are told apart by their drawers: one that was counted and empty, and one that nobody counted', async () => {
    const brand_id = await world.createBrand();
    const venue = venueOf(brand_id);
    const point_id = (await world.run(venue, 'DefinePoint', point)).id;
    const cashier_id = (await world.run(venue, 'HireEmployee', { ...employee, point_id })).id;
    const countedIs = async (fields: object) => {
      const { shift_id } = (await world.run(venue, 'OpenShift', { point_id, cashier_id })).result;
      await world.run(venue, 'CloseShift', { shift_id, ...fields });
      const text = 'select counted_cash from read.till_shifts where known_to is null and shift_id = $1';
      return (await world.pool.query(text, [shift_id])).rows[0].counted_cash;
    };
    expect(await countedIs({ counted_cash: 0 })).toBe(0);
    expect(await countedIs({})).toBeNull();
  });

  it('till shifts are handed over to an account of their point or of the whole brand, on the business day it is then', async () => {
    const brand_id = await world.createBrand();
    const venue = venueOf(brand_id);
    const point_id = (await world.run(venue, 'DefinePoint', { ...point, business_day_cutoff: '05:00' })).id;
    const elsewhere = (await world.run(venue, 'DefinePoint', point)).id;
    const cashier_id = (await world.run(venue, 'HireEmployee', { ...employee, point_id })).id;
    const { shift_id } = (await world.run(venue, 'OpenShift', { point_id, cashier_id })).result;
    await world.run(venue, 'CloseShift', { shift_id });
    const account = async (fields: object) =>
      (await world.run(venue, 'DefineAccount', { source: 'safe', code: 'S', name: 'Safe', ...fields })).id;
    const accept = (account_id: number) => world.run(venue, 'AcceptShift', { shift_id, account_id, amount: 0 });
    await expect(accept(await account({ point_id: elsewhere }))).rejects.toEqual(
      refused('invalid', 'account_not_found'),
    );
    await accept(await account({}));
    // 04:30 on 2 March in Tashkent, before the cutoff.
    const accepted = await recorded(world.store, { stream: `till-${point_id}`, types: ['ShiftAccepted'] });
    expect(accepted.map(({ data }) => data)).toMatchObject([{ business_date: '2026-03-01' }]);
  });

  it('till shifts are the brand’s and the key’s own', async () => {
    const [brand_id, other] = [await world.createBrand(), await world.createBrand()];
    const point_id = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id as string;
    const elsewhere = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id as string;
    const cashier_id = (await world.run(venueOf(brand_id), 'HireEmployee', employee)).id;
    const stranger = (await world.run(venueOf(other), 'HireEmployee', employee)).id;
    await expect(world.run(venueOf(brand_id), 'OpenShift', { point_id, cashier_id: stranger })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'employee_not_found',
      params: { field: 'cashier_id' },
    });
    await expect(world.run(venueOf(other), 'UpdateEmployee', { id: cashier_id, name: 'X' })).rejects.toEqual(
      refused('not_found', 'employee_not_found'),
    );
    await expect(
      world.run(venueOf(brand_id, [point_id]), 'UpdateEmployee', { id: cashier_id, name: 'X' }),
    ).rejects.toEqual(refused('not_found', 'employee_not_found'));
    const { shift_id } = (await world.run(venueOf(brand_id), 'OpenShift', { point_id, cashier_id })).result;
    const notFound = refused('not_found', 'shift_not_found');
    await expect(world.run(venueOf(other), 'CloseShift', { shift_id })).rejects.toEqual(notFound);
    await expect(world.run(venueOf(brand_id, [elsewhere]), 'CloseShift', { shift_id })).rejects.toEqual(notFound);
    expect(await openShiftOf(world.pool, other, point_id)).toBeNull();
    await world.run(venueOf(brand_id, [point_id]), 'CloseShift', { shift_id });
  });
});

describe('employees', () => {
  it('employees of no point are hired, and made so, for the whole brand alone', async () => {
    const brand_id = await world.createBrand();
    const point_id = (await world.run(venueOf(brand_id), 'DefinePoint', point)).id as string;
    const bound = venueOf(brand_id, [point_id]);
    const wholeBrand = refused('forbidden', 'points_forbidden');
    await expect(world.run(bound, 'HireEmployee', { ...employee, point_id: null })).rejects.toEqual(wholeBrand);
    const { id } = await world.run(bound, 'HireEmployee', { ...employee, point_id });
    await expect(world.run(bound, 'UpdateEmployee', { id, point_id: null })).rejects.toEqual(wholeBrand);
    await world.run(bound, 'UpdateEmployee', { id, name: 'D. Karimova' });
    await world.run(venueOf(brand_id), 'UpdateEmployee', { id, point_id: null });
  });
});
