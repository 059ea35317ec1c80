import type { Decider } from '../decider.ts';
import { conflict, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { BrandCommand, DefineReference } from './commands.ts';
import type { BrandEvent, CancelCause, OrderTypeSub } from './events.ts';
import { type Brand, type BrandState, evolveBrand } from './state.ts';

/** The brand and its reference lists. References are created or replaced whole, and never removed. */
const decide = (state: BrandState, command: BrandCommand): readonly BrandEvent[] => {
  if (command.type === 'CreateBrand') return state ? [] : [{ type: 'BrandCreated', data: command.brand }];
  if (state === null) throw notFound('brand_not_found');
  return defineReference(state, command);
};

const defineReference = (brand: Brand, command: DefineReference): readonly BrandEvent[] => {
  const { replaces } = command;
  switch (command.type) {
    case 'DefineOrderTypeSub': {
      const data = command.reference;
      const known = brand.order_type_subs[data.order_type_sub_id];
      if (!isChange(known, data, replaces, 'order_type_sub_not_found')) return [];
      return [...takeOrderTypeDefault(brand, data), { type: 'OrderTypeSubDefined', data }];
    }
    case 'DefinePaymentType': {
      const data = command.reference;
      const known = brand.payment_types[data.payment_type_id];
      if (!isChange(known, data, replaces, 'payment_type_not_found')) return [];
      return [{ type: 'PaymentTypeDefined', data }];
    }
    case 'DefinePaymentPurpose': {
      const data = command.reference;
      const known = brand.payment_purposes[data.payment_purpose_id];
      if (!isChange(known, data, replaces, 'payment_purpose_not_found')) return [];
      return [{ type: 'PaymentPurposeDefined', data }];
    }
    case 'DefineCancelCause': {
      const data = command.reference;
      const known = brand.cancel_causes[data.cancel_cause_id];
      if (!isChange(known, data, replaces, 'cancel_cause_not_found')) return [];
      return [...takeCancelDefault(brand, data), { type: 'CancelCauseDefined', data }];
    }
    case 'DefineHall': {
      const data = command.reference;
      const known = brand.halls[data.hall_id];
      if (!isChange(known, data, replaces, 'hall_not_found')) return [];
      keepPoint(known, data, 'point_id');
      return [{ type: 'HallDefined', data }];
    }
    case 'DefineTable': {
      const hall = brand.halls[command.reference.hall_id];
      const known = brand.tables[command.reference.table_id];
      if (!hall) throw notFound('hall_not_found');
      const data = { ...command.reference, point_id: hall.point_id };
      if (!isChange(known, data, replaces, 'table_not_found')) return [];
      keepPoint(known, data, 'hall_id');
      return [{ type: 'TableDefined', data }];
    }
    case 'DefineAccount': {
      const data = command.reference;
      const known = brand.accounts[data.account_id];
      if (!isChange(known, data, replaces, 'account_not_found')) return [];
      keepPoint(known, data, 'point_id');
      return [{ type: 'AccountDefined', data }];
    }
    case 'DefineRegion': {
      const data = command.reference;
      if (!isChange(brand.regions[data.region_id], data, replaces, 'region_not_found')) return [];
      return [{ type: 'RegionDefined', data }];
    }
    case 'DefineDistrict': {
      const data = command.reference;
      if (!brand.regions[data.region_id]) throw notFound('region_not_found');
      if (!isChange(brand.districts[data.district_id], data, replaces, 'district_not_found')) return [];
      return [{ type: 'DistrictDefined', data }];
    }
  }
};

const isChange = <Reference>(
  known: Reference | undefined,
  given: Reference,
  replaces: boolean,
  unknownCode: string,
) => {
  if (replaces && known === undefined) throw notFound(unknownCode);
  return !isSameValue(known, given);
};

/** Books of a point (its reservations, its money) refer to what stands in it: that can't move to another point. */
const keepPoint = <Reference extends { point_id: string | null }>(
  known: Reference | undefined,
  given: Reference,
  field: string,
): void => {
  if (known && known.point_id !== given.point_id) throw conflict('point_cannot_change', { field });
};

/** An order type has one default sub-type at most. */
const takeOrderTypeDefault = (brand: Brand, sub: OrderTypeSub): BrandEvent[] => {
  if (!sub.is_default) return [];
  return Object.values(brand.order_type_subs)
    .filter((other) => other.is_default && other.order_type_id === sub.order_type_id)
    .filter((other) => other.order_type_sub_id !== sub.order_type_sub_id)
    .map(({ brand_id, order_type_sub_id, order_type_id }) => ({
      type: 'OrderTypeSubLostDefault',
      data: { brand_id, order_type_sub_id, order_type_id },
    }));
};

/** The brand has one default cancel cause at most. */
const takeCancelDefault = (brand: Brand, cause: CancelCause): BrandEvent[] => {
  if (!cause.is_default) return [];
  return Object.values(brand.cancel_causes)
    .filter((other) => other.is_default && other.cancel_cause_id !== cause.cancel_cause_id)
    .map(({ brand_id, cancel_cause_id }) => ({ type: 'CancelCauseLostDefault', data: { brand_id, cancel_cause_id } }));
};

export const brandDecider: Decider<BrandState, BrandCommand, BrandEvent> = {
  category: 'brand',
  stateVersion: 1,
  initial: null,
  evolve: evolveBrand,
  decide,
};
