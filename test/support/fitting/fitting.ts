import { command } from '../app.ts';
import { commandBodies } from '../command-bodies.ts';
import { square } from '../polygons.ts';
import {
  callFor,
  closeChequeOf,
  entryFor,
  floorFor,
  keepNobody,
  keyFor,
  movementFor,
  orderFor,
  payFor,
  personFor,
  serviceFor,
  setShift,
  specialDayFor,
  staffFor,
  supplyFor,
} from './things.ts';
import type { FittingWorld } from './world.ts';

/** A body that will be accepted, and has something to change: what it needs is made first. */
export const fittingBody = async (world: FittingWorld, type: string): Promise<object> => {
  const { venue, sub, region, district, safe, bank, organization, supplier, purpose } = world;
  const { till, point_id, products } = venue;
  const shift_id = await setShift(world, type === 'OpenShift' ? 'closed' : 'open');
  await keepNobody(world, type);
  const ofOrder = await orderFor(world, type);
  const key_id = await keyFor(world, type);
  if (type === 'ClearStopList') {
    await command(till, 'SetStopList', { point_id, entries: [{ product_id: products.kazy, quantity: 7 }] });
  }
  if (type === 'CloseMenuSection')
    await command(till, type, { point_id, category_id: venue.category_id, closed: true });
  if (/^Remove(ClosedDay|SpecialHours)$/.test(type)) await specialDayFor(world, type);
  const zone = { name: 'Here', polygon: square(69.2, 41.3, 0.1), price: 0, minutes: 30, min_order_amount: 0 };
  const zone_id = type === 'RemoveZone' ? (await command(till, 'DefineZone', { point_id, ...zone })).id : 1;
  const floor = await floorFor(world, type);
  if (/^(ReopenCheque|ReturnGoods)$/.test(type)) await closeChequeOf(venue, ofOrder.order_id);
  await serviceFor(world, type, ofOrder.order_id);
  if (type === 'AcceptShift') await setShift(world, 'closed');
  const targets = {
    ...floor,
    ...(await staffFor(world, type)),
    ...(await payFor(world, type)),
    ...(await callFor(world, type, key_id)),
    ...ofOrder,
    key_id,
    shift_id,
  };
  const money = { other_account_id: bank, purpose_id: purpose, movement_id: await movementFor(world, type) };
  const parties = { organization_id: organization, supplier_id: supplier, supply_id: await supplyFor(world, type) };
  const ids = {
    ...money,
    ...parties,
    district_id: district,
    zone_id,
    person_id: await personFor(world, type),
    account_id: safe,
    order_type_sub_id: sub,
    region_id: region,
    entries: {},
  };
  const entries = await entryFor(world, type, commandBodies(venue, { ...targets, ...ids }));
  return commandBodies(venue, { ...targets, ...ids, entries })[type]!;
};
