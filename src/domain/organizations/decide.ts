import { pagedEntryOf } from '../collections/paged-by-id.ts';
import type { Decider } from '../decider.ts';
import { mended } from '../mended.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { OrganizationCommand } from './commands.ts';
import type { OrganizationDetails, OrganizationEvent } from './events.ts';
import {
  balanceOf,
  chargedAfter,
  chargesOf,
  debtLimitAt,
  evolveOrganization,
  highestOf,
  isReleased,
  type Organization,
  type OrganizationState,
} from './state.ts';

type CommandOf<Type extends OrganizationCommand['type']> = Extract<OrganizationCommand, { type: Type }>;

const decide = (state: OrganizationState, command: OrganizationCommand): readonly OrganizationEvent[] => {
  switch (command.type) {
    case 'RegisterOrganization':
      return state ? [] : [{ type: 'OrganizationRegistered', data: command.organization }];
    case 'ChangeOrganization':
      return change(requireOwn(state, command.details.brand_id), command);
    case 'Charge':
      return charge(state, command);
    case 'ReleaseCharge':
      return release(state, command);
    case 'SetOffDebt': {
      const { type: _, ...setOff } = command;
      if (state?.brand_id !== setOff.brand_id || pagedEntryOf(state.set_offs, setOff.return_id) !== undefined)
        return [];
      return [{ type: 'OrganizationDebtSetOff', data: { organization_id: state.organization_id, ...setOff } }];
    }
    case 'RecordPayment': {
      const { payment } = command;
      const { organization_id, payments } = requireOwn(state, payment.brand_id);
      if (pagedEntryOf(payments, payment.movement_id) !== undefined) return [];
      return [{ type: 'OrganizationPaymentReceived', data: { organization_id, ...payment } }];
    }
    case 'CancelPayment': {
      const { brand_id, movement_id } = command;
      const { organization_id, payments } = requireOwn(state, brand_id);
      if (pagedEntryOf(payments, movement_id) === 'cancelled') return [];
      return [{ type: 'OrganizationPaymentCancelled', data: { organization_id, brand_id, movement_id } }];
    }
  }
};

const requireOwn = (state: OrganizationState, brandId: string): Organization => {
  if (state?.brand_id !== brandId) throw notFound('organization_not_found');
  return state;
};

const detailsOf = (state: Organization): OrganizationDetails => ({
  organization_id: state.organization_id,
  brand_id: state.brand_id,
  name: state.name,
  short_name: state.short_name,
  tin: state.tin,
  phone: state.phone,
  address: state.address,
  region_id: state.region_id,
  district_id: state.district_id,
  is_own_point: state.is_own_point,
  debt_limit: state.debt_limit,
  opening_balance: state.opening_balance,
  point_id: state.point_id,
});

const change = (
  state: Organization,
  { details, opening, at, named }: CommandOf<'ChangeOrganization'>,
): readonly OrganizationEvent[] => {
  const { organization_id } = state;
  const { opening_balance, point_id } = opening ?? state;
  const given = { organization_id, ...details, opening_balance, point_id };
  const data: OrganizationDetails = mended(detailsOf(state), given, named);
  if (isSameValue({ ...state, ...data }, state)) return [];
  return [{ type: 'OrganizationDetailsChanged', data: { ...data, changed_at: at } }];
};

/**
 * The debt of the time of the closing may be as high as the limit of that time, not higher. Other charges of the same order do not
 * count: of all attempts to close a cheque one succeeds, and the others' charges are released. What was paid since counts.
 */
const charge = (state: OrganizationState, command: CommandOf<'Charge'>): readonly OrganizationEvent[] => {
  const { type: _, at, ...data } = command;
  if (state?.brand_id !== data.brand_id) throw invalid('organization_not_found', { field: 'organization_id' });
  const { organization_id } = state;
  const limit = debtLimitAt(state, at);
  const { order_id, charge_id, amount } = data;
  const earlier = chargesOf(state, order_id);
  if (earlier.some((it) => it.charge_id === charge_id)) return [];
  const debt = 0 - (balanceOf(state) + highestOf(earlier) + (limit === null ? 0 : chargedAfter(state, at, order_id)));
  if (limit !== null && debt + amount > limit) {
    throw conflict('debt_limit_exceeded', { limit, debt, amount });
  }
  const charged_at = at === undefined ? {} : { charged_at: at };
  return [{ type: 'OrganizationCharged', data: { organization_id, ...data, ...charged_at } }];
};

const release = (state: OrganizationState, command: CommandOf<'ReleaseCharge'>): readonly OrganizationEvent[] => {
  const { type: _, ...given } = command;
  const { brand_id, order_id, charge_id } = given;
  if (state?.brand_id !== brand_id || isReleased(state, order_id, charge_id)) return [];
  const { organization_id } = state;
  const kept = chargesOf(state, order_id).find((it) => it.charge_id === charge_id);
  if (!kept && state.older === 0) return [];
  const { charged_at: __, ...known } = kept ?? {};
  return [{ type: 'OrganizationChargeReleased', data: { organization_id, ...given, ...known } }];
};

/** Stream `organization-<id>`: each organization has one stream, so cheques closed at once cannot exceed its limit. */
export const organizationDecider: Decider<OrganizationState, OrganizationCommand, OrganizationEvent> = {
  category: 'organization',
  stateVersion: 4,
  initial: null,
  evolve: evolveOrganization,
  decide,
};
